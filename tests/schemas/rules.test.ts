import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answers } from '../../src/model/types';
import { type CheckContext, changed, checkAnswers, type RuleRow } from '../support/checkAnswers';

/** Valid answers of a section, and the messages for each change. */
interface Rules extends Pick<CheckContext, 'context'> {
  good: Answers;
  rows: RuleRow[];
}

const FOLDER = path.join(import.meta.dirname, 'rules');
const files = readdirSync(FOLDER).map((file) => [file.replace('.json', ''), file] as const);

describe.each(files)('%s', (section, file) => {
  const { good, context, rows }: Rules = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));

  it.each(rows)('$rule', ({ change, errors, settings, context: own }) => {
    const circumstances = { settings, context: { ...context, ...own } };
    expect(checkAnswers(section, changed(good, change), circumstances).errors).toEqual(errors);
  });
});
