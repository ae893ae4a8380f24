import { expect, it } from 'vitest';
import studio from '../../../schemas/texts/studio.json';
import { describeProblem } from '../../../src/app/studio/Findings';
import type { Messages } from '../../../src/messages/files';

const messages = studio as unknown as Messages<'studio'>;

it('names a text without a translation', () => {
  const known = { text: 'Door', language: 'Español' };
  expect(describeProblem(messages, 'missing-translation', known)).toBe("“Door” isn't translated yet (Español).");
});

it('a missing translation of an unknown text has no empty quotation marks', () => {
  expect(describeProblem(messages, 'missing-translation')).toBe(studio.problems.other);
});

it('a problem without its own text has the general one', () => {
  expect(describeProblem(messages, 'no-such-code')).toBe(studio.problems.other);
});
