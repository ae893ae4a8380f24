// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './support/drawWidget';

const box = () => screen.getByRole('textbox') as HTMLInputElement;

describe('Phone', () => {
  it.each(['5125550123', '(512) 555-0123', '1 512 555 0123'])(
    'shows %s as (512) 555-0123 and stores digits',
    async (typed) => {
      const { user, value } = drawWidget('Phone');
      await user.type(box(), typed);
      expect(box().value).toBe('(512) 555-0123');
      expect(value()).toBe('15125550123');
    },
  );

  it('accepts a pasted number with its country code', async () => {
    const { user, value } = drawWidget('Phone');
    await user.click(box());
    await user.paste('+1 (512) 555-0123');
    expect(box().value).toBe('(512) 555-0123');
    expect(value()).toBe('15125550123');
  });

  it('accepts an international number', async () => {
    const { user, value } = drawWidget('Phone');
    await user.type(box(), '+442079460018');
    expect(box().value).toBe('+442079460018');
    expect(value()).toBe('442079460018');
  });

  it('formats a number that the browser fills in', () => {
    const { value } = drawWidget('Phone');
    fireEvent.input(box(), { target: { value: '5125550123' } });
    expect(value()).toBe('15125550123');
    expect(box().value).toBe('(512) 555-0123');
  });

  it('shows a stored number, and keeps an incomplete one for the schema to refuse', async () => {
    const { user, value } = drawWidget('Phone', { value: '15125550123' });
    expect(box().value).toBe('(512) 555-0123');
    await user.type(box(), '{Backspace}{Backspace}');
    expect(value()).toBe('151255501');
    await user.clear(box());
    expect(value()).toBeUndefined();
  });
});

describe('Zip', () => {
  it.each([
    [9, '123456789012', '123456789'],
    [9, '78701-1234', '787011234'],
    [10, '123456789012', '123456789'],
    [10, '78701-123456', '78701-1234'],
    [10, '787-01', '78701'],
    [10, 'TX 78701', '78701'],
  ])('formats with at most %i characters: %s becomes %s', async (maxLength, typed, stored) => {
    const { user, value } = drawWidget('Zip', { options: { maxLength } });
    await user.type(box(), typed);
    expect(box().value).toBe(stored);
    expect(value()).toBe(stored);
  });

  it('accepts a pasted ZIP+4, autofill and a stored value', async () => {
    const { user, value } = drawWidget('Zip', { value: '78701' });
    expect(box().value).toBe('78701');
    await user.clear(box());
    expect(value()).toBeUndefined();
    await user.paste('78701-1234');
    expect(value()).toBe('78701-1234');
    fireEvent.input(box(), { target: { value: '78704 ' } });
    expect(value()).toBe('78704');
  });
});

describe('Currency', () => {
  it('shows an amount that can’t be changed like a derived amount', () => {
    drawWidget('Currency', { value: 4333.5, readonly: true });
    expect(box().value).toBe('$4,333.50');
    expect(box().readOnly).toBe(true);
  });

  it.each([
    ['1234.567', '$ 1,234.56', 1234.56],
    ['99', '$ 99.00', 99],
    ['-5', '$ 5.00', 5],
    ['0', '$ 0.00', 0],
    ['12a3', '$ 123.00', 123],
  ])('%s becomes %s', async (typed, shown, stored) => {
    const { user, value } = drawWidget('Currency', { schema: { type: 'number' } });
    await user.type(box(), typed);
    await user.tab();
    expect(box().value).toBe(shown);
    expect(value()).toBe(stored);
  });

  it("doesn't format while typing", async () => {
    const { user, value } = drawWidget('Currency', { schema: { type: 'number' } });
    await user.type(box(), '12.');
    expect(box().value).toBe('$ 12.');
    expect(value()).toBe(12);
  });

  it("stores nothing once it's empty", async () => {
    const { user, value } = drawWidget('Currency', { schema: { type: 'number' }, value: 12.5 });
    expect(box().value).toBe('$ 12.50');
    await user.clear(box());
    await user.tab();
    expect(value()).toBeUndefined();
    expect(box().value).toBe('');
  });

  it('accepts a pasted amount', async () => {
    const { user, value } = drawWidget('Currency', { schema: { type: 'number' } });
    await user.click(box());
    await user.paste('$4,200.5');
    await user.tab();
    expect(value()).toBe(4200.5);
    expect(box().value).toBe('$ 4,200.50');
  });
});

