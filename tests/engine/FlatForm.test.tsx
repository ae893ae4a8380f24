// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FlatForm } from '../../src/engine/FlatForm';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

const login = sectionOf(
  {
    required: ['username', 'pass'],
    properties: {
      username: { type: 'string', title: 'Username' },
      pass: { type: 'string', title: 'Password' },
      note: { type: 'string', title: 'Note' },
    },
    'x-conditions': [{ if: { required: ['username'] }, show: ['note'] }],
  },
  { 'ui:order': ['username', 'pass', 'note'], pass: { 'ui:widget': 'Password' } },
);

describe('FlatForm', () => {
  it('shows a conditional field, validates, and focuses the first field with an error', async () => {
    const { user, submit } = renderForm(login, { form: FlatForm });
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Username' }), 'ada');
    expect(await screen.findByRole('textbox', { name: 'Note' })).toBeTruthy();
    expect(submit().errors).toEqual([{ path: ['pass'], message: 'Required', keyword: 'required' }]);
    expect(document.activeElement).toBe(screen.getByLabelText(/^Password/));
  });

  it("doesn't import RJSF", () => {
    const keywords = new Set<string>();
    const visit = (file: string): void => {
      if (keywords.has(file)) return;
      keywords.add(file);
      const source = readFileSync(file, 'utf8');
      for (const [line, , from = ''] of source.matchAll(/^(import|export)[^;]*? from '([^']+)';/gms)) {
        if (/^(import|export) type /.test(line)) continue;
        expect(from, file).not.toMatch(/^@rjsf\//);
        if (from.startsWith('.') && !from.includes('widgets') && !from.endsWith('.json')) visit(resolve(file, from));
      }
    };
    visit(path.join(import.meta.dirname, '../../src/engine/FlatForm.tsx'));
    expect(keywords.size).toBeGreaterThan(5);
  });
});

function resolve(file: string, from: string): string {
  const base = path.join(path.dirname(file), from);
  const found = ['.ts', '.tsx'].map((ending) => base + ending).find(existsSync);
  if (!found) throw new Error(`'${from}' of ${file} was not found`);
  return found;
}
