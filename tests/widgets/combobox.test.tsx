// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AddressSuggestion } from '../../src/model/formContext';
import { createFakeServices } from './support/createFakeServices';
import { drawWidget } from './support/drawWidget';

const box = () => screen.getByRole('combobox') as HTMLInputElement;
const rows = () => screen.queryAllByRole('option').map((each) => each.textContent);

describe('CreatableSelect', () => {
  const sources = {
    label: 'How did you hear about us?',
    options: {
      enumOptions: [
        { value: 3, label: 'Newspaper' },
        { value: 4, label: 'A friend' },
        { value: 5, label: 'News site' },
      ],
    },
  };

  it('has the arrow of a select', () => {
    const { container } = drawWidget('CreatableSelect', sources);
    expect(container.querySelector('.rp-combobox-arrow')).not.toBeNull();
  });

  it('filters its list while typing and accepts a choice by keyboard', async () => {
    const { user, value } = drawWidget('CreatableSelect', sources);
    expect(box().getAttribute('aria-expanded')).toBe('false');
    await user.type(screen.getByRole('combobox', { name: 'How did you hear about us?' }), 'news');
    expect(rows()).toEqual(['Newspaper', 'News site']);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('News site');
    await user.keyboard('{Enter}');
    expect(value()).toBe('5');
    expect(box().value).toBe('News site');
    expect(rows()).toEqual([]);
  });

  it('accepts a choice by mouse and keeps the focus in the text field', async () => {
    const { user, value } = drawWidget('CreatableSelect', sources);
    await user.click(box());
    expect(rows()).toHaveLength(3);
    await user.click(screen.getByRole('option', { name: 'A friend' }));
    expect(value()).toBe('4');
    expect(document.activeElement).toBe(box());
  });

  it('stores a custom answer, and the value of a choice typed in full', async () => {
    const { user, value } = drawWidget('CreatableSelect', sources);
    await user.type(box(), 'A poster on the bus');
    await user.tab();
    expect(value()).toBe('A poster on the bus');
    expect(box().value).toBe('A poster on the bus');
    await user.clear(box());
    await user.type(box(), 'a FRIEND');
    expect(value()).toBe('4');
    await user.tab();
    expect(box().value).toBe('A friend');
  });

  it('closes with Escape and keeps the typed text', async () => {
    const { user, value } = drawWidget('CreatableSelect', sources);
    await user.type(box(), 'new{Escape}');
    expect(rows()).toEqual([]);
    expect(value()).toBe('new');
  });

  it('shows the label of a stored value', () => {
    drawWidget('CreatableSelect', { ...sources, value: '3' });
    expect(box().value).toBe('Newspaper');
  });
});

describe('AddressSearch', () => {
  const found: AddressSuggestion = {
    label: '12 Harbor View Rd, Austin, TX 78701',
    street: '12 Harbor View Rd',
    houseNumber: '12',
    unit: '',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
  };
  const fills = { street: 'street_address', unit: 'appartment', city: 'city', state: 'state', zip: 'zipcode' };
  const search = (suggest: (query: string) => Promise<AddressSuggestion[]>, beside = {}) =>
    drawWidget('AddressSearch', { options: { fills }, beside, services: createFakeServices({ suggest }) });

  it('asks once after a pause and fills in its sibling fields', async () => {
    const requests: string[] = [];
    const { user, siblings, services } = search(
      async (query) => {
        requests.push(query);
        return [found];
      },
      { appartment: '4B', city: 'Waco' },
    );
    await user.type(box(), '12 Harbor');
    await screen.findByRole('option', { name: found.label });
    expect(requests).toEqual(['12 Harbor']);
    expect(screen.getByRole('status').textContent).toContain('1 suggestion.');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(siblings()).toEqual({
      field: found.label,
      street_address: '12 Harbor View Rd',
      appartment: '4B',
      city: 'Austin',
      state: 'TX',
      zipcode: '78701',
    });
    expect(services.said).toEqual([`Address filled in: ${found.label}`]);
  });

  it("fills itself if it's the street", async () => {
    const services = createFakeServices({ suggest: async () => [found] });
    const { user, siblings } = drawWidget('AddressSearch', {
      options: { fills: { street: 'field', zip: 'zip' } },
      services,
    });
    await user.type(box(), '12 Ha');
    await user.click(await screen.findByRole('option', { name: found.label }));
    expect(siblings()).toEqual({ field: '12 Harbor View Rd', zip: '78701' });
  });

  it('keeps the typed text when nothing is found or the service fails', async () => {
    const { user, value } = search(async (query) => {
      if (query === 'nowhere') return [];
      throw new Error('down');
    });
    await user.type(box(), 'nowhere');
    expect(await screen.findByText('No suggestions. You can keep what you typed.')).toBeTruthy();
    await user.type(box(), ' else');
    expect(await screen.findByText(/suggest addresses right now/)).toBeTruthy();
    expect(value()).toBe('nowhere else');
  });

  it('ignores the response to an older query', async () => {
    const answers: Record<string, (found: AddressSuggestion[]) => void> = {};
    const { user } = search((query) => new Promise((resolve) => Object.assign(answers, { [query]: resolve })));
    await user.type(box(), 'first');
    await expect.poll(() => Object.keys(answers)).toEqual(['first']);
    await user.clear(box());
    await user.type(box(), 'second');
    await expect.poll(() => Object.keys(answers)).toEqual(['first', 'second']);
    answers.second?.([{ ...found, label: 'Second' }]);
    await screen.findByRole('option', { name: 'Second' });
    answers.first?.([{ ...found, label: 'First' }]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rows()).toEqual(['Second']);
  });

  it('sends no request below three letters', async () => {
    const requests: string[] = [];
    const { user } = search(async (query) => {
      requests.push(query);
      return [];
    });
    await user.type(box(), '12');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(requests).toEqual([]);
  });
});