describe('MaskedSsn', () => {
  it('shows the number with dashes while typing and masks it on blur', async () => {
    const { user, value, container } = drawWidget('MaskedSsn', { label: 'SSN' });
    await user.type(screen.getByRole('textbox', { name: 'SSN' }), '512456788');
    expect(box().value).toBe('512-45-6788');
    await user.tab();
    expect(box().value).toBe('***-**-6788');
    expect(value()).toBe('512-45-6788');
    expect(container.innerHTML).not.toContain('512-45');
  });

  it('accepts a pasted number', async () => {
    const { user, value } = drawWidget('MaskedSsn');
    await user.click(box());
    await user.paste('123 45 6789');
    expect(value()).toBe('123-45-6789');
  });

  it.each(['123-45', '000-12-3456'])("keeps the invalid %s readable until it's corrected", async (wrong) => {
    const { user } = drawWidget('MaskedSsn');
    await user.type(box(), wrong);
    await user.tab();
    expect(box().value).toBe(wrong);
    await user.clear(box());
    await user.type(box(), '123-45-6788');
    await user.tab();
    expect(box().value).toBe('***-**-6788');
  });

  it('masks a stored number, which Change replaces and Keep restores', async () => {
    const { user, value } = drawWidget('MaskedSsn', { label: 'SSN', value: '***-**-6789' });
    expect(box().value).toBe('***-**-6789');
    expect(box().readOnly).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Change SSN' }));
    await expect.poll(() => document.activeElement).toBe(box());
    expect(box().value).toBe('');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(value()).toBe('***-**-6789');
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    await user.click(screen.getByRole('button', { name: 'Change SSN' }));
    await expect.poll(() => document.activeElement).toBe(box());
    await user.keyboard('219099999');
    await user.tab();
    expect(value()).toBe('219-09-9999');
    expect(box().value).toBe('***-**-9999');
  });

  it('keeps the newest number when the field is left empty', async () => {
    const { user, value } = drawWidget('MaskedSsn', { label: 'SSN', value: '***-**-9998' });
    const change = async () => {
      await user.click(screen.getByRole('button', { name: 'Change SSN' }));
      await expect.poll(() => document.activeElement).toBe(box());
    };
    await change();
    await user.keyboard('219099999');
    await user.tab();
    await change();
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(value()).toBe('219-09-9999');
    expect(box().value).toBe('***-**-9999');
    await change();
    await user.keyboard('12');
    await user.clear(box());
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(value()).toBe('219-09-9999');
  });

  it('is cleared by Remove', async () => {
    const { user, value } = drawWidget('MaskedSsn', { label: 'SSN', value: '***-**-9998' });
    await user.click(screen.getByRole('button', { name: 'Change SSN' }));
    await expect.poll(() => document.activeElement).toBe(box());
    await user.click(screen.getByRole('button', { name: 'Remove SSN' }));
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(value()).toBeUndefined();
    expect(box().value).toBe('');
  });

  it('masks a number that the browser fills in', () => {
    const { value } = drawWidget('MaskedSsn');
    fireEvent.input(box(), { target: { value: '512456788' } });
    expect(value()).toBe('512-45-6788');
    expect(box().value).toBe('***-**-6788');
  });

  it("can't be changed while it's read-only", () => {
    drawWidget('MaskedSsn', { value: '***-**-6789', readonly: true });
    expect(screen.queryByRole('button', { name: /Change/ })).toBeNull();
  });
});
