import { beforeAll, describe, expect, it } from 'vitest';
import { validatorRuntime } from '../../../src/engine/loadChecker';
import { answerLines } from '../../../src/model/answers/answerLines';
import { expandPattern, getIn, setIn } from '../../../src/model/answers/paths';
import { fromPayload, toPayload } from '../../../src/model/answers/payload';
import { fromBody, toBody } from '../../../src/model/answers/stepBody';
import { reservedNames } from '../../../src/model/section/reservedNames';
import type { Answers, Checker, PlainSection, SchemaNode, Step } from '../../../src/model/types';
import { createChecker } from '../../../src/model/validation/checker';
import { compileRules } from '../../../src/schema-tools/compile';
import { restoreReadOnly } from '../../../src/server/applications/steps/validateStep';
import { validatorModule } from '../../../src/server/forms/compiledSections';
import { sampleSection, TODAY } from '../../support/sampleSection';

/** Returns the server's checker, and a browser's from the served module. */
async function bothCheckers(plain: PlainSection): Promise<Checker[]> {
  const rules = compileRules(plain);
  const url = `data:text/javascript,${encodeURIComponent(validatorModule(rules))}`;
  const { default: make } = await import(/* @vite-ignore */ url);
  return [rules.checker, createChecker(plain, make(validatorRuntime))];
}

/** Returns an object with one member of any name, including `__proto__`, like JSON.parse. */
const json = (name: string, value: unknown): Record<string, unknown> => Object.fromEntries([[name, value]]);

const text: SchemaNode = { title: 'T', type: 'string', 'x-pii': 'none' };

/** A field with that name at the root, in a group and in each row. `more` is shown once it's answered. */
function asking(name: string): SchemaNode {
  const group = {
    type: 'object' as const,
    properties: { ...json(name, text), other: text, more: text } as Record<string, SchemaNode>,
    'x-conditions': [{ if: { required: [name] }, show: ['more'], require: ['more'] }],
  };
  return {
    ...group,
    properties: { ...group.properties, group, rows: { type: 'array', items: group } },
  };
}

const names = [...reservedNames, '$sealed', '$anything'];

describe.each(names)('a section that already asks for %s', (name) => {
  const plain = sampleSection(asking(name));
  const step: Step = {
    id: 's',
    route: '/s',
    title: 'S',
    heading: 'S',
    sections: [{ section: 'sample', anchor: 'a', tab: 'T', title: 'T', body: '.' }],
  };

  let checkers: Checker[];
  beforeAll(async () => {
    checkers = await bothCheckers(plain);
  });

  it('can be saved without that answer, on the server and in the browser', () => {
    const answers = { other: 'a', group: { other: 'b' }, rows: [{ other: 'c' }] };
    for (const checker of checkers) expect(checker.check(answers, TODAY)).toEqual({ answers, errors: [] });
  });

  // AJV never validates a member with this name, so it's refused as unknown.
  const expected = name === '__proto__' ? ['additionalProperties'] : [];

  it('keeps its answer and the questions that depend on it', () => {
    const answered = { ...json(name, 'x'), more: 'y' };
    const answers: Answers = { ...answered, group: answered, rows: [answered] };
    for (const checker of checkers) {
      const result = checker.check(answers, TODAY);
      expect([...new Set(result.errors.map(({ keyword }) => keyword))]).toEqual(expected);
      expect(JSON.parse(JSON.stringify(result.answers))).toEqual(JSON.parse(JSON.stringify(answers)));
      const missing = checker
        .check({ ...json(name, 'x') }, TODAY)
        .errors.filter(({ keyword }) => keyword === 'required');
      expect(missing.map(({ path }) => path)).toEqual([['more']]);
    }
  });

  it('reads no answer if none was given', () => {
    const answers = { group: {}, rows: [{}] };
    const found = [`${name}`, `group/${name}`, `rows/[]/${name}`].flatMap((pattern) =>
      expandPattern(pattern, answers).map((path) => getIn(answers, path)),
    );
    expect(found).toEqual([undefined, undefined, undefined]);
    expect(answerLines(plain.schema, plain.ui, answers, { yes: '', no: '', files: '' })).toEqual([]);
    expect(toPayload(plain, answers, [])).toEqual(answers);
    expect(fromPayload(plain.schema, answers, [])).toEqual(answers);
    expect(restoreReadOnly(plain.schema, answers, {})).toEqual(answers);
    expect(toBody(step, { sample: answers })).toEqual(answers);
    expect(Object.keys(fromBody(step, answers, () => plain.schema).answers.sample ?? {})).toEqual(['group', 'rows']);
  });

  it('sets and removes the answer like any other member', () => {
    const written = setIn({ group: {} }, ['group', name], 'x');
    expect(JSON.stringify(written)).toBe(JSON.stringify({ group: json(name, 'x') }));
    expect(setIn(written, ['group', name], undefined)).toEqual({ group: {} });
    expect(Object.getPrototypeOf(written.group)).toBe(Object.prototype);
  });
});
