import { isRecord } from '../../../model/paths';
import type { Answers } from '../../../model/types';
import type { LoadedSection } from '../panels';

/** A source whose documents are looked over: an employer, another income, a bank account. */
export interface ReviewBlock {
  documentId: number;
  sourceId: number;
  /** Its place in its list, from 1. */
  n: number;
  name?: string;
}

/** What a source is called, by the member that says it. */
const NAMES = ['employer_name', 'bank_name', 'other_income_type'];

/** The sources of a step in the order of its sections; a section has them when its `ui:entries` names their document type. */
export function reviewBlocks(
  sections: readonly LoadedSection[],
  answersOf: (section: LoadedSection) => Answers,
): ReviewBlock[] {
  return sections.flatMap((section) => {
    const entries = section.served.ui['ui:entries'];
    if (!isRecord(entries) || typeof entries.source !== 'number') return [];
    const answers = answersOf(section);
    const rows = answers[String(entries.answer)] === 'Yes' ? answers[String(entries.list)] : [];
    const documentId = entries.source;
    return (Array.isArray(rows) ? rows : []).filter(isRecord).map((row, index) => {
      const name = NAMES.map((member) => row[member]).find((one) => typeof one === 'string' && one !== '');
      return { documentId, sourceId: Number(row.id), n: index + 1, ...(name ? { name: String(name) } : {}) };
    });
  });
}
