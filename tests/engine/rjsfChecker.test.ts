import { afterAll, describe, expect, it, vi } from 'vitest';
import { rjsfChecker } from '../../src/engine/rjsfChecker';
import { resolveSection, sectionMessages } from '../../src/model/section/resolveSection';
import type { SchemaNode } from '../../src/model/types';
import { compileRules } from '../../src/schema-tools/compile';
import { MESSAGES, NO_SETTINGS, TODAY } from '../support/sampleSection';

const schema: SchemaNode = {
  type: 'object',
  required: ['pets', 'ssn'],
  properties: {
    pets: { type: 'string', enum: ['Yes', 'No'] },
    name: { type: 'string', errorMessage: { required: 'Say its name' } },
    ssn: { type: 'string', 'x-ssn': true, errorMessage: { 'x-ssn': 'No such number' } },
  },
  'x-conditions': [{ if: { properties: { pets: { const: 'Yes' } }, required: ['pets'] }, require: ['name'] }],
};
const plain = resolveSection({ name: 'sample', schema, ui: {} }, NO_SETTINGS, MESSAGES);
const section = { ...plain, validator: '/rules.js' };
const { checker, code } = compileRules(plain);
const checked = rjsfChecker(section, checker);

afterAll(() => vi.restoreAllMocks());

describe('rjsfChecker', () => {
  it.each([
    [{}],
    [{ pets: 'Yes', ssn: '219-09-9999' }],
    [{ pets: 'Perhaps', ssn: '000-00-0000' }],
    [{ pets: 'Yes', name: 'Rex', ssn: '219-09-9998', more: 1 }],
  ])('returns the same result as the server for %j', (answers) => {
    expect(checked.check(answers, TODAY)).toEqual(checker.check(answers, TODAY));
  });

  it('uses the validator that RJSF renders with', () => {
    const validate = vi.spyOn(checked.validator, 'rawValidation');
    expect(checked.check({ pets: 'Yes', ssn: '219-09-9999' }, TODAY).errors).toEqual([
      { path: ['name'], message: 'Say its name', keyword: 'required' },
    ]);
    expect(validate).toHaveBeenCalledOnce();
    const answers = { pets: 'No', ssn: '000-00-0000', $context: TODAY };
    const found = checked.validator.validateFormData(answers, checked.schema);
    expect(found.errors.map(({ property, message }) => [property, message])).toEqual([['.ssn', 'No such number']]);
    expect(checked.validator.isValid(checked.schema, { ...answers, ssn: '219-09-9998' }, checked.schema)).toBe(true);
  });

  it('is created once per checker', () => {
    expect(rjsfChecker(section, checked)).toBe(checked);
  });
});

describe('compileRules', () => {
  it("compiles the section and its conditions without RJSF's branches", () => {
    const names = [...code.matchAll(/exports(?:\.|\[")(\w+)/g)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(['t0', 'validate']);
  });

  it('keeps the message of a field that a condition requires', () => {
    expect(sectionMessages(plain.strict)).toContainEqual({
      field: 'name',
      keyword: 'required',
      message: 'Say its name',
    });
  });
});
