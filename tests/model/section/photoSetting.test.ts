import { describe, expect, it } from 'vitest';
import { applyPhotoSetting } from '../../../src/model/section/photoSetting';

const PDF = { accept: ['application/pdf'], maxBytes: 10 };
const PHOTOS = {
  'ui:help': 'PDFs or photos',
  'ui:options': { accept: ['image/jpeg', 'application/pdf'], camera: true },
};
const upload = { 'ui:widget': 'Upload', 'ui:help': 'PDFs', 'ui:options': PDF, 'ui:photos': PHOTOS };
const schema = {
  properties: { jobs: { items: { properties: { files: { 'x-photos': 'IncomePhotos' }, letter: {} } } } },
};
const ui = { jobs: { items: { files: upload, letter: { 'ui:help': 'A letter' } } } };
const fileUi = (IncomePhotos?: 'Hide' | 'Optional' | 'Required') =>
  applyPhotoSetting(ui, schema, { settings: IncomePhotos ? { IncomePhotos } : {} });

describe('applyPhotoSetting', () => {
  it.each([undefined, 'Hide'] as const)('keeps the help and options of PDFs with the setting %s', (setting) => {
    const { 'ui:photos': _, ...files } = upload;
    expect(fileUi(setting)).toEqual({ jobs: { items: { files, letter: { 'ui:help': 'A letter' } } } });
  });

  it.each(['Optional', 'Required'] as const)('uses the help and options of photos with the setting %s', (setting) => {
    const files = {
      'ui:widget': 'Upload',
      'ui:help': 'PDFs or photos',
      'ui:options': { ...PHOTOS['ui:options'], maxBytes: 10 },
    };
    expect(fileUi(setting)).toEqual({ jobs: { items: { files, letter: { 'ui:help': 'A letter' } } } });
  });
});
