import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSchemaTexts } from '../../../src/server/forms/readSchemas';
import { type Finding, lintSchemas } from '../../../src/tools/schemas/lint/lintSchemas';
import { readWidgetNames } from '../../../src/tools/schemas/widgetIndex';
import { petsSection } from '../../edits/petsStep';
import { flowWithPets } from '../../support/schemaFolder';

const TODAY = '2026-11-21';
const texts = await readSchemaTexts();
const widgets = await readWidgetNames();

function lint(changes: Record<string, string> = {}, more: string[] = []): Finding[] {
  return lintSchemas({ texts: { ...texts, ...changes }, widgets: [...widgets, ...more], today: TODAY });
}

/** The real file with one text of it replaced; every fault is planted where it could really happen. */
function changed(file: string, from: string, to: string): Record<string, string> {
  const text = texts[file] ?? '';
  if (!text.includes(from)) throw new Error(`schemas/${file} has no ${from}`);
  return { [file]: text.replace(from, to) };
}

/** `[code, file, from, to, pointer]`: the fault that the change plants is found there, and told with its line. */
const FAULTS: [string, string, string, string, string][] = [
  ['not-json', 'ssn.schema.json', '"title": "Social Security Number",', '"title": "Social Security Number"', ''],
  [
    'dangling-path',
    'address.schema.json',
    '"show": ["move_out_date"]',
    '"show": ["move_out"]',
    '/properties/address/items/x-conditions/1',
  ],
  [
    'dangling-path',
    'address.schema.json',
    '"x-notBefore": "move_in_date"',
    '"x-notBefore": "moved_in"',
    '/properties/address/items/properties/move_out_date/x-notBefore',
  ],
  ['ui-path', 'address.ui.json', '"appartment": {', '"apartment": {', '/address/items/apartment'],
  ['dangling-path', 'configs/demo.json', '"MoveInDate": "Required"', '"MoveInDat": "Required"', '/fields/MoveInDat'],
  ['dangling-path', 'flows/application.json', '"do_you_smoke"', '"do_you_drink"', '/steps/1/order/13'],
  ['duplicate-step', 'flows/application.json', '"role": "income"', '"role": "payment"', '/steps'],
  ['meta', 'flows/application.json', '"role": "income"', '"role": "incomes"', '/steps/2/role'],
  ['meta', 'flows/application.json', '"save": "/income/savedetails"', '"save": "savedetails"', '/steps/2/calls/save'],
  ['unknown-section', 'flows/application.json', '"section": "ssn"', '"section": "snn"', '/steps/0/sections/3'],
  [
    'dangling-path',
    'personas/robin-hale.json',
    '"appartment": "4B"',
    '"flat": "4B"',
    '/flows/application/identification/address/address/0/flat',
  ],
  [
    'dangling-path',
    'personas/robin-hale.json',
    '"personal-details": {',
    '"personal": {',
    '/flows/application/identification/personal',
  ],
  ['dangling-ref', 'ssn.schema.json', 'definitions/ssn.json', 'definitions/snn.json', '/properties/SSNNumber'],
  [
    'dangling-option',
    'address.schema.json',
    '"const": 2\n                }\n              },\n              "required"',
    '"const": 7\n                }\n              },\n              "required"',
    '/properties/address/items/x-conditions/3/if',
  ],
  ['unknown-widget', 'ssn.ui.json', '"MaskedSsn"', '"MaskSsn"', '/SSNNumber/ui:widget'],
  ['unknown-keyword', 'definitions/zip.json', '"pattern"', '"patern"', '/patern'],
  ['no-message', 'definitions/messages.json', '"enum"', '"enums"', '/properties/no_doc_reason'],
  [
    'unused-message',
    'address.schema.json',
    '"required": "Please enter valid zip code"',
    '"minLength": "Too short"',
    '/properties/address/items/properties/zipcode/errorMessage/minLength',
  ],
  [
    'unused-message',
    'definitions/messages.json',
    '"required"',
    '"uniqueItems": "Twice",\n  "required"',
    '/uniqueItems',
  ],
  [
    'duplicate-id',
    'ssn.schema.json',
    '"availableToUpload_ssn": {',
    '"isUS": { "title": "A", "type": "object", "properties": { "citizen": { "type": "string" } } },\n    "availableToUpload_ssn": {',
    '/properties/isUS/properties/citizen',
  ],
  [
    'duplicate-key',
    'ssn.schema.json',
    '"SSNNumber": {',
    '"file": { "type": "string" },\n    "SSNNumber": {',
    '/properties/file',
  ],
  [
    'duplicate-id',
    'flows/application.json',
    '"anchor": "poi"',
    '"anchor": "personal-details"',
    '/steps/0/sections/1/anchor',
  ],
  ['duplicate-step', 'flows/application.json', '"id": "income"', '"id": "payment"', '/steps'],
  ['missing-pii', 'definitions/phone.json', '"x-pii"', '"$comment"', ''],
  [
    'missing-pii',
    'ssn.schema.json',
    '"availableToUpload_ssn": {',
    '"aliases": { "title": "A", "type": "array", "items": { "type": "string" } },\n    "availableToUpload_ssn": {',
    '/properties/aliases/items',
  ],
  ['branching-option', 'ssn.schema.json', '"const": "later",', '"minimum": 2,', '/properties/no_doc_reason/oneOf/0'],
  [
    'branching',
    'ssn.schema.json',
    '"required": ["isUS_citizen"],',
    '"required": ["isUS_citizen"], "anyOf": [{}],',
    '/anyOf',
  ],
  ['contradiction', 'definitions/street.json', '"maxLength"', '"minLength": 9999, "maxLength"', '/minLength'],
  [
    'contradiction',
    'address.schema.json',
    '"x-notInFuture": true',
    '"x-notInFuture": true, "x-inFuture": true',
    '/properties/address/items/properties/move_in_date/x-inFuture',
  ],
  ['contradiction', 'personal-details.schema.json', '"min": 18', '"min": 118', '/properties/DOB/x-age'],
  ['contradiction', 'ssn.schema.json', '"const": "none"', '"const": "later"', '/properties/no_doc_reason/oneOf'],
  ['meta', 'definitions/money.json', '"type": "number"', '"type": "number", "enum": []', '/enum'],
  [
    'contradiction',
    'ssn.ui.json',
    '"isUS_citizen": {',
    '"isUS_citizen": { "ui:widget": "hidden", "ui:options": {} }, "no_doc_reason": {',
    '/properties/isUS_citizen',
  ],
  ['bad-pattern', 'definitions/zip.json', '"^([0-9]{5}|', '"^(([0-9]{5}|', '/pattern'],
  ['slow-pattern', 'definitions/zip.json', '"^([0-9]{5}|[0-9]{9}|[0-9]{5}-[0-9]{4})$"', '"^([0-9]+)+$"', '/pattern'],
  [
    'never-shown',
    'address.schema.json',
    '"x-conditions": [',
    '"x-conditions": [{ "if": { "required": ["reason"] }, "show": ["street_address"] }, { "if": { "required": ["street_address"] }, "show": ["reason"] },',
    '/properties/address/items/properties/street_address',
  ],
  [
    'missing-pii',
    'address.schema.json',
    '"mortgage_company": { "x-pii": "none",',
    '"mortgage_company": {',
    '/mortgage_company',
  ],
  ['upload-limit', 'ssn.ui.json', '"maxBytes": 10485760', '"maxBytes": 20971520', '/file/ui:options/maxBytes'],
  ['upload-limit', 'ssn.ui.json', '"image/heic", "application/pdf"', '"application/pdf"', '/file/ui:options/accept'],
  ['upload-limit', 'ssn.ui.json', 'up to 10 MB', 'up to 20 MB', '/file/ui:help'],
  ['upload-limit', 'other-documents.schema.json', '"maxItems": 20', '"maxItems": 30', '/maxItems'],
  ['dangling-document', 'ssn.schema.json', '"x-document": 4', '"x-document": 44', '/properties/file'],
  ['dangling-document', 'definitions/documents.json', '"id": 16', '"id": 2', '/types/record/id'],
  [
    'dangling-document',
    'definitions/documents.json',
    '"back": "licenceBack"',
    '"back": "nothing"',
    '/types/licence/back',
  ],
  ['no-meta', 'ssn.ui.json', '"./meta/ui.schema.json"', '"./meta/section.schema.json"', ''],
  ['meta', 'ssn.schema.json', '"type": "object"', '"type": "record"', '/type'],
  ['meta', 'configs/demo.json', '"Passport": "Required"', '"Passport": "required"', '/documents/Passport'],
  [
    'unset-setting',
    'ssn.schema.json',
    '"x-config": "SSNCard"',
    '"x-config": "SSNPaper"',
    '/properties/availableToUpload_ssn/x-config',
  ],
  ['unused-keep', 'meta/kept.json', '"RichText"', '"Text"', '/Text'],
  ['unused-keyword', 'signature.schema.json', '"x-containsName": true,', '', ''],
  ['stale-list', 'meta/widgets.json', '"Text",', '', ''],
];

