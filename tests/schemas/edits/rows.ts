// cspell:ignore Direcciones Domicilios Nadie
import type { HandEdit } from '../../edits/editByHand';

/** What an applicant has typed: two rows of addresses. */
export const TYPED = {
  address: [
    { street_address: '12 Harbor Street', appartment: '4B', reason: 'Too small', property_type: 1 },
    { street_address: '7 Mill Lane', reason: 'Too loud', property_type: 3 },
  ],
};

export interface EditRow {
  group: 'fields' | 'limits' | 'flows' | 'languages' | 'protection' | 'office' | 'files';
  what: string;
  edits: HandEdit[];
  /** Texts that get a Spanish translation. */
  spanish?: string[];
  /** Code of all issues, and a part of their fixes. Without a code, the edit goes live. */
  code?: string;
  fix?: string;
  /** Goes live, and lint reports this. */
  warns?: string;
  /** A part of the stored draft of the address, once the edit is live. */
  keeps?: object;
}

const file = (name: string, from: string, to: string): HandEdit => ({ file: name, from, to });
const made = (name: string, content: object): HandEdit => ({ file: name, to: JSON.stringify(content) });
const migration = (changes: object[], section?: string) =>
  made('migrations/001-edit.json', {
    ...{ $schema: '../meta/migration.schema.json', title: 'Edit' },
    ...(section && { section }),
    changes,
  });

const ADDRESS = 'address.schema.json';
const SSN = 'ssn.schema.json';
const FLOW = 'flows/application.json';
const ES = 'translations/es.json';
const STATUS = 'office/status.json';

const APARTMENT = '"title": "Apartment or unit",\n            "type": "string",\n            "maxLength": 50';
const SSN_PLACE =
  '{ "section": "ssn", "anchor": "ssn", "tab": "SSN", "title": "Social Security Number", "body": "ssn_data" }';
const apartment = (rules: string) =>
  file(ADDRESS, APARTMENT, `"title": "Apartment or unit",\n "type": "string", ${rules}`);
const OTHER_HOME = ',\n              {\n                "const": 3,\n                "title": "Other"\n              }';
const NO_NUMBER =
  '{\n          "const": "none",\n          "title": "I don\'t have a Social Security number"\n        },';
const noComma = (text: string) => `,\n        ${text}`;

const first = { address: [{ appartment: '4B', reason: 'Too small' }, { reason: 'Too loud' }] };

