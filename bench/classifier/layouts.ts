import { createRandom } from '../../e2e/support/scan/random';
import { addDays } from '../../src/model/format/dates';
import type { PayStub } from '../../src/model/income/checks/documentChecks';
import { readPdfText } from '../../src/server/features/income/readPdfText';
import { readPayStub } from '../../src/server/features/income/understandDocument';
import { drawSheet } from '../../tests/papers/drawSheet';
import { ALL_STUBS, payStubSheet } from '../../tests/papers/payStubs';
import { inventStub, type StubFacts } from '../../tests/papers/people';

const EACH = 25;
const TODAY = '2026-11-21';

/** For each stub layout: how many of 25 invented pays have the right gross, none, a wrong one; and the right period. */
export async function layoutTable(seed: number): Promise<string> {
  const rows: string[] = [];
  for (const [name, style] of Object.entries(ALL_STUBS)) {
    const random = createRandom(seed);
    const facts = Array.from({ length: EACH }, () => {
      const one = inventStub(random, TODAY);
      // The layout in whole dollars names the week's last day only.
      return style.isWhole ? { ...one, from: addDays(one.to, -6) } : one;
    });
    const text = await readPdfText(await drawSheet(payStubSheet(name, facts)), 'bench', { isPatient: true });
    if ('problem' in text) throw new Error(`The generated stubs of '${name}' could not be read: ${text.problem}`);
    const stubs = text.pages.map(readPayStub);
    const gross = facts.map((one, n) => verdictOn(stubs[n], style.isWhole ? Math.round(one.gross) : one.gross));
    const periods = facts.filter((one, n) => isPeriod(one, stubs[n])).length;
    const count = (wanted: string) => gross.filter((one) => one === wanted).length;
    rows.push(
      `  ${name.padEnd(16)} gross right ${count('right')}, none ${count('none')}, wrong ${count('wrong')}; period right ${periods} of ${EACH}`,
    );
  }
  return rows.join('\n');
}

function verdictOn(stub: PayStub | undefined, gross: number): 'right' | 'none' | 'wrong' {
  if (stub?.gross === undefined) return 'none';
  return stub.gross === gross ? 'right' : 'wrong';
}

const isPeriod = ({ from, to }: StubFacts, stub?: PayStub) => stub?.from === from && stub.to === to;
