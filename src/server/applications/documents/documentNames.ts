import { getIn, ownMember, recordsIn } from '../../../model/answers/paths';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { documentId as documentIdOf, documentType } from '../../../model/section/documentTypes';
import type { Translations } from '../../forms/languages';

export type SourceNames = (documentId: number, sourceId: number) => string | null;

export const documentTitle = (type: number, texts: Translations): string => {
  const title = documentType(type)?.title ?? '';
  return texts[title] ?? title;
};

export function sourceNames(answers: StepAnswers, texts: Translations, banks: 'named' | 'numbered'): SourceNames {
  return (documentId, sourceId) => {
    const { section = '', list = '', name = '' } = documentType(documentId)?.rows ?? {};
    if (!section || sourceId === 0) return null;
    const row = recordsIn(getIn(answers, [section, list])).find(({ id }) => id === sourceId);
    const isBank = documentId === documentIdOf('banking');
    const names = isBank ? [row?.bank_name, row?.account_type] : [row?.[name]];
    const labels = names.flatMap((one) => (typeof one === 'string' && one ? (ownMember(texts, one) ?? one) : []));
    return labels.length === 0 || (isBank && banks === 'numbered') ? String(sourceId) : labels.join(', ');
  };
}
