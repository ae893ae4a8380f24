import flow from '../../../../schemas/flows/application.json';
import texts from '../../../../schemas/texts/success.json';
import type { StepRecords } from '../../../contract/steps';
import { type DocumentType, documentType, idsTakenFor, isOf } from '../../../model/documents';
import { fillText } from '../../../model/fillText';
import type { StoredDocument } from '../../../model/formContext';
import { branch, getIn, isRecord } from '../../../model/paths';
import type { Answers, SchemaNode, ServedSection } from '../../../model/types';
import { documentsStep } from '../formatDay';

/** Files for one thing: an identity document, one employer, one bank. */
export interface UploadBlock {
  served: ServedSection;
  initial: Answers;
  /** Whose files these are, where a section has several. */
  title?: string;
  /** Its number, where a section has several. */
  source?: number;
}

export interface UploadGroup {
  name: string;
  title: string;
  /** The document types that are uploaded here. */
  types: readonly number[];
  blocks: UploadBlock[];
  /** Said where there is nobody to upload for. */
  none?: string;
}

interface RowWords {
  unnamed: string;
  none: string;
}

const { employment, otherIncome, banking } = texts.documents;

/** What is said of the rows of the income, by the documents that each of them has. */
const rowWords: Record<string, RowWords | undefined> = { employment, otherIncome, banking };

/** A question for files. */
interface FileField {
  name: string;
  /** The document types of its files. */
  types: readonly number[];
  isList: boolean;
}

/** The sections of the dialog in order, each with its blocks and the files that are there; sections the settings hide are left out. */
export function uploadGroups(sections: readonly ServedSection[], income: StepRecords): UploadGroup[] {
  return sections.flatMap((served) => {
    const fields = fileFields(served.schema);
    const [first] = fields;
    // A box next to the files is no reason to show a section whose files the settings hide.
    if (!first) return [];
    const group = { name: served.name, title: titleOf(served), types: fields.flatMap((field) => field.types) };
    const type = documentType(first.types[0] ?? null);
    if (!type?.rows) return [{ ...group, blocks: [oneBlock(served, fields, income.documents)] }];
    return [{ ...group, blocks: rowBlocks(served, first.name, type, income), none: rowWords[type.name]?.none }];
  });
}

function fileFields({ properties = {} }: SchemaNode): FileField[] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const type = node['x-document'];
    return type === undefined ? [] : [{ name, types: idsTakenFor(type), isList: node.type === 'array' }];
  });
}

/** The dialog's own name of a section; a section of step 3 bears another there. */
function titleOf({ name }: ServedSection): string {
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
    initial.documenttype_id = documents.find((one) => isOf('identity', one.document_id))?.document_id;
  return { served, initial };
}

function rowBlocks(
  served: ServedSection,
  field: string,
  { id: type, title, rows, name: kind }: DocumentType,
  income: StepRecords,
): UploadBlock[] {
  const { section = '', list = '', name = '' } = rows ?? {};
  const found = getIn(income, [bodyOf(section), list]);
  return (Array.isArray(found) ? found : []).filter(isRecord).map((one, index) => {
    const id = Number(one.id);
    const files = (income.documents ?? []).filter((file) => file.document_id === type && file.source_id === id);
    const called = one[name];
    const unnamed = fillText(rowWords[kind]?.unnamed ?? title, { n: index + 1 });
    return {
      source: id,
      served: forSource(isSaidBefore(one) ? withoutOfferLetter(served) : served, field, id),
      initial: { [field]: files.map((file) => file.blob_path), ...offerLetter(income, type, id) },
      title: typeof called === 'string' && called ? called : unnamed,
    };
  });
}

/** Whether the signed application itself says that its applicant is newly employed there: nothing is left to ask. */
const isSaidBefore = (row: Answers) => row.allowOfferLetter === true || row.isfuture_employer === true;

function withoutOfferLetter(served: ServedSection): ServedSection {
  const { allowOfferLetter: _, ...properties } = served.schema.properties ?? {};
  return { ...served, schema: { ...served.schema, properties } };
}

function offerLetter({ sources = [] }: StepRecords, type: number, sourceId: number): Answers {
  const place = sources.find((one) => one.document_id === type && one.source_id === sourceId);
  return place?.allow_offer_letter ? { allowOfferLetter: true } : {};
}

/** The same questions once more, for another source: with names of their own. */
function forSource(served: ServedSection, field: string, sourceId: number): ServedSection {
  const files = branch(served.ui, field);
  const options = { ...branch(files, 'ui:options'), sourceId };
  return {
    ...served,
    name: `${served.name}-${sourceId}`,
    ui: { ...served.ui, [field]: { ...files, 'ui:options': options } },
  };
}

/** The member of the income's records that holds a section's answers. */
function bodyOf(section: string): string {
  const parts = flow.steps.flatMap(({ sections }) => sections);
  return parts.find((part) => part.section === section)?.body ?? '';
}
