// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { UiNode } from '../../src/model/types';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

function homes(options: UiNode = {}) {
  const list: UiNode = {
    add: 'Add another home',
    item: 'Home {n}',
    named: ['street', 'city'],
    summary: [['{from_year} to {to_year}', 'since {from_year}'], 'rent {rent}'],
    min: 1,
    max: 4,
    confirm: 'Delete {city}?',
    ...options,
  };
  const text = { type: 'string' as const };
  const day = { ...text, format: 'date' };
  const row = {
    type: 'object' as const,
    required: ['street'],
    properties: {
      street: {
        ...text,
        title: 'Street',
        minLength: 2,
        errorMessage: { minLength: 'Too short', required: 'Required' },
      },
      city: { ...text, title: 'City' },
      from: { ...day, title: 'From' },
      to: { ...day, title: 'To' },
      rent: { type: 'number' as const, title: 'Rent' },
    },
  };
  const schema = { properties: { home: { type: 'array' as const, title: 'Homes', items: row } } };
  return sectionOf(schema, { home: { 'ui:list': list, items: { rent: { 'ui:widget': 'Currency' } } } });
}

const two = { home: [{ street: '1 Elm St', city: 'Austin', from: '2021-02-01', rent: 1450 }, { street: '9 Oak' }] };
const group = (name: string) => screen.getByRole('group', { name });
const button = (name: string) => screen.getByRole('button', { name });
const streets = () => screen.queryAllByRole<HTMLInputElement>('textbox', { name: /^Street/ });

describe('a list with a summary', () => {
  it('folds finished rows to one line', () => {
    renderForm(homes(), { initial: two });
    expect(streets()).toEqual([]);
    expect(group('Home 1 1 Elm St, Austin').textContent).toContain('since 2021 · rent $1,450');
    expect(within(group('Home 2 9 Oak')).getByRole('button', { name: 'Delete Home 2' })).toBeTruthy();
  });

  it('starts with the first unfinished row open', () => {
    renderForm(homes(), { initial: { home: [two.home[0], { city: 'Waco' }, {}] } });
    expect(streets().map(({ id }) => id)).toEqual(['sample_home_1_street']);
    expect(group('Home 3').textContent).toContain('Not finished');
  });

  it('opens one row at a time, and moves the focus to its first field', async () => {
    const { user } = renderForm(homes(), { initial: two });
    expect(button('Edit Home 1').getAttribute('aria-expanded')).toBe('false');
    await user.click(button('Edit Home 1'));
    await waitFor(() => expect(document.activeElement?.id).toBe('sample_home_0_street'));
    await user.click(button('Edit Home 2'));
    await waitFor(() => expect(document.activeElement?.id).toBe('sample_home_1_street'));
    expect(streets()).toHaveLength(1);
  });

  it('folds a row by Close, and keeps the focus on its button', async () => {
    const { user, handle } = renderForm(homes(), { initial: two });
    await user.click(button('Edit Home 2'));
    await user.type(streets()[0] as HTMLElement, ' Ave');
    await user.click(button('Close Home 2'));
    await waitFor(() => expect(document.activeElement).toBe(button('Edit Home 2')));
    expect(group('Home 2 9 Oak Ave')).toBeTruthy();
    expect(handle().answers().home).toEqual([two.home[0], { street: '9 Oak Ave' }]);
  });

  it('folds an incomplete row by Close, says that it is not finished, and marks no field', async () => {
    const { user } = renderForm(homes());
    await user.click(button('Close Home 1'));
    expect(streets()).toEqual([]);
    expect(group('Home 1').textContent).toContain('Not finished');
    await user.click(button('Edit Home 1'));
    expect(streets()).toHaveLength(1);
    expect(screen.queryByText('Required')).toBeNull();
  });

  it('opens an added row and folds the others', async () => {
    const { user } = renderForm(homes(), { initial: two });
    await user.click(button('Edit Home 1'));
    await user.click(button('Add another home'));
    await waitFor(() => expect(document.activeElement?.id).toBe('sample_home_2_street'));
    expect(streets()).toHaveLength(1);
  });

  it('opens the first row with an error on submit, and marks the others', () => {
    const { submit } = renderForm(homes(), { initial: { home: [two.home[0], { street: 'x' }, { street: 'y' }] } });
    act(() => void submit());
    expect(streets().map(({ id }) => id)).toEqual(['sample_home_1_street']);
    expect(group('Home 3 y').textContent).toContain('Needs your attention');
  });

  it('opens a folded row for the error summary', async () => {
    const { handle } = renderForm(homes(), { initial: two });
    act(() => handle().focus(['home', 1, 'city']));
    await waitFor(() => expect(document.activeElement?.id).toBe('sample_home_1_city'));
  });

  it('opens the first row the server rejects, and marks the others', () => {
    const refused = (row: number) => ({ path: ['home', row, 'city'], keyword: 'server', message: 'Unknown city' });
    renderForm(homes(), { initial: two, serverErrors: [refused(0), refused(1)] });
    expect(streets().map(({ id }) => id)).toEqual(['sample_home_0_street']);
    expect(group('Home 2 9 Oak').textContent).toContain('Needs your attention');
  });

  it('deletes a folded row after asking', async () => {
    const { user, handle, services } = renderForm(homes(), { initial: two });
    await user.click(button('Delete Home 1'));
    expect(services.confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Delete Austin?' }));
    await waitFor(() => expect(handle().answers().home).toEqual([{ street: '9 Oak' }]));
    expect(streets()).toEqual([]);
  });

  it('shows a row that cannot be changed', async () => {
    const { user } = renderForm(homes(), { initial: two, readonly: true });
    expect(screen.queryByRole('button', { name: /^(Edit|Delete)/ })).toBeNull();
    await user.click(button('Show Home 1'));
    expect(streets()[0]?.readOnly).toBe(true);
    await user.click(button('Close Home 1'));
    expect(streets()).toEqual([]);
  });

  it('stays unfolded without a summary', () => {
    renderForm(homes({ summary: undefined }), { initial: two });
    expect(streets()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull();
  });
});
