import type { OfficeDocument } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { formatDay } from '../../../model/format/dates';
import { formatDollars } from '../../../model/format/money';
import { comparedToOthers } from '../../../model/income/checks/compareStubs';
import type { Contradiction, DocumentReading, PayStub } from '../../../model/income/checks/documentChecks';
import { isPayFrequency } from '../../../model/income/pay';
import { fillText } from '../../../model/messages/fillText';
import { languageIn, type Translations } from '../../forms/languages';

export function describeContradictions(
  { stubs = [], statements = [], contradictions = [], isPicture }: Partial<DocumentReading>,
  ofJob: readonly PayStub[],
  texts: Translations,
): OfficeDocument['contradictions'] {
  // Images are skipped, because they're easily misread.
  if (isPicture) return [];
  const ofStubs = stubs.flatMap((stub) => [...(stub.contradictions ?? []), ...comparedToOthers(stub, ofJob)]);
  const all = [...ofStubs, ...statements.flatMap((one) => one.contradictions ?? []), ...contradictions];
  const byText = new Map(all.map((one) => [describe(one, texts), one.places ?? []]));
  return [...byText].map(([text, places]) => ({ text, places }));
}

function describe({ kind, values }: Contradiction, texts: Translations): string {
  const { contradictions, frequencies } = messages('server-office');
  const translate = (text: string) => texts[text] ?? text;
  const shown = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number') return [name, formatDollars(value)];
    return [name, isPayFrequency(value) ? translate(frequencies[value]) : formatDay(value, languageIn(texts))];
  });
  return fillText(translate(contradictions[kind]), Object.fromEntries(shown));
}
