import { describe, expect, it } from 'vitest';
import texts from '../../../../schemas/texts/server-office.json';
import spanish from '../../../../schemas/translations/es.json';
import type { ContradictionKind, DocumentReading } from '../../../../src/model/income/checks/documentChecks';
import { describeContradictions } from '../../../../src/server/features/office/describeContradictions';
import { readLanguages } from '../../../../src/server/forms/languages';

const words = readLanguages({ 'translations/es.json': spanish }).es ?? {};
const reading = (stub: DocumentReading['stubs'][number], isPicture = false): DocumentReading => ({
  pages: 1,
  hasText: true,
  isPicture,
  stubs: [stub],
  statements: [],
});
const stub = {
  contradictions: [
    { kind: 'frequency' as const, values: { from: '2026-11-01', to: '2026-11-07', days: '7', frequency: 'Bi-Weekly' } },
  ],
};

const textsOf = (...args: Parameters<typeof describeContradictions>) =>
  describeContradictions(...args).map(({ text }) => text);

describe('describeContradictions', () => {
  it("describes contradictions in the office's language", () => {
    expect(textsOf(reading(stub), [], {})).toEqual([
      'The pay period from Nov 1, 2026 to Nov 7, 2026 has 7 days, but the stub says the employee is paid every two weeks.',
    ]);
    const [inSpanish] = textsOf(reading(stub), [], words);
    expect(inSpanish).toContain(words['every two weeks']);
    expect(inSpanish).toContain('7 nov 2026');
  });

  it('reports where the figures are on stubs, statements and other documents', () => {
    const places = [{ page: 1, box: [0.5, 0.2, 0.6, 0.22] as [number, number, number, number] }];
    const contradictions = [{ kind: 'covered' as const, values: { under: '2,000.00', figure: '3,200.00' }, places }];
    const expected = [{ text: 'Something covers “2,000.00” in the file, and “3,200.00” is printed over it.', places }];
    expect(describeContradictions(reading({ contradictions }), [], {})).toEqual(expected);
    const document = { ...reading({}), stubs: [] };
    expect(describeContradictions({ ...document, statements: [{ contradictions }] }, [], {})).toEqual(expected);
    expect(describeContradictions({ ...document, contradictions }, [], {})).toEqual(expected);
  });

  it('compares a stub with the one before it', () => {
    const before = { payDate: '2026-11-05', grossToDate: 38_000, gross: 2000 };
    const after = { payDate: '2026-11-19', grossToDate: 38_500, gross: 2000 };
    expect(textsOf(reading(after), [before, after], {})).toEqual([
      "The year-to-date total rose to $38,500.00 from $38,000.00 on the pay stub dated Nov 5, 2026. That doesn't match gross pay of $2,000.00.",
    ]);
  });

  it('reports nothing for pictures, which are easily misread', () => {
    expect(describeContradictions(reading(stub, true), [], {})).toEqual([]);
  });

  it.each(Object.entries(texts.contradictions))('never says fraud, and is translated to Spanish: %s', (kind, text) => {
    const found = reading({ contradictions: [{ kind: kind as ContradictionKind, values: {} }] });
    expect(describeContradictions(found, [], {})).toHaveLength(1);
    expect(text).not.toMatch(/fraud|fake|tamper|edited/i);
    expect(words[text]).toBeTruthy();
  });
});
