// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

const text = { type: 'string' as const };
const row = {
  type: 'object' as const,
  required: ['city'],
  properties: {
    city: { ...text, title: 'City', errorMessage: { required: 'Enter the city' } },
    since: { ...text, format: 'date', title: 'Since' },
  },
};
const homes = (options: object = {}) =>
  sectionOf(
    { properties: { home: { type: 'array', title: 'Homes', items: row } } },
    {
      home: {
        'ui:list': {
          add: 'Add another home',
          item: 'Home {n}',
          named: ['city'],
          summary: ['{since}'],
          covers: { years: 2, since: 'since' },
          min: 1,
          confirm: 'Delete {city}?',
          ...options,
        },
        items: { since: { 'ui:widget': 'DateText' } },
      },
    },
  );

const cities = () => screen.queryAllByRole<HTMLInputElement>('textbox', { name: /^City/ }).map(({ id }) => id);
const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const [FIRST, SECOND] = ['sample_home_0_since', 'sample_home_1_since'] as const;

/** Opens a form, and types a first home with this move-in day. Today is 2026-11-21. */
async function movedIn(day: string, options?: object) {
  const form = renderForm(homes(options), { initial: { home: [{}] } });
  await form.user.type(field('sample_home_0_city'), 'Austin');
  await form.user.type(field(FIRST), day);
  return form;
}

describe('ui:list.covers', () => {
  it('adds an open empty row while the rows cover fewer years than required', async () => {
    const { services, handle } = await movedIn('11/22/2024');
    expect(cities()).toEqual(['sample_home_0_city', 'sample_home_1_city']);
    expect(services.announce).toHaveBeenCalledWith('Home 2 added');
    expect(document.activeElement).toBe(field(FIRST));
    expect(handle().answers()).toEqual({ home: [{ city: 'Austin', since: '2024-11-22' }] });
  });

  it.each([
    ['the first day reaches back far enough', '11/21/2024', {}],
    ['the day is in the future', '11/22/2026', {}],
    ['the list is full', '06/01/2026', { max: 1 }],
    ['the list has no covers', '06/01/2026', { covers: undefined }],
  ])('adds no row if %s', async (_case, day, options) => {
    await movedIn(day, options);
    expect(cities()).toEqual(['sample_home_0_city']);
  });

  it('folds the first row once the second has an answer, and adds a third only if it is needed', async () => {
    const { user } = await movedIn('06/01/2026');
    await user.type(field('sample_home_1_city'), 'Waco');
    expect(cities()).toEqual(['sample_home_1_city']);
    await user.type(field(SECOND), '06/01/2025');
    expect(cities()).toEqual(['sample_home_1_city', 'sample_home_2_city']);
    await user.clear(field(SECOND));
    await user.type(field(SECOND), '06/01/2020');
    expect(cities()).toEqual(['sample_home_1_city']);
  });

  it('lets an added row be closed once the row has an answer', async () => {
    const { user } = renderForm(homes(), { initial: { home: [{ city: 'Austin', since: '2020-06-01' }] } });
    await user.click(screen.getByRole('button', { name: 'Add another home' }));
    expect(screen.queryByRole('button', { name: 'Close Home 2' })).toBeNull();
    await user.type(field('sample_home_1_city'), 'Waco');
    await user.click(screen.getByRole('button', { name: 'Close Home 2' }));
    expect(cities()).toEqual([]);
  });

  it('keeps a row that has answers when the day changes', async () => {
    const { user, handle } = await movedIn('06/01/2026');
    await user.type(field('sample_home_1_city'), 'Waco');
    await user.click(screen.getByRole('button', { name: 'Edit Home 1' }));
    await user.clear(field(FIRST));
    await user.type(field(FIRST), '06/01/2020');
    expect(handle().answers()).toEqual({ home: [{ city: 'Austin', since: '2020-06-01' }, { city: 'Waco' }] });
  });

  it('adds no other row after the empty one is deleted, before the day changes', async () => {
    const { user } = await movedIn('06/01/2026');
    await user.click(screen.getByRole('button', { name: 'Delete Home 2' }));
    await user.type(field('sample_home_0_city'), ' TX');
    expect(cities()).toEqual(['sample_home_0_city']);
  });

  it('neither checks nor saves an added row while the row is empty', async () => {
    const { submit, handle } = await movedIn('06/01/2026');
    const answers = { home: [{ city: 'Austin', since: '2026-06-01' }] };
    expect(submit()).toEqual({ answers, errors: [] });
    expect(handle().answers()).toEqual(answers);
    expect(cities()).toEqual(['sample_home_0_city', 'sample_home_1_city']);
    expect(screen.queryByText('Enter the city')).toBeNull();
  });

  it('requires the other answers of the row once it has one', async () => {
    const { submit, user } = await movedIn('06/01/2026');
    await user.type(field(SECOND), '06/01/2025');
    expect(submit().errors.map(({ path }) => path)).toEqual([['home', 1, 'city']]);
    expect(await screen.findByText('Enter the city')).toBeTruthy();
  });
});
