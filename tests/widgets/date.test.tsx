// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { drawWidget } from './support/drawWidget';

const schema = { type: 'string', format: 'date' } as const;
const birth = { ...schema, 'x-age': { min: 18, max: 99 } };
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Date of birth' });

function drawDate(more: Parameters<typeof drawWidget>[1] = {}) {
  return drawWidget('DateText', { schema, label: 'Date of birth', ...more });
}

async function openCalendar(user: ReturnType<typeof drawWidget>['user']) {
  await user.click(screen.getByRole('button', { name: 'Choose Date of birth from a calendar' }));
  // The calendar loads on first use, and receives focus once rendered.
  const calendar = await screen.findByRole('dialog', { name: 'Date of birth: calendar' }, { timeout: 10_000 });
  await waitFor(() => expect(calendar.contains(document.activeElement)).toBe(true));
  return calendar;
}

describe('DateText, typed', () => {
  it.each(['12252026', '12/25/2026'])('shows %s with slashes and stores an ISO date', async (typed) => {
    const { user, value } = drawDate();
    await user.type(box(), typed);
    expect(box()).toHaveProperty('value', '12/25/2026');
    expect(value()).toBe('2026-12-25');
  });

  it('pads 1/2/2027 with zeros', async () => {
    const { user, value } = drawDate();
    await user.type(box(), '1/2/2027');
    expect(value()).toBe('2027-01-02');
  });

  it('accepts a pasted ISO date', async () => {
    const { user, value } = drawDate();
    await user.click(box());
    await user.paste('2026-12-25');
    expect(value()).toBe('2026-12-25');
    expect(box()).toHaveProperty('value', '12/25/2026');
  });

  it('keeps an impossible or incomplete date as typed, for the schema to refuse', async () => {
    const { user, value } = drawDate();
    await user.type(box(), '02/31/2026');
    await user.tab();
    expect(value()).toBe('02/31/2026');
    await user.clear(box());
    await user.type(box(), '12/2');
    expect(value()).toBe('12/2');
    expect(box()).toHaveProperty('value', '12/2');
  });

  it('rejects letters and shows a stored date', async () => {
    const { user, value } = drawDate({ value: '1990-04-01' });
    expect(box()).toHaveProperty('value', '04/01/1990');
    await user.clear(box());
    await user.type(box(), 'a1b2');
    expect(value()).toBe('12');
  });
});

describe('DateText, as text', () => {
  const words = () => screen.getByRole('status').textContent;

  it.each([
    ['3/1/27', 'We read this as March 1, 2027.'],
    ['13/02/2027', 'We read this as February 13, 2027.'],
    ['2027-03-01', 'We read this as March 1, 2027.'],
    ['03/01/2027', ''],
    ['next spring', ''],
  ])('a pasted %s is followed by %j', async (text, shown) => {
    const { user } = drawDate();
    await user.click(box());
    await user.paste(text);
    await waitFor(() => expect(words()).toBe(shown));
  });

  it('a date pasted before the mask has loaded is still repeated afterward', async () => {
    drawDate();
    fireEvent.focus(box());
    fireEvent.input(box(), { target: { value: '3/1/27' } });
    const attach = vi.spyOn(box(), 'addEventListener');
    await waitFor(() => expect(attach).toHaveBeenCalled());
    await new Promise((done) => setTimeout(done));
    expect([box().value, words()]).toEqual(['03/01/2027', 'We read this as March 1, 2027.']);
  });

  it('a typed date of another order or with a short year is repeated, until it changes', async () => {
    const { user, value } = drawDate();
    await user.type(box(), '25/12/2026');
    expect([value(), words()]).toEqual(['2026-12-25', 'We read this as December 25, 2026.']);
    await user.clear(box());
    await user.type(box(), '12/25/27');
    expect(words()).toBe('');
    await user.tab();
    expect([value(), words()]).toEqual(['2027-12-25', 'We read this as December 25, 2027.']);
    await user.clear(box());
    await user.type(box(), '12/25/2027');
    expect(words()).toBe('');
  });

  it('an ambiguous date is repeated in languages that put the day first', () => {
    document.documentElement.lang = 'es';
    drawDate({ value: '2027-03-04' });
    expect(words()).toContain('4 de marzo de 2027');
    cleanup();
    drawDate({ value: '2027-03-14' });
    expect(words()).toBe('');
    document.documentElement.lang = '';
  });
});

describe('DateText, from the calendar', () => {
  it('opens on the stored day, moves by keys and returns the focus', async () => {
    const { user, value } = drawDate({ value: '2026-12-25' });
    await openCalendar(user);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Friday, December 25, 2026');
    await user.keyboard('{ArrowDown}{ArrowLeft}{PageDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Sunday, January 31, 2027');
    await user.keyboard('{Enter}');
    expect(value()).toBe('2027-01-31');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /calendar/ }));
  });

  it('closes with Escape and changes nothing', async () => {
    const { user, value } = drawDate({ value: '2026-12-25' });
    await openCalendar(user);
    await user.keyboard('{ArrowUp}{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(value()).toBe('2026-12-25');
  });

  it('offers only days the schema allows', async () => {
    const { user } = drawDate({ schema: birth });
    await openCalendar(user);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Friday, November 21, 2008');
    expect(screen.getByRole('button', { name: 'Saturday, November 22, 2008' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Next month' })).toHaveProperty('disabled', true);
    await user.keyboard('{PageDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Friday, November 21, 2008');
    expect(screen.getByRole('combobox', { name: 'Year' }).querySelectorAll('option')).toHaveLength(83);
  });

  it('opens any month and year directly', async () => {
    const { user, value } = drawDate({ schema: birth });
    await openCalendar(user);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '1990');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'April');
    await user.click(screen.getByRole('button', { name: 'Sunday, April 1, 1990' }));
    expect(value()).toBe('1990-04-01');
  });

  it("starts at today when the text isn't a date", async () => {
    const { user } = drawDate({ value: '12/2' });
    await openCalendar(user);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Saturday, November 21, 2026, today');
  });

  it("can't be opened while the field is read-only", () => {
    drawDate({ readonly: true });
    expect(screen.getByRole('button', { name: /calendar/ })).toHaveProperty('disabled', true);
  });
});
