// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { describeRejected, rejectedEditsPlugin } from '../../../src/app/rejectedEdits/rejectedEditsPlugin';
import { showRejectedEdits } from '../../../src/app/rejectedEdits/showRejectedEdits';

const issue = (line: number) => ({ code: 'not-json', file: 'ssn.schema.json', line, fix: 'A comma is missing.' });

it('shows in development why an edit was rejected, until it is fixed', () => {
  showRejectedEdits(describeRejected([issue(4)]));
  const banner = document.querySelector('[role=status]');
  expect(banner?.textContent).toContain('A change to the forms was rejected');
  expect([...document.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
    'schemas/ssn.schema.json:4 not-json: A comma is missing.',
  ]);
  showRejectedEdits(describeRejected([]));
  expect(document.querySelector('[role=status]')).toBeNull();
});

it('names five problems and counts the others', () => {
  const { lines } = describeRejected([1, 2, 3, 4, 5, 6, 7].map(issue));
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toBe('+ 2: npm run schemas -- lint');
});

it('adds nothing to the built page', () => {
  const { apply } = rejectedEditsPlugin('http://127.0.0.1:3000');
  const isApplied = (command: 'serve' | 'build') =>
    typeof apply === 'function' && apply.call({} as never, {}, { command, mode: 'test' });
  vi.stubEnv('VITEST', '');
  expect([isApplied('serve'), isApplied('build')]).toEqual([true, false]);
  vi.unstubAllEnvs();
});
