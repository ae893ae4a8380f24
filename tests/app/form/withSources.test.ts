import { describe, expect, it } from 'vitest';
import { withSources } from '../../../src/app/form/loadedStep';
import type { ServedSection } from '../../../src/model/types';

const served = {
  schema: {
    type: 'object',
    properties: {
      response: { type: 'string' },
      banking: { type: 'array', items: { type: 'object', properties: { country: { default: 'US' } } } },
    },
  },
  ui: { 'ui:entries': { answer: 'response', list: 'banking', source: 6 } },
} as unknown as ServedSection;

describe('withSources', () => {
  it("doesn't change answers that have a row for each source", () => {
    const answers = { response: 'Yes', banking: [{ id: 1, bank_name: 'Pecan' }] };
    expect(withSources(served, answers, [{ document_id: 6, source_id: 1 }])).toBe(answers);
    expect(withSources(served, answers, [])).toBe(answers);
  });

  it('adds a row for a source without one', () => {
    const source = { id: 1, bank_name: 'Pecan' };
    const sources = [1, 2].map((source_id) => ({ document_id: 6, source_id }));
    const taken = { response: 'Yes', banking: [source, { country: 'US', id: 2 }] };
    expect(withSources(served, { response: 'Yes', banking: [source] }, sources)).toEqual(taken);
  });

  it('answers an unanswered question with Yes', () => {
    const sources = [{ document_id: 6, source_id: 1 }];
    expect(withSources(served, {}, sources)).toEqual({ response: 'Yes', banking: [{ country: 'US', id: 1 }] });
  });

  it('ignores sources of other sections', () => {
    const answers = { response: 'No' };
    expect(withSources(served, answers, [{ document_id: 3, source_id: 1 }])).toBe(answers);
    expect(withSources({ ...served, ui: {} }, answers, [{ document_id: 6, source_id: 1 }])).toBe(answers);
  });
});
