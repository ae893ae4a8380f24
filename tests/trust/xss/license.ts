import sharp from 'sharp';
import { licenseBack } from '../../../e2e/support/scan/licenseCard';
import { inventHolder, licensePayload } from '../../../e2e/support/scan/licensePayload';
import { createRandom } from '../../../e2e/support/scan/random';
import { readLicenseText } from '../../../src/model/license/licenseText';
import type { NextPayload } from './seedOperator';

/** A picture of a license's back whose barcode has payloads as names, and the name that a reader gets from it. */
export async function licenseFrom(nextPayload: NextPayload): Promise<{ back: Buffer; name: string }> {
  const text = licensePayload({
    ...inventHolder(createRandom(9)),
    first: nameFrom(nextPayload),
    last: nameFrom(nextPayload),
  });
  const read = readLicenseText(text);
  const back = await sharp(Buffer.from(licenseBack(text)), { density: 144 })
    .flatten({ background: '#6b6257' })
    .jpeg()
    .toBuffer();
  return { back, name: `${read?.first_name} ${read?.last_name}` };
}

/** A payload that the rules accept as a name: with two letters, up to 100 characters. */
function nameFrom(nextPayload: NextPayload): string {
  const text = nextPayload();
  return /[a-z].*[a-z]/i.test(text) && text.length <= 100 ? text : nameFrom(nextPayload);
}
