import { describe, expect, it } from 'vitest';
import { summarize, summaryNames } from '../../../src/model/answers/summaries';
import type { SchemaNode, SummaryPart, UiNode } from '../../../src/model/types';

const words = { yes: 'Yes', no: 'No', files: '{n, plural, one {# file} other {# files}}' };
const text: SchemaNode = { type: 'string' };
const schema: SchemaNode = {
  type: 'object',
  properties: {
    employer: text,
    from: { type: 'string', format: 'date' },
    to: { type: 'string', format: 'date' },
    pay: { type: 'number' },
    often: { type: 'string', enum: ['Weekly', 'Monthly'] },
    files: { type: 'array', 'x-document': 3 },
    is_current: { type: 'boolean' },
    ssn: { type: 'string', 'x-pii': 'ssn' },
    pets: {
      type: 'object',
      properties: {
        response: { type: 'string', enum: ['Yes', 'No'] },
        fields: { type: 'array', items: { type: 'object', properties: { name: text, weight: { type: 'number' } } } },
      },
    },
  },
};
const derive = [{ title: 'Monthly', by: 'monthlyPay', from: ['pay', 'often'] }];
const ui: UiNode = {
  pay: { 'ui:widget': 'Currency' },
  often: { 'ui:enumNames': ['Every week', 'Every month'], 'ui:options': { derive } },
  pets: { fields: { 'ui:list': { named: ['name'], brief: ['{name}', '{weight} lb'] } } },
};
const sum = (parts: readonly SummaryPart[], answers: unknown) =>
  summarize({ schema, ui, texts: words }, parts, answers);

describe('a summary', () => {
  it.each<[part: SummaryPart, answers: Record<string, unknown>, expected: string[]]>([
    ['{employer}', { employer: "O'Neil & Sons" }, ["O'Neil & Sons"]],
    ['{employer}', { employer: '' }, []],
    ['since {from_month}', { from: '2021-02-01' }, ['since Feb 2021']],
    ['since {from_year}', { from: 'soon' }, []],
    [['{from_year} to {to_year}', 'since {from_year}'], { from: '2021-02-01', to: '2023-01-01' }, ['2021 to 2023']],
    [['{from_year} to {to_year}', 'since {from_year}'], { from: '2021-02-01' }, ['since 2021']],
    ['{pay}', { pay: 1450 }, ['$1,450']],
    ['{often_monthlyPay} a month', { pay: 1000, often: 'Weekly' }, ['$4,333 a month']],
    ['{often_monthlyPay} a month', { pay: 1000 }, []],
    ['{often}', { often: 'Weekly' }, ['Every week']],
    ['{files_count, plural, one {# stub} other {# stubs}}', { files: ['a', 'b'] }, ['2 stubs']],
    ['{files_count, plural, one {# stub} other {# stubs}}', { files: [] }, []],
    ['{is_current, select, other {current}}', { is_current: true }, ['current']],
    ['{is_current, select, other {current}}', { is_current: false }, []],
    ['{ssn}', { ssn: '219-09-9999' }, ['***-**-9999']],
    ['{pets_response_value, select, Yes {pets} other {no pets}}', { pets: { response: 'No' } }, ['no pets']],
    ['{pets_fields}', { pets: { fields: [{ name: 'Rex', weight: 20 }, { name: 'Ada' }] } }, ['Rex, 20 lb', 'Ada']],
  ])('fills the template %j with %j', (part, answers, expected) => {
    expect(sum([part], answers)).toEqual(expected);
  });

  it('leaves out unanswered templates', () => {
    expect(sum(['{employer}', 'always'], undefined)).toEqual(['always']);
    expect(sum(['{employer}'], undefined)).toEqual([]);
  });

  it('may name answers, their parts and the answers of groups', () => {
    expect(summaryNames(schema, ui)).toEqual(
      expect.arrayContaining([
        'employer',
        'from_month',
        'often_value',
        'often_monthlyPay',
        'files_count',
        'pets_fields',
      ]),
    );
    expect(summaryNames(schema, ui)).not.toContain('name');
  });
});
