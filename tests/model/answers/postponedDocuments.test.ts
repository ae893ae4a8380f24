import { describe, expect, it } from 'vitest';
import { countPostponed } from '../../../src/model/answers/postponedDocuments';
import type { SchemaNode, UiNode } from '../../../src/model/types';

const proof: SchemaNode = {
  type: 'object',
  properties: { proof: { type: 'string' }, file: { type: 'string', 'x-document': 4 }, why: { type: 'string' } },
};
const proofUi: UiNode = { why: { 'ui:options': { postpones: { proof: 'No', why: 'later' } } } };
const schema: SchemaNode = {
  type: 'object',
  properties: { ...proof.properties, employers: { type: 'array', items: proof } },
};
const ui: UiNode = { ...proofUi, employers: { items: proofUi } };
const later = { proof: 'No', why: 'later' };

describe('countPostponed', () => {
  it.each([
    ['the document of a section', later, 1],
    ['documents in the rows of a list', { employers: [later, { proof: 'Yes', file: 'a/b' }, later] }, 2],
    ['both', { ...later, employers: [later] }, 2],
    ['no document that can be uploaded now', { proof: 'Yes', why: 'later' }, 0],
    ['no document that doesn’t exist', { proof: 'No', why: 'none' }, 0],
    ['nothing without answers', {}, 0],
  ])('counts %s', (_, answers, count) => {
    expect(countPostponed({ schema, ui }, answers)).toBe(count);
  });

  it('ignores questions that the landlord hides', () => {
    const hidden = { ...proof, properties: { why: { type: 'string' } } } as SchemaNode;
    expect(countPostponed({ schema: hidden, ui: proofUi }, later)).toBe(0);
  });
});
