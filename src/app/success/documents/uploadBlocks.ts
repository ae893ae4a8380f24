import texts from '../../../../schemas/texts/success.json';
import type { StepRecords } from '../../../api/stepRecords';
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

/** Where the rows of a section with one block for each row stand in the income's records, and what they are called. */
const ROWS: Record<string, { list: string[]; name: string; documentId: number; words: RowWords }> = {
  'upload-employment': row('employment_details', 'employer', 'employer_name', 3, texts.documents.employment),
  'upload-other-income': row(
    'other_income_details',
    'otherincome',
    'other_income_type',
    7,
    texts.documents.otherIncome,
  ),
  'upload-banking': row('banking_details', 'banking', 'bank_name', 6, texts.documents.banking),
};

const IDENTITY = [2, 1, 10, 11];
const BACK = 13;
const SSN = 4;
const OTHER = 5;

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

/** A box beside the files is no reason to show a section whose files the settings hide. */
function asksForFiles({ name, schema: { properties = {} } }: ServedSection): boolean {
  return name in ROWS ? properties.files !== undefined : Object.keys(properties).length > 0;
}

/** The dialog's own name of a section; a section of step 3 bears another there. */
function titleOf({ name }: ServedSection): string {
  return documentsStep.sections.find(({ section }) => section === name)?.title ?? '';
}

function oneBlock(served: ServedSection, documents: readonly StoredDocument[]): UploadBlock {
  const of = (...types: number[]) => documents.filter((one) => types.includes(one.document_id));
  const front = of(...IDENTITY)[0];
  const known: Record<string, Answers> = {
    'upload-identity': {
      documenttype_id: front?.document_id,
      file: front?.blob_path,
      backfile: of(BACK)[0]?.blob_path,
    },
    'upload-ssn': { file: of(SSN)[0]?.blob_path },
    'other-documents': { other_documents: pathsOf(of(OTHER)) },
  };
  return { served, initial: known[served.name] ?? {} };
}

function rowBlocks(served: ServedSection, income: StepRecords, documents: readonly StoredDocument[]): UploadBlock[] {
  const { list, name, documentId, words } = ROWS[served.name] as (typeof ROWS)[string];
  const rows = getIn(income, list);
  return (Array.isArray(rows) ? rows : []).filter(isRecord).map((one, index) => {
    const id = Number(one.id);
    const files = documents.filter((file) => file.document_id === documentId && file.source_id === id);
    const called = one[name];
    return {
      source: id,
      served: forSource(isSaidBefore(one) ? withoutOfferLetter(served) : served, id),
      initial: { files: pathsOf(files), ...offerLetter(income, documentId, id) },
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

function offerLetter({ sources = [] }: StepRecords, documentId: number, sourceId: number): Answers {
  const place = sources.find((one) => one.document_id === documentId && one.source_id === sourceId);
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

function row(member: string, list: string, name: string, documentId: number, words: RowWords) {
  return { list: [member, list], name, documentId, words };
}
