import { describe, expect, it } from 'vitest';
import texts from '../../../schemas/texts/studio.json';
import { fromEditorRows, knownPart, listKnown, toEditorRows } from '../../../src/model/studio/knownAnswers';
import type { SchemaNode } from '../../../src/model/types';

const { asked } = texts.editor;
const PARENT = {
  type: 'object',
  properties: {
    has_pet: { title: 'Do you have a pet?', type: 'boolean' },
    kind: {
      title: 'Which?',
      type: 'string',
      oneOf: [
        { const: 'cat', title: 'Cat' },
        { const: 'dog', title: 'Dog' },
      ],
    },
    name: { title: 'Its name', type: 'string', maxLength: 40 },
  },
} as unknown as SchemaNode;

describe('the answers that a condition can name', () => {
  it('are offered with their titles for questions with options and yes/no questions', () => {
    expect(listKnown(PARENT, [], asked).map(({ field, answers }) => [field, [...answers]])).toEqual([
      [
        'has_pet',
        [
          ['true', 'Yes'],
          ['false', 'No'],
        ],
      ],
      [
        'kind',
        [
          ['cat', 'Cat'],
          ['dog', 'Dog'],
        ],
      ],
    ]);
  });

  it('include an answer in use that is no option anymore', () => {
    const [, kind] = listKnown(PARENT, [{ field: 'kind', how: 'is', is: 'owl\ncat' }], asked);
    expect([...(kind?.answers ?? [])]).toEqual([
      ['cat', 'Cat'],
      ['dog', 'Dog'],
      ['owl', 'owl'],
    ]);
  });

  it('are typed only for other questions, and always if no question has options', () => {
    const { conditions } = knownPart(listKnown(PARENT, [], asked), asked);
    expect(conditions.map(({ show }) => show)).toEqual([['known_has_pet'], ['known_kind'], ['is']]);
    expect(knownPart([], asked)).toEqual({ properties: {}, ui: {}, conditions: [] });
  });

  it('are read and written without a change', () => {
    const rows = [
      { field: 'kind', how: 'isNot', is: 'cat\ndog' },
      { field: 'has_pet', how: 'is' },
      { field: 'name', how: 'is', is: 'Rex' },
      { field: 'gone', how: 'is', is: 'x' },
    ] as const;
    const shown = toEditorRows(PARENT, rows);
    expect(shown[0]).toEqual({ field: 'kind', how: 'isNot', known_kind: ['cat', 'dog'] });
    expect(fromEditorRows(PARENT, shown)).toEqual(rows);
  });

  it("don't keep what was chosen for the previous question", () => {
    const row = { field: 'kind', how: 'is', is: 'Rex', known_has_pet: ['true'] } as const;
    expect(fromEditorRows(PARENT, [{ ...row, known_has_pet: ['true'] }])).toEqual([{ field: 'kind', how: 'is' }]);
  });
});
