import flow from '../../../../schemas/flows/application.json';
import texts from '../../../../schemas/texts/success.json';
import type { StepRecords } from '../../../contract/steps';
import { documentId, documentType, idsOf } from '../../../model/documents';
import { fillText } from '../../../model/fillText';
import type { StoredDocument } from '../../../model/formContext';
import { getIn, isRecord } from '../../../model/paths';
import type { Answers, ServedSection } from '../../../model/types';
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
  blocks: UploadBlock[];
  /** Said where there is nobody to upload for. */
  none?: string;
}

/** The sections with one block for each row of the income, whose files these are, and what is said of them. */
const ROWS: Record<string, { type: number; words: RowWords }> = {
  'upload-employment': { type: documentId('employment'), words: texts.documents.employment },
  'upload-other-income': { type: documentId('otherIncome'), words: texts.documents.otherIncome },
  'upload-banking': { type: documentId('banking'), words: texts.documents.banking },
};

interface RowWords {
  unnamed: string;
  none: string;
}

/** The sections of the dialog in order, each with its blocks and the files that are there; sections the settings hide are left out. */
export function uploadGroups(sections: readonly ServedSection[], income: StepRecords): UploadGroup[] {
  const { documents = [] } = income;
  return sections.filter(asksForFiles).map((served) => {
    const title = titleOf(served);
    if (!(served.name in ROWS)) return { name: served.name, title, blocks: [oneBlock(served, documents)] };
    const blocks = rowBlocks(served, income, documents);
    return { name: served.name, title, blocks, none: ROWS[served.name]?.words.none };
  });
}

/** A box next to the files is no reason to show a section whose files the settings hide. */
function asksForFiles({ name, schema: { properties = {} } }: ServedSection): boolean {
  return name in ROWS ? properties.files !== undefined : Object.keys(properties).length > 0;
}

/** The dialog's own name of a section; a section of step 3 bears another there. */
function titleOf({ name }: ServedSection): string {
  return documentsStep().sections.find(({ section }) => section === name)?.title ?? '';
}

function oneBlock(served: ServedSection, documents: readonly StoredDocument[]): UploadBlock {
  const of = (...types: number[]) => documents.filter((one) => types.includes(one.document_id));
  const front = of(...idsOf('identity'))[0];
  const known: Record<string, Answers> = {
    'upload-identity': {
      documenttype_id: front?.document_id,
      file: front?.blob_path,
      backfile: of(...idsOf('identityBack'))[0]?.blob_path,
    },
    'upload-ssn': { file: of(documentId('ssn'))[0]?.blob_path },
    'other-documents': { other_documents: pathsOf(of(documentId('other'))) },
  };
  return { served, initial: known[served.name] ?? {} };
}

function rowBlocks(served: ServedSection, income: StepRecords, documents: readonly StoredDocument[]): UploadBlock[] {
  const { type, words } = ROWS[served.name] as (typeof ROWS)[string];
  const { section = '', list = '', name = '' } = documentType(type)?.rows ?? {};
  const rows = getIn(income, [bodyOf(section), list]);
  return (Array.isArray(rows) ? rows : []).filter(isRecord).map((one, index) => {
    const id = Number(one.id);
    const files = documents.filter((file) => file.document_id === type && file.source_id === id);
    const called = one[name];
    return {
      source: id,
      served: forSource(isSaidBefore(one) ? withoutOfferLetter(served) : served, id),
      initial: { files: pathsOf(files), ...offerLetter(income, type, id) },
      title: typeof called === 'string' && called ? called : fillText(words.unnamed, { n: index + 1 }),
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
function forSource(served: ServedSection, sourceId: number): ServedSection {
  const files = served.ui.files as Record<string, unknown>;
  const options = { ...(files['ui:options'] as object), sourceId };
  return {
    ...served,
    name: `${served.name}-${sourceId}`,
    ui: { ...served.ui, files: { ...files, 'ui:options': options } },
  };
}

const pathsOf = (documents: readonly StoredDocument[]) => documents.map((one) => one.blob_path);

/** The member of the income's records that holds a section's answers. */
function bodyOf(section: string): string {
  const parts = flow.steps.flatMap(({ sections }) => sections);
  return parts.find((part) => part.section === section)?.body ?? '';
}