describe('npm run schemas -- lint', () => {
  it('finds nothing in the real files', () => {
    expect(lint()).toEqual([]);
  });

  it.each(FAULTS)('finds %s planted in %s by %j', (code, file, from, to, pointer) => {
    const findings = lint(changed(file, from, to)).filter((finding) => finding.code === code);
    const places = findings.map((finding) => finding.path);
    expect(places.some((place) => place === pointer || place.endsWith(pointer))).toBe(true);
    for (const { line, mend } of findings) {
      expect(line).toBeGreaterThan(0);
      expect(mend.length).toBeGreaterThan(10);
    }
  });

  it.each([
    ['unreachable-section', { 'lonely.schema.json': '{ "title": "L", "type": "object", "properties": {} }' }],
    ['ui-without-schema', { 'lonely.ui.json': '{}' }],
    ['unused-definition', { 'definitions/lonely.json': '{ "type": "string" }' }],
    ['missing-translation', { 'translations/fr.json': '{ "language": "Français", "texts": {} }' }],
    ['unused-translation', changed('translations/es.json', '"texts": {', '"texts": { "Nobody says this": "x",')],
  ])('finds %s', (code, files) => {
    expect(lint(files).map((finding) => finding.code)).toContain(code);
  });

  it('wants nothing but its translation from a step more', () => {
    const files = Object.entries({ 'flows/application.json': flowWithPets(), ...petsSection });
    const found = lint(Object.fromEntries(files.map(([file, content]) => [file, JSON.stringify(content)])));
    expect([...new Set(found.map(({ code }) => code))]).toEqual(['missing-translation']);
  });

  it('finds a widget that no schema uses', () => {
    expect(lint({}, ['Slider']).map((finding) => finding.code)).toEqual(
      expect.arrayContaining(['unused-widget', 'stale-list']),
    );
  });

  /** `[fault, file, from, to, code]`: what one slip of the hand makes. */
  const SLIPS: [string, string, string, string, string][] = [
    ['a trailing comma', 'ssn.schema.json', '"type": "object",', '"type": "object",,', 'not-json'],
    [
      'a keyword misspelt',
      'ssn.schema.json',
      '"required": ["isUS_citizen"]',
      '"requird": ["isUS_citizen"]',
      'unknown-keyword',
    ],
    ['a pattern left open', 'definitions/zip.json', '"^([0-9]{5}|', '"^(([0-9]{5}|', 'bad-pattern'],
    [
      'a label changed and not translated',
      'ssn.schema.json',
      '"title": "Social Security Number"',
      '"title": "Your number"',
      'missing-translation',
    ],
    [
      'a section misspelt in a flow',
      'flows/application.json',
      '"section": "ssn"',
      '"section": "snn"',
      'unknown-section',
    ],
    ['a type that is none', 'definitions/zip.json', '"type": "string"', '"type": "text"', 'meta'],
  ];

  it.each(SLIPS)('finds one fault in %s', (_fault, file, from, to, code) => {
    expect(lint(changed(file, from, to)).map((finding) => finding.code)).toEqual([code]);
  });

  it('tells the line of a fault in the file where it is written', () => {
    const file = 'definitions/zip.json';
    const text = (texts[file] ?? '').replace('"pattern"', '"patern"');
    const [finding] = lint({ [file]: text }).filter(({ code }) => code === 'unknown-keyword');
    expect(finding).toMatchObject({
      file,
      path: '/patern',
      line: text.slice(0, text.indexOf('"patern"')).split('\n').length,
    });
  });

  it('has every code in docs/schemas.md', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/schemas.md'), 'utf8');
    const codes = [
      ...FAULTS.map(([code]) => code),
      'unreachable-section',
      'unused-definition',
      'missing-translation',
      'unused-widget',
    ];
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });
});
