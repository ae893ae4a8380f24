import { expect, it } from 'vitest';
import { toSheets } from '../../../src/app/office/sheets';
import type { OfficeDocument } from '../../../src/contract/office';
import { documentTypes } from '../../../src/model/section/documentTypes';

const idOf = (wanted: string): number => documentTypes().find(({ role }) => role === wanted)?.id ?? 0;

it('lists files from messages after the documents of the steps', () => {
  const files = ['message', 'source', 'identity'].map(
    (role) =>
      ({ id: role, document_id: idOf(role), title: role, contradictions: [], values: [] }) as unknown as OfficeDocument,
  );
  expect(toSheets(files).map(({ key }) => key)).toEqual(['identity', 'source', 'message']);
});