export const rows: EditRow[] = [
  // Fields
  {
    group: 'fields',
    what: 'a changed label',
    edits: [file(SSN, '"Are you a US citizen?"', '"Are you a citizen of the US?"')],
    spanish: ['Are you a citizen of the US?'],
  },
  {
    group: 'fields',
    what: 'an optional question added',
    edits: [
      file(
        ADDRESS,
        '"appartment": {',
        '"floor_name": { "title": "Floor", "type": "string", "x-pii": "none", "maxLength": 40 },\n"appartment": {',
      ),
      file('address.ui.json', '"appartment": {', '"floor_name": { "ui:autocomplete": "off" },\n"appartment": {'),
    ],
    spanish: ['Floor'],
    keeps: first,
  },
  {
    group: 'fields',
    what: 'an answered field renamed without a migration',
    edits: [
      file(ADDRESS, '"reason": {', '"why": {'),
      file('personas/robin-hale.json', '"reason": "I would', '"why": "I would'),
      file('address.ui.json', '"reason": {', '"why": {'),
    ],
    code: 'breaking',
    fix: '1 application answered it',
  },
  {
    group: 'fields',
    what: 'an answered field renamed with its migration',
    edits: [
      file(ADDRESS, '"reason": {', '"why": {'),
      file('personas/robin-hale.json', '"reason": "I would', '"why": "I would'),
      file('address.ui.json', '"reason": {', '"why": {'),
      migration([{ rename: 'address/[]/reason', to: 'why' }], 'address'),
    ],
    keeps: { address: [{ appartment: '4B', why: 'Too small' }, { why: 'Too loud' }] },
  },
  {
    group: 'fields',
    what: 'an answered field made required without a migration',
    edits: [file(ADDRESS, '"required": ["street_address",', '"required": ["appartment", "street_address",')],
    code: 'breaking',
    fix: '{ "accept": "address/[]/appartment" }',
  },
  {
    group: 'fields',
    what: 'an answered field made required with a migration',
    edits: [
      file(ADDRESS, '"required": ["street_address",', '"required": ["appartment", "street_address",'),
      migration([{ accept: 'address/[]/appartment' }], 'address'),
    ],
    keeps: first,
  },
  {
    group: 'fields',
    what: 'an answered field with a different type',
    edits: [file(ADDRESS, APARTMENT, '"title": "Apartment or unit",\n "type": "integer"')],
    code: 'breaking',
    fix: 'has a different type',
  },
  {
    group: 'fields',
    what: 'a misspelled keyword',
    edits: [file(SSN, '"required": ["isUS_citizen"]', '"requird": ["isUS_citizen"]')],
    code: 'unknown-keyword',
    fix: "Did you mean 'required'?",
  },
  {
    group: 'fields',
    what: 'two questions that each show the other',
    edits: [
      file(
        ADDRESS,
        '"x-conditions": [',
        '"x-conditions": [{ "if": { "required": ["reason"] }, "show": ["is_current_address"] }, { "if": { "required": ["is_current_address"] }, "show": ["reason"] },',
      ),
    ],
    code: 'never-shown',
    fix: 'Show one of them from the start',
  },
  {
    group: 'fields',
    what: 'a required question that is never shown',
    edits: [file('ssn.ui.json', '"ui:widget": "YesNo"', '"ui:widget": "hidden"')],
    code: 'contradiction',
    fix: 'nobody can answer it',
  },
  {
    group: 'fields',
    what: "a condition on an answer that isn't an option",
    edits: [file(SSN, '"const": "other"\n', '"const": "another"\n')],
    code: 'dangling-option',
    fix: 'is never',
  },
  // Limits and options
  {
    group: 'limits',
    what: 'a looser limit',
    edits: [apartment('"maxLength": 60')],
  },
  {
    group: 'limits',
    what: 'a stricter limit that every stored answer meets',
    edits: [apartment('"maxLength": 2')],
    keeps: first,
  },
  {
    group: 'limits',
    what: 'a stricter limit that a stored answer exceeds',
    edits: [apartment('"maxLength": 1')],
    code: 'breaking',
    fix: '(maxLength 1, was 50), and answers of 1 application are outside them',
  },
  {
    group: 'limits',
    what: 'fewer rows allowed than an applicant filled in',
    edits: [
      file(ADDRESS, '"maxItems": 20', '"maxItems": 1'),
      file(ADDRESS, '"You can add up to 20 entries"', '"You can add up to 1 entry"'),
    ],
    spanish: ['You can add up to 1 entry'],
    code: 'breaking',
    fix: 'maxItems 1, was 20',
  },
  {
    group: 'limits',
    what: 'a removed option that someone chose',
    edits: [file(ADDRESS, OTHER_HOME, '')],
    code: 'breaking',
    fix: '(without 3), and 1 application chose a removed option',
  },
  {
    group: 'limits',
    what: 'a removed option that nobody chose',
    edits: [file(SSN, NO_NUMBER, '')],
    warns: 'unused-translation',
    keeps: first,
  },
  {
    group: 'limits',
    what: 'limits that no answer can meet',
    edits: [apartment('"minLength": 60, "maxLength": 50')],
    code: 'contradiction',
    fix: 'allow no answer',
  },
  {
    group: 'limits',
    what: 'a message that contradicts its rule',
    edits: [file('personal-details.schema.json', '"min": 18', '"min": 25')],
    code: 'wrong-number',
    fix: 'Change one of them',
  },
  {
    group: 'limits',
    what: 'a pattern with an unclosed group',
    edits: [file('definitions/zip.json', '"^([0-9]{5}|', '"^(([0-9]{5}|')],
    code: 'bad-pattern',
    fix: 'Unterminated group',
  },
  {
    group: 'limits',
    what: 'a pattern that can run forever',
    edits: [file('definitions/zip.json', '"^([0-9]{5}|[0-9]{9}|[0-9]{5}-[0-9]{4})$"', '"^([0-9]+)+$"')],
    code: 'slow-pattern',
    fix: '^[0-9]+$',
  },
  // Flows
  {
    group: 'flows',
    what: 'the sections of a step in a different order',
    edits: [file(FLOW, noComma(SSN_PLACE), ''), file(FLOW, '"sections": [', `"sections": [ ${SSN_PLACE},`)],
    keeps: first,
  },
  {
    group: 'flows',
    what: 'a changed step title',
    edits: [file(FLOW, '"title": "Identification Details"', '"title": "Who you are"')],
    spanish: ['Who you are'],
  },
  {
    group: 'flows',
    what: 'an answered section in another step, without a migration',
    edits: [
      file(FLOW, noComma(SSN_PLACE), ''),
      file(FLOW, '"body": "banking_details"\n        },', `"body": "banking_details"\n        }, ${SSN_PLACE},`),
    ],
    code: 'breaking',
    fix: '{ "move": "ssn", "from": "identification", "to": "income" }',
  },
  {
    group: 'flows',
    what: 'an answered section in another step, with its migration',
    edits: [
      file(FLOW, noComma(SSN_PLACE), ''),
      file(FLOW, '"body": "banking_details"\n        },', `"body": "banking_details"\n        }, ${SSN_PLACE},`),
      migration([{ move: 'ssn', from: 'identification', to: 'income' }]),
    ],
    keeps: first,
  },
  {
    group: 'flows',
    what: 'an answered section that is removed from its step',
    edits: [file(FLOW, noComma(SSN_PLACE), '')],
    code: 'breaking',
    fix: '{ "dropSection": "ssn" }',
  },
  {
    group: 'flows',
    what: 'an unanswered section that is removed from its step',
    edits: [
      file(
        FLOW,
        '{ "section": "contacts", "anchor": "contacts", "tab": "Contacts", "title": "Contacts", "body": "questions" },',
        '',
      ),
      file(FLOW, '"reference",\n        "emergency_reference",', ''),
    ],
    warns: 'unreachable-section',
    keeps: first,
  },
  {
    group: 'flows',
    what: "a section that doesn't exist",
    edits: [file(FLOW, '"section": "ssn"', '"section": "snn"')],
    code: 'unknown-section',
    fix: "Did you mean 'ssn'?",
  },
  {
    group: 'flows',
    what: 'a renamed step without a migration',
    edits: [file(FLOW, '"id": "identification"', '"id": "identity"')],
    code: 'breaking',
    fix: '"to": "identity"',
  },
  {
    group: 'flows',
    what: 'a step with the address of another page',
    edits: [file(FLOW, '"route": "/identification/payment"', '"route": "/login"')],
    code: 'bad-route',
  },
  {
    group: 'flows',
    what: 'two steps with the same address',
    edits: [file(FLOW, '"route": "/identification/payment"', '"route": "/identification/incomeDetail"')],
    code: 'bad-route',
  },
  {
    group: 'flows',
    what: 'two sections with the same anchor',
    edits: [file(FLOW, '"anchor": "poi"', '"anchor": "personal-details"')],
    code: 'duplicate-id',
  },
  {
    group: 'flows',
    what: 'a step without the role that the portal needs',
    edits: [file(FLOW, '"role": "identity",', '')],
    code: 'needed-step',
  },
  {
    group: 'flows',
    what: 'a step with an unknown API call',
    edits: [file(FLOW, '"read": "/income/getdetails"', '"read": "/income/details"')],
    code: 'unknown-call',
    fix: 'Restore the previous one',
  },
  {
    group: 'flows',
    what: 'a condition on an unknown property',
    edits: [file('flows/entry.json', '"required": ["applicationType"]', '"required": ["applicationTyp"]')],
    code: 'unknown-context',
  },
  {
    group: 'flows',
    what: 'a flow that no link type uses',
    edits: [
      made('flows/renewal.json', {
        $schema: '../meta/flow.schema.json',
        steps: [
          {
            ...{ id: 'renewal', route: '/renewal', title: 'Renewal', heading: 'Renewal' },
            sections: [
              { section: 'ssn', anchor: 'ssn', tab: 'SSN', title: 'Social Security Number', body: 'ssn_data' },
            ],
          },
        ],
      }),
    ],
    spanish: ['Renewal'],
    warns: 'unserved-flow',
  },
  // Languages
  {
    group: 'languages',
    what: 'an untranslated label',
    edits: [file(SSN, '"Are you a US citizen?"', '"Citizen of the US?"')],
    code: 'missing-translation',
    fix: 'translations/es.json',
  },
  {
    group: 'languages',
    what: 'a deleted translation',
    edits: [file(ES, '"Addresses": "Direcciones",', '')],
    code: 'missing-translation',
    fix: 'Add "Addresses"',
  },
  {
    group: 'languages',
    what: 'a changed translation',
    edits: [file(ES, '"Direcciones"', '"Domicilios"')],
  },
  {
    group: 'languages',
    what: 'a translation that lost a placeholder',
    edits: [file(ES, '"Empleador {n}"', '"Empleador"')],
    code: 'lost-placeholder',
  },
  {
    group: 'languages',
    what: 'a translation with a placeholder that nothing fills',
    edits: [file(ES, '"Empleador {n}"', '"Empleador {n} {m}"')],
    code: 'unknown-placeholder',
  },
  {
    group: 'languages',
    what: 'a translation of an unused message',
    edits: [file(ES, '"texts": {', '"texts": { "Nobody says this": "Nadie lo dice",')],
    warns: 'unused-translation',
  },
  {
    group: 'languages',
    what: 'the same translation twice',
    edits: [file(ES, '"Addresses": "Direcciones",', '"Addresses": "Direcciones", "Addresses": "Domicilios",')],
    code: 'duplicate-key',
    fix: 'twice',
  },
  {
    group: 'languages',
    what: 'an empty translation',
    edits: [file(ES, '"Direcciones"', '""')],
    code: 'meta',
  },
  {
    group: 'languages',
    what: 'an unknown writing direction',
    edits: [file(ES, '"direction": "ltr"', '"direction": "up"')],
    code: 'meta',
  },
  {
    group: 'languages',
    what: 'a new language without its translations',
    edits: [
      made('translations/fr.json', {
        $schema: '../meta/translation.schema.json',
        language: 'Français',
        direction: 'ltr',
        texts: {},
      }),
    ],
    code: 'missing-translation',
    fix: 'translations/fr.json',
  },
  {
    group: 'languages',
    what: 'a translation file that ends too early',
    edits: [file(ES, '"direction": "ltr",', '"direction": "ltr"')],
    code: 'not-json',
    fix: 'A comma is missing before this',
  },
  // Protection
  {
    group: 'protection',
    what: 'an SSN that is no longer encrypted',
    edits: [file('definitions/ssn.json', '"x-pii": "ssn"', '"x-pii": "contact"')],
    code: 'weak-pii',
  },
  {
    group: 'protection',
    what: 'a question about a person without x-pii',
    edits: [file('definitions/phone.json', '"x-pii": "contact",', '')],
    code: 'missing-pii',
  },
  {
    group: 'protection',
    what: 'files that everyone in the office could open',
    edits: [file('definitions/documents.json', '"shows": ["ssn"]', '"shows": []')],
    code: 'opens-files',
  },
  {
    group: 'protection',
    what: 'a setting that no question uses anymore',
    edits: [file(SSN, '"x-config": "USCitizen",', '')],
    code: 'dangling-path',
  },
  // Office
  {
    group: 'office',
    what: 'a status in use that is deleted',
    edits: [file(STATUS, '"declined": {\n      "title"', '"refused": {\n      "title"')],
    code: 'meta',
  },
  {
    group: 'office',
    what: 'a reader role that could decide',
    edits: [file(STATUS, '"scopes": ["read"]', '"scopes": ["read", "status"]')],
    code: 'wider-role',
    fix: 'would also get: status',
  },
  {
    group: 'office',
    what: 'applications removed after a day',
    edits: [file('retention.json', '"removeAfterDays": 60', '"removeAfterDays": 1')],
    code: 'meta',
  },
  {
    group: 'office',
    what: 'too little time between the warning email and the removal',
    edits: [file('retention.json', '"warnAfterDays": 46', '"warnAfterDays": 54')],
    code: 'short-notice',
  },
  {
    group: 'office',
    what: 'more weeks of pay stubs than anyone has',
    edits: [file('checks/income.json', '"weeks": 4', '"weeks": 400')],
    code: 'meta',
  },
  {
    group: 'office',
    what: 'a deleted message that the server needs',
    edits: [file('texts/server.json', '"notFound"', '"notFoundAnyMore"')],
    spanish: [],
    code: 'text-gone',
  },
  // Files
  {
    group: 'files',
    what: 'an extra comma',
    edits: [file(SSN, '"type": "object",', '"type": "object",,')],
    code: 'not-json',
    fix: 'an extra comma',
  },
  {
    group: 'files',
    what: 'a byte order mark',
    edits: [file(SSN, '{\n', '\uFEFF{\n')],
    code: 'not-json',
    fix: 'byte order mark',
  },
  {
    group: 'files',
    what: 'a reference to a missing definition',
    edits: [file(SSN, 'definitions/ssn.json', 'definitions/snn.json')],
    code: 'dangling-ref',
  },
  {
    group: 'files',
    what: 'the same key twice',
    edits: [file(SSN, '"title": "Proof of SSN",', '"title": "Proof of SSN",\n"title": "Proof of SSN",')],
    code: 'duplicate-key',
    fix: 'twice',
  },
  {
    group: 'files',
    what: 'a file over 200 kB',
    edits: [file('definitions/zip.json', '"type": "string"', `"type": "string", "$comment": "${'a'.repeat(200_000)}"`)],
    warns: 'large-file',
  },
  {
    group: 'files',
    what: 'sample answers that no longer fit',
    edits: [file('personas/robin-hale.json', '"appartment": "4B"', '"flat": "4B"')],
    warns: 'dangling-path',
  },
];
