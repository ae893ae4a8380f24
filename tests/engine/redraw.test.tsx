// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FlatForm } from '../../src/engine/FlatForm';
import { SectionForm } from '../../src/engine/SectionForm';
import { compileSection } from '../../src/server/forms/compile';
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
])('%s under exchanged rules', (_, form) => {
  it('is drawn anew with what was typed kept', async () => {
    const { user, again, handle } = renderForm(before, { form, initial: { name: 'Ro' } });
    await user.type(screen.getByLabelText(/Name/), 'bin');
    again({ section: { ...after, validator: '/validators/other.js' }, checker: compileSection(after) });
    expect(screen.getByLabelText<HTMLInputElement>(/Full name/).value).toBe('Robin');
    expect(screen.getByLabelText<HTMLInputElement>(/Town/).value).toBe('');
    expect(handle().answers()).toEqual({ name: 'Robin' });
  });

  it('is drawn anew when only its words are others', async () => {
    const { user, again } = renderForm(before, { form, initial: { name: 'Ro' } });
    await user.type(screen.getByLabelText(/Name/), 'bin');
    const renamed = sectionOf({ properties: { name: { title: 'Your name', type: 'string' } } });
    again({ section: { ...renamed, validator: '/validators/test.js' }, checker: compileSection(renamed) });
    expect(screen.getByLabelText<HTMLInputElement>(/Your name/).value).toBe('Robin');
  });

  it('does not take over what was typed in another section', async () => {
    const { user, again } = renderForm(before, { form });
    await user.type(screen.getByLabelText(/Name/), 'Robin');
    again({ section: { ...after, name: 'other', validator: '/validators/other.js' }, checker: compileSection(after) });
    expect(screen.getByLabelText<HTMLInputElement>(/Full name/).value).toBe('');
  });
});
