// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { toBody } from '../../src/model/answers/stepBody';
import { createCatalog } from '../../src/model/section/catalog';
import { resolveSection } from '../../src/model/section/resolveSection';
import { readConfigSettings } from '../../src/model/section/subscriberSettings';
import type { Answers, SampleConfig } from '../../src/model/types';
import { compileSection } from '../../src/schema-tools/compile';
import { lintSchemas } from '../../src/schema-tools/lint/lintSchemas';
import { readSchemaTexts } from '../../src/server/forms/readSchemas';
import { readWidgetNames } from '../../src/tools/schemas/widgetIndex';
import { renderForm } from '../engine/renderForm';
import { TODAY } from '../support/sampleSection';

const texts = await readSchemaTexts();
const widgets = await readWidgetNames();
const page = readFileSync(path.join(import.meta.dirname, '../../schemas/README.md'), 'utf8');

const EDIT = /^In `schemas\/([^`]+)`.*find\n\n```json\n([\s\S]*?)\n```\n\nand write\n\n```json\n([\s\S]*?)\n```/gm;
const NEW_FILE = /^New file `schemas\/([^`]+)`:\n\n```json\n([\s\S]*?)```/gm;

afterEach(cleanup);

/** Returns the real files after the edits below a heading of the page. */
function afterExample(heading: string): Record<string, string> {
  const example = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (!example) throw new Error(`schemas/README.md has no '${heading}'`);
  const edited = { ...texts };
  for (const [, file = '', before = '', after = ''] of example.matchAll(EDIT)) {
    const pieces = (edited[file] ?? '').split(before);
    if (pieces.length !== 2)
      throw new Error(`'${heading}': schemas/${file} has what is to be found ${pieces.length - 1} times`);
    edited[file] = pieces.join(after);
  }
  for (const [, file = '', text = ''] of example.matchAll(NEW_FILE)) edited[file] = text;
  expect(edited).not.toEqual(texts);
  return edited;
}

function open(heading: string, section: string) {
  const edited = afterExample(heading);
  const files = Object.fromEntries(Object.entries(edited).map(([file, text]) => [file, JSON.parse(text)]));
  const catalog = createCatalog(files);
  const settings = readConfigSettings(files['configs/demo.json'] as SampleConfig);
  const plain = resolveSection(catalog.section(section), settings, catalog.messages);
  const check = (answers: Answers) => {
    const { errors, answers: saved } = compileSection(plain).check(answers, TODAY);
    return { saved, messages: Object.fromEntries(errors.map(({ path: at, message }) => [at.join('/'), message])) };
  };
  return { edited, catalog, check, draw: (initial: Answers = {}) => renderForm(plain, { initial }) };
}

const home = {
  is_current_address: true,
  street_address: '1 Elm St',
  city: 'Austin',
  state: 'TX',
  zipcode: '78704',
  move_in_date: '2020-01-01',
};

describe('the worked examples of schemas/README.md', () => {
  const headings = ['Make a field required', 'Add an option', 'Add a field', 'Add a question group', 'Add a section'];

  it.each(headings)("'%s' leaves only missing translations for the linter", (heading) => {
    const findings = lintSchemas({ texts: afterExample(heading), widgets, today: TODAY.today });
    expect(findings.filter(({ code }) => !code.endsWith('-translation'))).toEqual([]);
  });

  it('make a field required', () => {
    const { check, draw } = open('Make a field required', 'address');
    expect(check({ address: [home] }).messages).toEqual({ 'address/0/appartment': 'Required' });
    draw();
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Apartment or unit' });
    expect(box.labels?.[0]?.textContent).toBe('Apartment or unit\u00a0*');
  });

  it('add an option', () => {
    const { check, draw } = open('Add an option', 'address');
    expect(check({ address: [{ ...home, property_type: 4 }] }).messages).toEqual({});
    draw();
    expect(screen.getByRole('radio', { name: 'I live with family' })).toBeTruthy();
  });

  it('add a field', () => {
    const { check, draw } = open('Add a field', 'address');
    expect(check({ address: [{ ...home, county: 'x'.repeat(61) }] }).messages).toEqual({
      'address/0/county': 'Enter no more than 60 characters',
    });
    expect(check({ address: [{ ...home, county: 'Travis' }] }).saved).toMatchObject({
      address: [{ county: 'Travis' }],
    });
    draw();
    expect(screen.getByRole('textbox', { name: 'County' })).toBeTruthy();
  });

  it('add a question group', () => {
    const { check, draw, catalog } = open('Add a question group', 'other-details');
    expect(check({ plays_music: { response: 'Yes' } }).messages).toMatchObject({
      'plays_music/explanation': expect.any(String),
    });
    expect(check({ plays_music: { response: 'No', explanation: 'Cello' } }).saved).toMatchObject({
      plays_music: { response: 'No' },
    });
    draw();
    expect(screen.getByText('Do you play an instrument at home?')).toBeTruthy();
    const step = catalog.flow('application').steps.find(({ id }) => id === 'applicant-details');
    expect(step && toBody(step, { 'other-details': { plays_music: { response: 'No' } } })).toEqual({
      questions: [{ name: 'plays_music', response: 'No' }],
    });
  });

  it('add a section', () => {
    const { check, draw, catalog } = open('Add a section', 'military');
    expect(check({}).messages).toEqual({ serves: 'Response Required' });
    expect(check({ serves: 'Yes' }).messages).toEqual({ branch: 'Required' });
    draw({ serves: 'Yes' });
    expect(screen.getByRole('combobox', { name: 'Branch of service' })).toBeTruthy();
    const [step] = catalog.flow('application').steps;
    expect(step && toBody(step, { military: { serves: 'No' } })).toEqual({ military: { serves: 'No' } });
  });
});
