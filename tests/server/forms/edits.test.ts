import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameRules } from '../../../src/model/flow';
import type { ServedForm } from '../../../src/model/types';
import { readSchemaTexts } from '../../../src/server/forms/readSchemas';
import type { HeldBack } from '../../../src/server/forms/schemaFiles';
import { isTidying, lintSchemas } from '../../../src/tools/schemas/lint/lintSchemas';
import { readWidgetNames } from '../../../src/tools/schemas/widgetIndex';
import { editByHand, type HandEdit, inSpanish } from '../../edits/editByHand';
import { demand, get } from '../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { createServerOnCopy, type ServerOnCopy } from '../../support/serverFixture';

/**
 * What configuration staff do by hand, twelve times right and twelve times wrong, against a running server, with an applicant in the
 * middle of the form: whether it goes live, what the tool says, and what that applicant sees.
 */
describe('an edit of schemas/ by hand', () => {
  let server: ServerOnCopy;
  let folder: string;
  let robin: TestApplicant;

  beforeAll(async () => {
    server = await createServerOnCopy();
    folder = server.folder;
    await mkdir(path.join(folder, 'migrations'));
    robin = await registerApplicant(server);
    const typed = { address: [{ street_address: '12 Harbor Street', appartment: '4B', reason: 'Too small' }] };
    demand(await put('address', typed));
    demand(await put('ssn', { isUS_citizen: 'Yes', no_doc_reason: 'other' }));
  });
  afterAll(() => server.close());

  const put = (section: string, answers: object) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${robin.trn}/${section}`,
      headers: robin.headers,
      payload: { answers },
    });
  const seeForm = async () =>
    demand(await get(server, robin, '/api/forms/application/identification')) as unknown as ServedForm;
  /** What their page takes of texts and flows. */
  const seeWords = async () => demand(await get(server, robin, '/api/forms/words'));
  /** What `npm run schemas -- lint` says to who edits. */
  const lintSays = async () => {
    const [texts, widgets] = await Promise.all([readSchemaTexts(folder), readWidgetNames()]);
    return lintSchemas({ texts, widgets, today: new Date().toISOString().slice(0, 10) });
  };
  /** What a save of the empty step is refused with. */
  async function seeRefusal() {
    const rules = nameRules((await seeForm()).sections.map((section) => section.validator));
    const headers = { ...robin.headers, 'form-rules': rules };
    const payload = { trn_id: robin.trn, version: 0 };
    const { body } = await server.app.inject({ method: 'POST', url: '/api/applicant/saveiddetail', headers, payload });
    return body;
  }
  /** One letter more in their open page: whether it is kept, and the version of the forms that the page hears of. */
  async function typeOn() {
    const { reason: _was, ...row } = (await seeTyped()).answers.address[0] as Record<string, string>;
    const { statusCode, headers } = await put('address', { address: [{ ...row, reason: 'Too small' }] });
    return { statusCode, hears: headers['forms-version'] };
  }
  const seeTyped = async () =>
    demand(await get(server, robin, `/api/drafts/${robin.trn}/address`)) as { answers: { address: object[] } };
  const ready = async () => (await server.app.inject('/readyz')).json();

  const ADDRESS = 'address.schema.json';
  const FLAT = '"appartment": {\n            "title": "Apartment or unit",';
  const FREE =
    '"type": "string", "x-pii": "none", "maxLength": 40, "errorMessage": { "maxLength": "At most 40 letters" }';
  const OPTION = '"title": "Other"\n        }';

  /** `[what, edits, words that the applicant in the middle then finds in their form]`; they are made one after the other. */
  const RIGHT: [string, HandEdit[], string][] = [
    [
      'a label said otherwise',
      [
        { file: 'ssn.schema.json', from: '"Are you a US citizen?"', to: '"Are you a citizen of the US?"' },
        inSpanish('Are you a citizen of the US?'),
      ],
      '"title":"Are you a citizen of the US?"',
    ],
    [
      'a help text more',
      [
        {
          file: 'ssn.ui.json',
          from: '"ui:widget": "Radio"',
          to: '"ui:widget": "Radio", "ui:help": "Choose what fits best."',
        },
        inSpanish('Choose what fits best.'),
      ],
      '"ui:help":"Choose what fits best."',
    ],
    [
      'an option more',
      [
        { file: 'ssn.schema.json', from: OPTION, to: `${OPTION}, { "const": "lost", "title": "I have lost it" }` },
        inSpanish('I have lost it'),
      ],
      'I have lost it',
    ],
    [
      'another order',
      [
        {
          file: 'ssn.ui.json',
          from: '"isUS_citizen": {',
          to: '"ui:order": ["availableToUpload_ssn", "*"],\n  "isUS_citizen": {',
        },
      ],
      '"ui:order":["availableToUpload_ssn"',
    ],
    [
      'a question more, to be answered or not',
      [
        {
          file: 'ssn.schema.json',
          from: '"SSNNumber": {',
          to: `"card_name": { "title": "Name on the card", ${FREE} },\n    "SSNNumber": {`,
        },
        {
          file: 'ssn.ui.json',
          from: '"SSNNumber": {',
          to: '"card_name": { "ui:autocomplete": "off" },\n  "SSNNumber": {',
        },
        inSpanish('Name on the card', 'At most 40 letters'),
      ],
      'Name on the card',
    ],
    [
      'a question that follows from an answer',
      [
        { file: ADDRESS, from: FLAT, to: `"floor_name": { "title": "Which floor?", ${FREE} },\n          ${FLAT}` },
        {
          file: ADDRESS,
          from: '"x-conditions": [',
          to: '"x-conditions": [{ "if": { "required": ["appartment"] }, "show": ["floor_name"] },',
        },
        {
          file: 'address.ui.json',
          from: '"appartment": {',
          to: '"floor_name": { "ui:autocomplete": "off" },\n      "appartment": {',
        },
        inSpanish('Which floor?'),
      ],
      'Which floor?',
    ],
    [
      'a question newly required, with the migration that says so',
      [
        { file: ADDRESS, from: '"required": ["street_address",', to: '"required": ["appartment", "street_address",' },
        { file: ADDRESS, from: FLAT, to: `${FLAT}\n            "errorMessage": { "required": "Required" },` },
        {
          file: 'migrations/001-flats.json',
          to: JSON.stringify({
            $schema: '../meta/migration.schema.json',
            title: 'Which flat',
            section: 'address',
            changes: [{ accept: 'address/[]/appartment' }],
          }),
        },
      ],
      '"required":["appartment","street_address"',
    ],
    [
      'a field renamed, with its migration',
      [
        { file: ADDRESS, from: '"appartment": {', to: '"flat": {' },
        { file: ADDRESS, from: '"required": ["appartment",', to: '"required": ["flat",' },
        { file: ADDRESS, from: '{ "required": ["appartment"] }', to: '{ "required": ["flat"] }' },
        { file: 'address.ui.json', from: '"unit": "appartment"', to: '"unit": "flat"' },
        { file: 'address.ui.json', from: '"appartment": {', to: '"flat": {' },
        ...['mae-li', 'robin-hale'].map((name) => ({
          file: `personas/${name}.json`,
          from: '"appartment"',
          to: '"flat"',
        })),
        {
          file: 'migrations/002-flat.json',
          to: JSON.stringify({
            $schema: '../meta/migration.schema.json',
            title: 'Apartments are flats',
            section: 'address',
            changes: [{ rename: 'address/[]/appartment', to: 'flat' }],
          }),
        },
      ],
      '"flat":{',
    ],
    [
      'a section more, with a list',
      [
        {
          file: 'vehicles.schema.json',
          to: `{
  "$schema": "./meta/section.schema.json",
  "title": "Cars of yours",
  "type": "object",
  "properties": {
    "cars": {
      "title": "Cars",
      "type": "array",
      "maxItems": 3,
      "items": { "type": "object", "required": ["make"], "properties": { "make": { "title": "Make of the car", ${FREE} } } },
      "errorMessage": { "maxItems": "At most 3 cars" }
    }
  }
}`,
        },
        {
          file: 'vehicles.ui.json',
          to: `{
  "$schema": "./meta/ui.schema.json",
  "cars": { "ui:list": { "add": "Add a car", "item": "Car {n}", "confirm": "Delete this car?" }, "items": { "make": { "ui:autocomplete": "off" } } }
}`,
        },
        {
          file: 'flows/application.json',
          from: '"sections": [',
          to: '"sections": [{ "section": "vehicles", "anchor": "vehicles", "tab": "Cars", "title": "Cars of yours", "body": "vehicles" },',
        },
        inSpanish(
          'Cars of yours',
          'Cars',
          'Make of the car',
          'At most 3 cars',
          'Add a car',
          'Car {n}',
          'Delete this car?',
        ),
      ],
      'Make of the car',
    ],
    [
      'a message said otherwise',
      [
        { file: 'definitions/first-name.json', from: '"required": "Required"', to: '"required": "Please answer this"' },
        inSpanish('Please answer this'),
      ],
      'Please answer this',
    ],
    [
      'a limit made wider',
      [{ file: 'definitions/street.json', from: '"maxLength": 200', to: '"maxLength": 250' }],
      '"maxLength":250',
    ],
    [
      'a button said otherwise',
      [{ file: 'texts/steps.json', from: '"Next Tab"', to: '"On to the next"' }, inSpanish('On to the next')],
      '"nextTab":"On to the next"',
    ],
  ];

  it.each(RIGHT)('goes live: %s', async (_what, edits, words) => {
    const { hears: before } = await typeOn();
    await editByHand(folder, edits);
    await server.deps.forms.reload();
    const { statusCode, hears } = await typeOn();
    expect([statusCode, hears === before]).toEqual([200, false]);
    expect(await ready()).toEqual({ status: 'ok' });
    expect((await lintSays()).filter((one) => !isTidying(one))).toEqual([]);
    expect(JSON.stringify([await seeForm(), await seeWords()]) + (await seeRefusal())).toContain(words);
    const [row] = (await seeTyped()).answers.address;
    expect(row).toMatchObject({ street_address: '12 Harbor Street', reason: 'Too small' });
    expect(Object.values(row ?? {})).toContain('4B');
  });

  /** `[what, edits, the one finding]`; each is taken back. */
  const WRONG: [string, HandEdit[], { code: string; file: string; mend: string }][] = [
    [
      'a comma too many',
      [{ file: 'ssn.schema.json', from: '"type": "object",', to: '"type": "object",,' }],
      { code: 'not-json', file: 'ssn.schema.json', mend: 'JSON' },
    ],
    [
      'a keyword misspelt',
      [{ file: 'ssn.schema.json', from: '"required": ["isUS_citizen"]', to: '"requird": ["isUS_citizen"]' }],
      { code: 'unknown-keyword', file: 'ssn.schema.json', mend: "did you mean 'required'?" },
    ],
    [
      'a pattern with a group left open',
      [{ file: 'definitions/zip.json', from: '"^([0-9]{5}|', to: '"^(([0-9]{5}|' }],
      { code: 'bad-pattern', file: 'definitions/zip.json', mend: 'Unterminated group' },
    ],
    [
      'a pattern without end',
      [{ file: 'definitions/zip.json', from: '"^([0-9]{5}|[0-9]{9}|[0-9]{5}-[0-9]{4})$"', to: '"^([0-9]+)+$"' }],
      { code: 'slow-pattern', file: 'definitions/zip.json', mend: '^[0-9]+$' },
    ],
    [
      'two questions that each show the other',
      [
        {
          file: ADDRESS,
          from: '"x-conditions": [',
          to: '"x-conditions": [{ "if": { "required": ["reason"] }, "show": ["is_current_address"] }, { "if": { "required": ["is_current_address"] }, "show": ["reason"] },',
        },
      ],
      { code: 'never-shown', file: ADDRESS, mend: 'drawn from the start' },
    ],
    [
      'a key twice',
      [
        {
          file: 'ssn.schema.json',
          from: '"title": "Proof of SSN",',
          to: '"title": "Proof of SSN",\n      "title": "Proof of SSN",',
        },
      ],
      { code: 'duplicate-key', file: 'ssn.schema.json', mend: 'twice' },
    ],
    [
      'limits that leave no answer',
      [{ file: 'definitions/street.json', from: '"maxLength": 250', to: '"minLength": 300,\n  "maxLength": 250' }],
      { code: 'contradiction', file: 'definitions/street.json', mend: 'leave no answer' },
    ],
    [
      'a label that is said in no other language',
      [{ file: 'ssn.schema.json', from: '"Are you a citizen of the US?"', to: '"Citizen of the US?"' }],
      { code: 'missing-translation', file: 'ssn.schema.json', mend: 'translations/es.json' },
    ],
    [
      'a question required and never drawn',
      [{ file: 'ssn.ui.json', from: '"ui:widget": "YesNo"', to: '"ui:widget": "hidden"' }],
      { code: 'contradiction', file: 'ssn.schema.json', mend: 'nobody can answer it' },
    ],
    [
      'a field renamed, and nothing said of its answers',
      [
        { file: ADDRESS, from: '"reason": {', to: '"why": {' },
        { file: 'personas/robin-hale.json', from: '"reason": "I would', to: '"why": "I would' },
        { file: 'address.ui.json', from: '"reason": {', to: '"why": {' },
      ],
      { code: 'breaking', file: ADDRESS, mend: '{ "rename": "address/[]/reason", "to": "<its new name>" }' },
    ],
    [
      'an option taken away',
      [
        {
          file: 'ssn.schema.json',
          from: '{\n          "const": "none",\n          "title": "I do not have a Social Security Number"\n        },',
          to: '',
        },
      ],
      { code: 'breaking', file: 'ssn.schema.json', mend: '{ "accept": "no_doc_reason" }' },
    ],
    [
      'a condition on an answer that is not offered',
      [{ file: 'ssn.schema.json', from: '"const": "other"\n', to: '"const": "another"\n' }],
      { code: 'dangling-option', file: 'ssn.schema.json', mend: 'is never' },
    ],
  ];

  it.each(WRONG)('is held back: %s', async (_what, edits, { code, file, mend }) => {
    const open = await typeOn();
    const [form, words, typed] = [await seeForm(), await seeWords(), await seeTyped()];
    const version = server.deps.forms.schemaVersion;
    const takeBack = await editByHand(folder, edits);
    try {
      const held = (await server.deps.forms.reload().catch((error: unknown) => error)) as HeldBack;
      expect(held.findings?.map((one) => [one.code, one.file])).toEqual([[code, file]]);
      expect(held.message).toContain(mend);
      expect(held.findings[0]?.line).toBeGreaterThan(0);
      expect(await ready()).toEqual({ status: 'ok', schemas: { version, heldBack: held.findings } });
      expect(await seeForm()).toEqual(form);
      expect(await seeWords()).toEqual(words);
      expect(await typeOn()).toEqual({ ...open, statusCode: 200 });
      expect((await seeTyped()).answers).toEqual(typed.answers);
    } finally {
      await takeBack();
    }
  });

  it('brings what a page still types under the old name to the new one', async () => {
    const typed = { address: [{ street_address: '12 Harbor Street', appartment: '9C', reason: 'Too small' }] };
    const headers = { ...robin.headers, 'forms-version': 'a-page-opened-before' };
    const url = `/api/drafts/${robin.trn}/address`;
    demand(await server.app.inject({ method: 'PUT', url, headers, payload: { answers: typed } }));
    expect((await seeTyped()).answers.address).toEqual([
      { street_address: '12 Harbor Street', flat: '9C', reason: 'Too small' },
    ]);
  });

  it('refuses a save of a page that was filled in by other rules, and says so', async () => {
    const [{ validator = '' } = {}] = (await seeForm()).sections;
    const save = (rules: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/applicant/saveiddetail',
        headers: { ...robin.headers, 'form-rules': rules },
        payload: { trn_id: robin.trn, version: 0 },
      });
    expect((await save(nameRules([validator]))).json()).toMatchObject({ status: 409, code: 'formChanged' });
    const now = nameRules((await seeForm()).sections.map((section) => section.validator));
    expect((await save(now)).json()).toMatchObject({ status: 422 });
  });

  it('serves where the sections stand with them', async () => {
    const { step } = await seeForm();
    expect(step?.sections[0]).toMatchObject({ section: 'vehicles', title: 'Cars of yours' });
    const opened = demand(await get(server, robin, '/api/open/application/identification'));
    expect(opened).toMatchObject({ flow: { identification: step } });
  });

  it('stands in the table of docs/studio.md, right and wrong', () => {
    const page = readFileSync('docs/studio.md', 'utf8');
    for (const [what] of [...RIGHT, ...WRONG]) expect(page).toContain(`| ${what} |`);
    expect([RIGHT.length, WRONG.length]).toEqual([12, 12]);
  });

  it('is live again once what was wrong is taken back', async () => {
    await server.deps.forms.reload();
    expect(await ready()).toEqual({ status: 'ok' });
  });
});
