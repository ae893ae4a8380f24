import { describe, expect, it } from 'vitest';
import { changedWording, mergeTranslations } from '../../../src/model/messages/wording';
import { resolveSection } from '../../../src/model/section/resolveSection';
import {
  findMissingTranslations,
  setCustomText,
  setTranslation,
  withSettings,
} from '../../../src/model/studio/customText';
import type { Section, SubscriberSettings } from '../../../src/model/types';

const SECTION = {
  name: 'home',
  schema: {
    type: 'object',
    required: ['city'],
    properties: {
      city: { title: 'City', type: 'string', errorMessage: { required: 'Say where' } },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            kind: {
              title: 'Kind',
              type: 'integer',
              oneOf: [
                { const: 1, title: 'Flat' },
                { const: 2, title: 'House' },
              ],
            },
          },
        },
      },
    },
  },
  ui: { city: { 'ui:help': 'A town' } },
} as unknown as Section;

const SETTINGS: SubscriberSettings = {
  settings: {},
  wording: {
    home: {
      city: { label: 'Town', help: 'Ours only', messages: { required: 'Which town?' } },
      'rows/[]/kind': { options: { 2: 'Cottage' } },
      gone: { label: 'Unassigned' },
    },
    elsewhere: { city: { label: 'No' } },
  },
  translations: { es: { Town: 'Pueblo' } },
};

describe('the messages of one subscriber', () => {
  it("appear in that subscriber's form, rules and options, and nowhere else", () => {
    const { schema, ui, strict } = resolveSection(SECTION, SETTINGS, {});
    expect(schema.properties?.city?.title).toBe('Town');
    expect(Object(ui.city)['ui:help']).toBe('Ours only');
    expect(Object(Object(Object(ui.rows).items).kind)['ui:enumNames']).toEqual(['Flat', 'Cottage']);
    expect(strict.errorMessage?.required).toEqual({ city: 'Which town?' });
    const others = resolveSection(SECTION, { settings: {} }, {});
    expect([others.schema.properties?.city?.title, Object(others.ui.city)['ui:help']]).toEqual(['City', 'A town']);
    expect(SECTION.schema.properties?.city?.title).toBe('City');
  });

  it('override the standard messages in their language', () => {
    expect(mergeTranslations({ Town: 'Villa', Yes: 'Sí' }, SETTINGS, 'es')).toEqual({ Town: 'Pueblo', Yes: 'Sí' });
    expect(mergeTranslations({ Yes: 'Sí' }, {}, 'es')).toEqual({ Yes: 'Sí' });
  });

  it('are stored only if they differ', () => {
    const files = { label: 'City', choices: { 1: 'Flat' }, messages: { required: 'Say where' } };
    expect(changedWording(files, { ...files, label: '', help: 'New' })).toEqual({ help: 'New' });
    expect(changedWording(files, { ...files, choices: { 1: 'Apartment' } })).toEqual({ options: { 1: 'Apartment' } });
    expect(changedWording(files, files)).toBeUndefined();
  });
});

describe('the text of a subscriber’s settings', () => {
  const bare = '{ "documents": { "Passport": "Hide" }, "fields": {} }';

  it('adds and removes custom messages with their translations', () => {
    const changed = setCustomText(bare, 'home', 'city', { label: 'Town' });
    expect(findMissingTranslations(changed, 'home', 'es', {})).toEqual(['Town']);
    expect(findMissingTranslations(changed, 'home', 'es', { Town: 'Villa' })).toEqual([]);
    const both = setTranslation(changed, 'es', 'Town', 'Pueblo');
    expect(findMissingTranslations(both, 'home', 'es', {})).toEqual([]);
    expect(JSON.parse(both)).toMatchObject({
      wording: { home: { city: { label: 'Town' } } },
      translations: { es: { Town: 'Pueblo' } },
    });
    expect(JSON.parse(setCustomText(both, 'home', 'city', undefined))).toEqual(JSON.parse(bare));
  });

  it('adds a setting in its own section', () => {
    expect(JSON.parse(withSettings(bare, { Passport: 'Required', Pets: 'Hide' }))).toEqual({
      documents: { Passport: 'Required' },
      fields: { Pets: 'Hide' },
    });
    const setting = { display: true, required: false, order: 1, Question: 'Pets?' };
    const sample = JSON.stringify({ documents: {}, fields: {}, questions: { have_pet: setting } });
    expect(JSON.parse(withSettings(sample, { have_pet: 'Required' })).questions.have_pet).toEqual({
      ...setting,
      required: true,
    });
  });
});
