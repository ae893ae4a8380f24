import sharp from 'sharp';
import { licenceBack } from '../../../e2e/support/scan/licenceCard';
import { inventHolder, licencePayload } from '../../../e2e/support/scan/licencePayload';
import { createRandom } from '../../../e2e/support/scan/random';
import { readLicenceText } from '../../../src/model/licence';
import type { Deal } from './plant';

/** A picture of a licence's back whose barcode has payloads for names, and the name as a reader of it has it. */
export async function licenceFrom(deal: Deal): Promise<{ back: Buffer; name: string }> {
  const text = licencePayload({ ...inventHolder(createRandom(9)), first: nameFrom(deal), last: nameFrom(deal) });
  const read = readLicenceText(text);
  const back = await sharp(Buffer.from(licenceBack(text)), { density: 144 })
    .flatten({ background: '#6b6257' })
    .jpeg()
    .toBuffer();
  return { back, name: `${read?.first_name} ${read?.last_name}` };
}

/** A payload that the rules take for a name: with two letters and no longer than 100. */
function nameFrom(deal: Deal): string {
  const text = deal();
  return /[a-z].*[a-z]/i.test(text) && text.length <= 100 ? text : nameFrom(deal);
}
