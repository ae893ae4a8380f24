// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { UiNode } from '../../src/model/types';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

const list: UiNode = { add: 'Add another address', item: 'Address {n}', min: 1, max: 3, confirm: 'Delete {city}?' };

function addresses(options: UiNode = {}) {
  return sectionOf(
    {
      required: ['address'],
      properties: {
        address: {
          type: 'array',
          title: 'Addresses',
          minItems: 1,
          'x-uniqueBy': ['city'],
          errorMessage: { 'x-uniqueBy': 'Twice the same city' },
          items: {
            type: 'object',
            required: ['city'],
            properties: {
              current: { type: 'boolean', title: 'Current' },
              city: { type: 'string', title: 'City', minLength: 2, errorMessage: { minLength: 'Too short' } },
            },
          },
        },
      },
    },
    { address: { 'ui:list': { ...list, ...options }, items: { current: { 'ui:widget': 'hidden' } } } },
  );
}

const cities = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'City' });
const add = () => screen.getByRole('button', { name: 'Add another address' });
const three = { address: [{ city: 'Austin' }, { city: 'B' }, { city: 'Chico' }] };

describe('a list in a section form', () => {
  it('gives each text in a list without a widget its own ID and the label of the list', () => {
    const names = sectionOf({ properties: { names: { type: 'array', title: 'Names', items: { type: 'string' } } } });
    renderForm(names, { initial: { names: ['Ada', 'Robin'] } });
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(
      screen.getAllByLabelText<HTMLInputElement>(/^Names/, { selector: 'input' }).map(({ value }) => value),
    ).toEqual(['Ada', 'Robin']);
  });

  it('starts with its minimum number of rows and their first values', () => {
    const { handle } = renderForm(addresses({ first: { current: true } }));
    expect(screen.getByRole('heading', { name: 'Address 1' })).toBeTruthy();
    expect(handle().answers()).toEqual({ address: [{ current: true }] });
  });

  it('adds a row, announces it and moves the focus to its first field', async () => {
    const { user, services, handle } = renderForm(addresses());
    await user.type(cities()[0] as HTMLElement, 'Austin');
    await user.click(add());
    await waitFor(() => expect(document.activeElement).toBe(cities()[1]));
    expect(cities()[1]?.id).toBe('sample_address_1_city');
    expect(services.announce).toHaveBeenCalledWith('Address 2 added');
    expect(handle().answers()).toEqual({ address: [{ city: 'Austin' }, {}] });
  });

  it('allows no more rows than the maximum', () => {
    renderForm(addresses(), { initial: three });
    expect(screen.queryByRole('button', { name: 'Add another address' })).toBeNull();
  });

  it('asks before it deletes, names the row, and keeps it on No', async () => {
    const { user, services } = renderForm(addresses(), { initial: three });
    services.confirm.mockResolvedValueOnce(false);
    await user.click(screen.getByRole('button', { name: 'Delete Address 3' }));
    expect(services.confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Delete Chico?' }));
    expect(cities()).toHaveLength(3);
  });

  it('deletes a row: the others keep their answers and messages, and the focus moves to the next row', async () => {
    const { user, submit, services } = renderForm(addresses(), { initial: three });
    submit();
    expect(screen.getByText('Too short').id).toBe('sample_address_1_city__error');
    await user.click(screen.getByRole('button', { name: 'Delete Address 1' }));
    await waitFor(() => expect(cities().map(({ value }) => value)).toEqual(['B', 'Chico']));
    expect(screen.getByText('Too short').id).toBe('sample_address_0_city__error');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Address 1' })));
    expect(services.announce).toHaveBeenCalledWith('Address 1 deleted');
  });

  it('keeps the DOM elements of the remaining rows', async () => {
    const { user } = renderForm(addresses(), { initial: three });
    const last = cities()[2];
    await user.click(screen.getByRole('button', { name: 'Delete Address 1' }));
    await waitFor(() => expect(cities()).toHaveLength(2));
    expect(cities()[1]).toBe(last);
    expect(last?.id).toBe('sample_address_1_city');
  });

  it('offers no delete for its minimum number of rows, nor for a fixed row', () => {
    renderForm(addresses({ fixed: 'current' }), {
      initial: { address: [{ current: true, city: 'Austin' }, { city: 'Bonn' }] },
    });
    expect(screen.queryByRole('button', { name: 'Delete Address 1' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete Address 2' })).toBeTruthy();
    cleanup();
    renderForm(addresses(), { initial: { address: [{ city: 'Austin' }] } });
    expect(screen.queryByRole('button', { name: 'Delete Address 1' })).toBeNull();
  });

  it('shows errors about several rows at the list', async () => {
    const { user } = renderForm(addresses(), { initial: { address: [{ city: 'Austin' }, {}] } });
    await user.type(cities()[1] as HTMLElement, 'austin');
    const group = screen.getByRole('group', { name: 'Addresses' });
    expect(within(group).getByText('Twice the same city').id).toBe('sample_address__error');
  });

  it('can be read but not changed in view-only mode', () => {
    renderForm(addresses(), { initial: three, readonly: true });
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(cities().map(({ readOnly }) => readOnly)).toEqual([true, true, true]);
  });

  it('resets to other answers', async () => {
    const { handle } = renderForm(addresses(), { initial: three });
    handle().replace({ address: [{ city: 'Dover' }] });
    await waitFor(() => expect(cities().map(({ value }) => value)).toEqual(['Dover']));
  });

  it('adds at least one row on a double click, and stays within the maximum', async () => {
    const { user } = renderForm(addresses());
    await user.dblClick(add());
    await waitFor(() => expect(cities().length).toBeGreaterThan(1));
    expect(cities().length).toBeLessThanOrEqual(3);
  });
});
