// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../src/model/types';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

const kind = { type: 'string', title: 'Phone type', enum: ['Home', 'Work'] } satisfies SchemaNode;
const number = {
  type: 'string',
  title: 'Other phone',
  minLength: 3,
  errorMessage: { minLength: 'Too short' },
} as const;
const section = (more: SchemaNode = {}) =>
  sectionOf(
    { properties: { kind, number }, ...more },
    {
      kind: { 'ui:options': { addable: { label: 'Add a phone', answer: 'Home', with: ['number'] } } },
      number: { 'ui:options': { addable: { with: ['kind'] } } },
    },
  );
const add = () => screen.queryByRole('button', { name: 'Add a phone' });
const fields = () => [...screen.queryAllByRole('combobox'), ...screen.queryAllByRole('textbox')].map(({ id }) => id);

describe('fields that a button adds', () => {
  it('are a button while all of them are empty', () => {
    renderForm(section());
    expect(add()?.id).toBe('sample_kind');
    expect(fields()).toEqual([]);
  });

  it('appear with their first answer, and the next field gets the focus', async () => {
    const { user, handle } = renderForm(section());
    await user.click(add() as HTMLElement);
    expect(fields()).toEqual(['sample_kind', 'sample_number']);
    await waitFor(() => expect(document.activeElement?.id).toBe('sample_number'));
    expect(handle().answers()).toEqual({ kind: 'Home' });
  });

  it.each([{ kind: 'Work' }, { number: '555' }])('are shown if one of them is answered: %j', (initial) => {
    renderForm(section(), { initial });
    expect(add()).toBeNull();
    expect(fields()).toEqual(['sample_kind', 'sample_number']);
  });

  it('are shown if they are required', () => {
    renderForm(section({ required: ['kind', 'number'] }));
    expect(add()).toBeNull();
    expect(fields()).toEqual(['sample_kind', 'sample_number']);
  });
});
