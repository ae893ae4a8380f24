import { expect, it } from 'vitest';
import type { IncomeChecks, ValidationMessage } from '../../../src/model/income/checks/documentChecks';
import { countSectionNotes } from '../../../src/model/income/checks/sectionNotes';
import { documentTypes, hasRole } from '../../../src/model/section/documentTypes';

const idOf = (role: 'identity' | 'identityBack') => documentTypes().find(({ id }) => hasRole(role, id))?.id ?? 0;
const front = { id: 1, document_id: idOf('identity'), source_id: 1, blob_path: 'front.jpg' };
const back = { id: 2, document_id: idOf('identityBack'), source_id: 1, blob_path: 'back.jpg' };
const unread: ValidationMessage = {
  id: 1,
  message: '',
  isDeleted: false,
  rule: 'barcode',
  outcome: 'inconclusive',
  expected: null,
  found: null,
  noAnswer: true,
  answer: null,
  document: back.id,
};

const count = (reading: number, found: ValidationMessage[] = []) => {
  const validation_messages = { [back.document_id]: { source_1: { applicant: found } } };
  const checks: IncomeChecks = { reading, validation_messages, coverage: {}, monthly_avr_gross: {} };
  return countSectionNotes(checks, ['identity'], [front, back]);
};

it('the back of a license counts as being read until its barcode has a result', () => {
  expect(count(1)).toEqual({ notes: 0, unread: 0, reading: 1 });
  expect(count(0, [unread])).toEqual({ notes: 0, unread: 1, reading: 0 });
  // Another file is still being read.
  expect(count(1, [unread])).toEqual({ notes: 0, unread: 1, reading: 0 });
});
