import type { StepRecords } from '../../../contract/steps';
import { pageMessages } from '../../../messages/useMessages';
import { findUi, getIn, isRecord } from '../../../model/answers/paths';
import type { StoredDocument } from '../../../model/formContext';
import { fillText } from '../../../model/messages/fillText';
import { type DocumentType, documentType, hasRole, idsSharingField } from '../../../model/section/documentTypes';
import type { Answers, SchemaNode, ServedSection } from '../../../model/types';
import { applicationFlow } from '../../shell/application';
import { documentsStep } from '../successSteps';

export interface UploadBlock {
  served: ServedSection;
  initial: Answers;
  title?: string;
  source?: number;
}

export interface UploadGroup {
  name: string;
  title: string;
  types: readonly number[];
  blocks: UploadBlock[];
  /** Text shown if there are no sources. */
  none?: string;
}

interface RowMessages {
  unnamed: string;
  none: string;
}

function rowMessages(documents: string): RowMessages | undefined {
  const { employment, otherIncome, banking } = pageMessages('success').documents;
  const rows: Record<string, RowMessages | undefined> = { employment, otherIncome, banking };
  return rows[documents];
}

interface FileField {
  name: string;
  types: readonly number[];
  isList: boolean;
}

export function uploadGroups(sections: readonly ServedSection[], income: StepRecords): UploadGroup[] {
  return sections.flatMap((served) => {
    const fields = fileFields(served.schema);
    const [first] = fields;
    // Leaves out sections without file fields.
    if (!first) return [];
    const group = { name: served.name, title: sectionTitle(served), types: fields.flatMap((field) => field.types) };
    const type = documentType(first.types[0] ?? null);
    if (!type?.rows) return [{ ...group, blocks: [oneBlock(served, fields, income.documents)] }];
    return [{ ...group, blocks: rowBlocks(served, first.name, type, income), none: rowMessages(type.name)?.none }];
  });
}

function fileFields({ properties = {} }: SchemaNode): FileField[] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const type = node['x-document'];
    return type === undefined ? [] : [{ name, types: idsSharingField(type), isList: node.type === 'array' }];
  });
}

function sectionTitle({ name }: ServedSection): string {
  return documentsStep().sections.find(({ section }) => section === name)?.title ?? '';
}

function oneBlock(
  served: ServedSection,
  fields: readonly FileField[],
  documents: readonly StoredDocument[] = [],
): UploadBlock {
  const initial: Answers = Object.fromEntries(
    fields.map(({ name, types, isList }) => {
      const paths = documents.filter((one) => types.includes(one.document_id)).map((one) => one.blob_path);
      return [name, isList ? paths : paths[0]];
    }),
  );
  if (served.schema.properties?.documenttype_id)
    initial.documenttype_id = documents.find((one) => hasRole('identity', one.document_id))?.document_id;
  return { served, initial };
}

function rowBlocks(
  served: ServedSection,
  field: string,
  { id: type, title, rows, name: kind }: DocumentType,
  income: StepRecords,
): UploadBlock[] {
  const { section = '', list = '', name = '' } = rows ?? {};
  const found = getIn(income, [recordsMember(section), list]);
  return (Array.isArray(found) ? found : []).filter(isRecord).map((one, index) => {
    const id = Number(one.id);
    const files = (income.documents ?? []).filter((file) => file.document_id === type && file.source_id === id);
    const place = income.sources?.find((other) => other.document_id === type && other.source_id === id);
    const called = place?.name ?? one[name];
    const unnamed = fillText(rowMessages(kind)?.unnamed ?? title, { n: index + 1 });
    return {
      source: id,
      served: forSource(place?.can_be_new && !hasOfferLetter(one) ? served : withoutOfferLetter(served), field, id),
      initial: {
        [field]: files.map((file) => file.blob_path),
        ...(place?.allow_offer_letter && { allowOfferLetter: true }),
      },
      title: typeof called === 'string' && called ? called : unnamed,
    };
  });
}

const hasOfferLetter = (row: Answers) => row.allowOfferLetter === true || row.isfuture_employer === true;

function withoutOfferLetter(served: ServedSection): ServedSection {
  const { allowOfferLetter: _, ...properties } = served.schema.properties ?? {};
  return { ...served, schema: { ...served.schema, properties } };
}

/** Copies the section under a name that is unique to the source. */
function forSource(served: ServedSection, field: string, sourceId: number): ServedSection {
  const files = findUi(served.ui, field);
  const options = { ...findUi(files, 'ui:options'), sourceId };
  return {
    ...served,
    name: `${served.name}-${sourceId}`,
    ui: { ...served.ui, [field]: { ...files, 'ui:options': options } },
  };
}

function recordsMember(section: string): string {
  const parts = applicationFlow().steps.flatMap(({ sections }) => sections);
  return parts.find((part) => part.section === section)?.body ?? '';
}
