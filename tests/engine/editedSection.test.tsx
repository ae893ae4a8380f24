// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FlatForm } from '../../src/engine/FlatForm';
import { SectionForm } from '../../src/engine/SectionForm';
import type { SchemaNode } from '../../src/model/types';
import { compileSection } from '../../src/schema-tools/compile';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

const before = sectionOf({ properties: { name: { title: 'Name', type: 'string' } } });
const after = sectionOf({
  required: ['town'],
  properties: { name: { title: 'Full name', type: 'string' }, town: { title: 'Town', type: 'string' } },
});

describe.each([
  ['SectionForm', SectionForm],
  ['FlatForm', FlatForm],
])('%s of an edited section', (_, form) => {
  it('shows the new questions and keeps nodes, typed text, focus and caret', async () => {
    const { user, again, handle } = renderForm(before, { form, initial: { name: 'Ro' } });
    const name = screen.getByLabelText<HTMLInputElement>(/Name/);
    await user.type(name, 'bin');
    name.setSelectionRange(2, 2);
    again({ section: { ...after, validator: '/validators/other.js' }, checker: compileSection(after) });
    expect(screen.getByLabelText(/Full name/)).toBe(name);
    expect([name.value, name.selectionStart, document.activeElement]).toEqual(['Robin', 2, name]);
    expect(screen.getByLabelText<HTMLInputElement>(/Town/).value).toBe('');
    expect(handle().answers()).toEqual({ name: 'Robin' });
  });

  it('shows a new label', async () => {
    const { user, again } = renderForm(before, { form, initial: { name: 'Ro' } });
    await user.type(screen.getByLabelText(/Name/), 'bin');
    const renamed = sectionOf({ properties: { name: { title: 'Your name', type: 'string' } } });
    again({ section: { ...renamed, validator: '/validators/test.js' }, checker: compileSection(renamed) });
    expect(screen.getByLabelText<HTMLInputElement>(/Your name/).value).toBe('Robin');
  });

  it('validates by the new rules, and updates shown messages', async () => {
    const { again, submit } = renderForm(after, { form });
    submit();
    const town: SchemaNode = { title: 'Town', type: 'string', errorMessage: { required: 'Which town?' } };
    const reworded = sectionOf({ required: ['town'], properties: { ...after.schema.properties, town } });
    again({ section: { ...reworded, validator: '/validators/third.js' }, checker: compileSection(reworded) });
    expect(await screen.findByText('Which town?')).toBeDefined();
    again({ section: { ...before, validator: '/validators/other.js' }, checker: compileSection(before) });
    expect(screen.queryByText('Which town?')).toBeNull();
    expect(submit().errors).toEqual([]);
  });

  it("doesn't copy what was typed in another section", async () => {
    const { user, again } = renderForm(before, { form });
    await user.type(screen.getByLabelText(/Name/), 'Robin');
    again({ section: { ...after, name: 'other', validator: '/validators/other.js' }, checker: compileSection(after) });
    expect(screen.getByLabelText<HTMLInputElement>(/Full name/).value).toBe('');
  });
});
