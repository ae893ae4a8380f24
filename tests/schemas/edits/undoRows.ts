// cspell:ignore Direcciones Domicilios
import { type HandEdit, inSpanish } from '../../edits/editByHand';

export interface UndoRow {
  what: string;
  /** What the version changes. */
  edits: HandEdit[];
  /** Answers that an applicant types after it was published. */
  typed?: { section: string; answers: object };
  /** What a later version changes before the undo. */
  later?: HandEdit[];
  /** Undo the later version first. */
  inOrder?: boolean;
  /** Undo the undo, too. */
  redo?: boolean;
  /** "Publish anyway". */
  anyway?: boolean;
  /** Code that rejects the undo. Without it, the earlier form is live again. */
  code?: string;
  /** A part of the message. */
  says?: string;
  /** A part of the draft after the undo. */
  keeps?: object;
  /** What staff see, for docs/edits.md. */
  seen: string;
}

const file = (name: string, from: string, to: string): HandEdit => ({ file: name, from, to });
const CONTACTS = 'contacts.schema.json';
const ADDRESS = 'address.schema.json';
const APARTMENT = '"title": "Apartment or unit",\n            "type": "string",\n            "maxLength": 50';
const apartment = (rules: string) =>
  file(ADDRESS, APARTMENT, `"title": "Apartment or unit",\n "type": "string", ${rules}`);

const label = [file('ssn.schema.json', '"Proof of SSN"', '"Your proof of SSN"'), inSpanish('Your proof of SSN')];
const question = [
  file(
    ADDRESS,
    '"appartment": {',
    '"floor_name": { "title": "Floor", "type": "string", "x-pii": "none", "maxLength": 40 },\n"appartment": {',
  ),
  file('address.ui.json', '"appartment": {', '"floor_name": { "ui:autocomplete": "off" },\n"appartment": {'),
  inSpanish('Floor'),
];
const option = [
  file('ssn.schema.json', '"const": "other",', '"const": "lost",\n"title": "I have lost it"\n}, {\n"const": "other",'),
  inSpanish('I have lost it'),
];
const renamed = [
  file(ADDRESS, '"reason": {', '"why": {'),
  file('personas/robin-hale.json', '"reason": "I would', '"why": "I would'),
  file('address.ui.json', '"reason": {', '"why": {'),
  {
    file: 'migrations/001-why.json',
    to: JSON.stringify({
      ...{ $schema: '../meta/migration.schema.json', title: 'Why', section: 'address' },
      changes: [{ rename: 'address/[]/reason', to: 'why' }],
    }),
  },
];
const row = (answers: object) => ({
  section: 'address',
  answers: { address: [{ street_address: '12 Harbor Street', ...answers }] },
});

export const undoRows: UndoRow[] = [
  { what: 'a changed label', edits: label, seen: 'the earlier label' },
  { what: 'the undo of a changed label', edits: label, redo: true, seen: 'the changed label again' },
  {
    what: 'a changed translation',
    edits: [file('translations/es.json', '"Direcciones"', '"Domicilios"')],
    seen: 'the earlier translation',
  },
  {
    what: 'a new question that nobody answered',
    edits: question,
    typed: row({ reason: 'Too small' }),
    keeps: { address: [{ reason: 'Too small' }] },
    seen: 'the form without it; other answers stay',
  },
  {
    what: 'a new question that someone answered',
    edits: question,
    typed: row({ floor_name: 'Third' }),
    ...{ code: 'answersStored', says: "The answers in 1 application don't fit" },
    seen: 'the count, and "Publish anyway"',
  },
  {
    what: 'a new question that someone answered, published anyway',
    edits: question,
    typed: row({ floor_name: 'Third', reason: 'Too small' }),
    anyway: true,
    keeps: { address: [{ reason: 'Too small' }] },
    seen: 'the form without it; other answers stay',
  },
  {
    what: 'a looser limit that no answer uses',
    edits: [apartment('"maxLength": 60')],
    typed: row({ appartment: '4B' }),
    keeps: { address: [{ appartment: '4B' }] },
    seen: 'the earlier limit',
  },
  {
    what: 'a looser limit that an answer uses',
    edits: [apartment('"maxLength": 60')],
    typed: row({ appartment: 'A'.repeat(55) }),
    ...{ code: 'answersStored', says: "The answers in 1 application don't fit" },
    seen: 'the count, and "Publish anyway"',
  },
  {
    what: 'a new option that someone chose',
    edits: option,
    typed: { section: 'ssn', answers: { isUS_citizen: 'Yes', no_doc_reason: 'lost' } },
    code: 'answersStored',
    seen: 'the count, and "Publish anyway"',
  },
  {
    what: 'a new option that nobody chose',
    edits: option,
    typed: { section: 'ssn', answers: { isUS_citizen: 'Yes', no_doc_reason: 'none' } },
    seen: 'the earlier options',
  },
  {
    what: 'a renamed field with its migration',
    edits: renamed,
    typed: row({ why: 'Too small' }),
    anyway: true,
    keeps: { address: [{ reason: 'Too small' }] },
    seen: 'the answer under its earlier name',
  },
  {
    what: 'a version whose file was changed again by a later version',
    edits: label,
    later: [file('ssn.schema.json', '"Your proof of SSN"', '"A proof of SSN"'), inSpanish('A proof of SSN')],
    code: 'laterVersion',
    seen: 'the later version must be undone first',
  },
  {
    what: 'two versions, starting with the later one',
    edits: label,
    later: [file('ssn.schema.json', '"Your proof of SSN"', '"A proof of SSN"'), inSpanish('A proof of SSN')],
    inOrder: true,
    seen: 'the form before both',
  },
  {
    what: 'a version that was followed by changes to other files',
    edits: label,
    later: [file(CONTACTS, '"type": "object"', '"description": "Address",\n"type": "object"')],
    code: undefined,
    seen: 'the earlier label; the later change stays',
  },
];
