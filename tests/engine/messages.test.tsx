// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

const names = sectionOf({
  required: ['first', 'last'],
  properties: {
    first: { type: 'string', title: 'First name', minLength: 2, errorMessage: { minLength: 'minimum 2 characters' } },
    last: { type: 'string', title: 'Last name' },
  },
});

const first = () => screen.getByRole('textbox', { name: 'First name' });

describe('messages of a section form', () => {
  it('are absent before anything was touched', () => {
    renderForm(names);
    expect(screen.queryByText('Required')).toBeNull();
    expect(first().getAttribute('aria-invalid')).toBeNull();
  });

  it('appear at every change in live mode, tied to the control', async () => {
    const { user } = renderForm(names);
    await user.type(first(), 'A');
    expect(first().getAttribute('aria-invalid')).toBe('true');
    const message = screen.getByText('minimum 2 characters');
    expect(first().getAttribute('aria-describedby')?.split(' ')).toContain(message.id);
    expect(screen.queryByText('Required')).toBeNull();
  });

  it('wait a second after the last change in debounced mode', async () => {
    const { user } = renderForm(names, { mode: 'debounced' });
    await user.type(first(), 'A');
    expect(screen.queryByText('minimum 2 characters')).toBeNull();
    expect(await screen.findByText('minimum 2 characters', {}, { timeout: 2000 })).toBeTruthy();
  });

  it('disappear as soon as the field is valid, in debounced mode too', async () => {
    const { user, submit } = renderForm(names, { mode: 'debounced', initial: { first: 'A', last: 'B' } });
    submit();
    expect(screen.getByText('minimum 2 characters')).toBeTruthy();
    await user.type(first(), 'l');
    expect(screen.queryByText('minimum 2 characters')).toBeNull();
  });

  it('appear when a field was left empty', async () => {
    const { user } = renderForm(names);
    await user.click(first());
    await user.tab();
    expect(await screen.findByText('Required')).toBeTruthy();
    expect(screen.getAllByText('Required')).toHaveLength(1);
  });

  it('all show on submit, the first invalid field gets the focus, and values stay', async () => {
    const { user, submit } = renderForm(names);
    await user.type(first(), 'A');
    await user.tab();
    const result = submit();
    expect(result.errors.map(({ path }) => path)).toEqual([['first'], ['last']]);
    expect(screen.getByText('Required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(first()));
    expect(first()).toHaveProperty('value', 'A');
  });

  it('validate trimmed answers and keep the typed ones', async () => {
    const { user, handle, submit } = renderForm(names);
    await user.type(first(), '  Ada ');
    expect(submit().answers).toEqual({ first: 'Ada' });
    expect(handle().answers()).toEqual({ first: '  Ada ' });
  });

  it('of the server stay at their field until it changes', async () => {
    const serverErrors = [
      { path: ['first'], message: 'Taken', keyword: 'server' },
      { path: ['last'], message: 'Unknown', keyword: 'server' },
    ];
    const { user, again } = renderForm(names, { initial: { first: 'Ada', last: 'Low' } });
    again({ serverErrors });
    expect(screen.getByText('Taken')).toBeTruthy();
    await user.type(first(), 'x');
    expect(screen.queryByText('Taken')).toBeNull();
    expect(screen.getByText('Unknown')).toBeTruthy();
  });

  it('of a part of a widget are shown at the widget', async () => {
    const phones = sectionOf(
      {
        properties: {
          mobile: {
            type: 'array',
            title: 'Phones',
            items: { type: 'string', pattern: '^\\d+$', errorMessage: { pattern: 'Not a number' } },
          },
        },
      },
      { mobile: { 'ui:widget': 'Text' } },
    );
    const { submit } = renderForm(phones, { initial: { mobile: ['1', 'x'] } });
    submit();
    expect(screen.getByText('Not a number').id).toBe('sample_mobile__error');
  });

  it('are reported after each check', async () => {
    const verdicts: number[] = [];
    const { user } = renderForm(names, { onCheck: ({ errors }) => verdicts.push(errors.length) });
    await user.type(first(), 'Al');
    expect(verdicts).toEqual([2, 1]);
  });
});
