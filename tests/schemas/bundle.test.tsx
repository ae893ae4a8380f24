// @vitest-environment jsdom
import Form from '@rjsf/core';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { cleanup, render } from '@testing-library/react';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterEach, describe, expect, it } from 'vitest';
import robin from '../../schemas/personas/robin-hale.json';
import { isRecord } from '../../src/model/answers/paths';
import type { Answers } from '../../src/model/types';
import { bundleSection } from '../../src/schema-tools/bundle/bundleSection';
import { realCatalog } from '../support/schemaFiles';
import { checkerOf, TODAY } from './sectionCheck';

const catalog = realCatalog();
const noSettings = { settings: {} };
const flow: Record<string, Record<string, Answers>> = robin.flows.application;
const sections = catalog
  .flow('application')
  .steps.flatMap((step) => step.sections.map(({ section }) => [section, flow[step.id]?.[section] ?? {}] as const));

const standardValidator = customizeValidator({ AjvClass: Ajv2020, ajvOptionsOverrides: { strict: false } });

afterEach(cleanup);

describe('stock RJSF', () => {
  it.each(sections)(
    'renders each answered question of %s, and hides what standard conditions hide',
    (name, personaAnswers) => {
      const { schema, ui, beyond } = bundleSection(catalog.section(name), noSettings);
      const checker = checkerOf(name, noSettings);
      const answers = checker.check(personaAnswers, TODAY).answers;
      const { container } = render(
        <Form schema={schema} uiSchema={ui} formData={answers} validator={standardValidator} />,
      );
      const drawn = (key: string) => container.querySelector(`[id^="root_${key.replaceAll('/', '_')}"]`);
      const answered = leavesOf(answers);
      for (const key of answered) expect(drawn(key), key).not.toBeNull();
      const alwaysShown = beyond.flatMap(({ at, keyword }) => (keyword === 'x-conditions' ? at : []));
      const hidden = [...checker.shape(answers, TODAY).hidden].filter(
        (key) => !alwaysShown.includes(key.replace(/\d+/g, '[]')),
      );
      for (const key of hidden) expect(container.querySelector(`#root_${key.replaceAll('/', '_')}`), key).toBeNull();
      expect(container.querySelectorAll('input, select, textarea, button').length).toBeGreaterThan(0);
    },
  );
});

/** `{ a: [{ b: 1 }] }` → `['a/0/b']` */
function leavesOf(value: unknown, at = ''): string[] {
  const below = (key: string | number) => (at ? `${at}/${key}` : String(key));
  if (Array.isArray(value)) return value.flatMap((row, n) => leavesOf(row, below(n)));
  // A persona's file. Saved answers have its path instead.
  if (isRecord(value) && 'document' in value) return [at];
  if (isRecord(value)) return Object.entries(value).flatMap(([key, one]) => leavesOf(one, below(key)));
  return [at];
}
