// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './support/drawWidget';

const box = () => screen.getByRole('textbox') as HTMLInputElement;

describe('Phone', () => {
  it.each(['5125550123', '(512) 555-0123', '1 512 555 0123'])(
    '%s is seen as (512) 555-0123 and stored as digits',
    async (typed) => {
      const { user, value } = drawWidget('Phone');
      await user.type(box(), typed);
      expect(box().value).toBe('(512) 555-0123');
      expect(value()).toBe('15125550123');
    },
  );

  it('takes a pasted number with its country code', async () => {
    const { user, value } = drawWidget('Phone');
    await user.click(box());
    await user.paste('+1 (512) 555-0123');
    expect(box().value).toBe('(512) 555-0123');
    expect(value()).toBe('15125550123');
  });

  it('takes a number of another country', async () => {
    const { user, value } = drawWidget('Phone');
    await user.type(box(), '+442079460018');
    expect(box().value).toBe('+442079460018');
    expect(value()).toBe('442079460018');
  });

  it('shapes what a browser fills in without the focus', () => {
    const { value } = drawWidget('Phone');
    fireEvent.input(box(), { target: { value: '5125550123' } });
    expect(value()).toBe('15125550123');
    expect(box().value).toBe('(512) 555-0123');
  });

  it('shows a stored number and keeps an unfinished one for the schema to refuse', async () => {
    const { user, value } = drawWidget('Phone', { value: '15125550123' });
    expect(box().value).toBe('(512) 555-0123');
    await user.type(box(), '{Backspace}{Backspace}');
    expect(value()).toBe('151255501');
    await user.clear(box());
    expect(value()).toBeUndefined();
  });
});

describe('Currency', () => {
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

  it('leaves the text alone while it is typed', async () => {
    const { user, value } = drawWidget('Currency', { schema: { type: 'number' } });
    await user.type(box(), '12.');
    expect(box().value).toBe('$ 12.');
    expect(value()).toBe(12);
  });

  it('is no answer once it is emptied', async () => {
    const { user, value } = drawWidget('Currency', { schema: { type: 'number' }, value: 12.5 });
    expect(box().value).toBe('$ 12.50');
    await user.clear(box());
    await user.tab();
    expect(value()).toBeUndefined();
    expect(box().value).toBe('');
  });

  it('takes a pasted amount', async () => {
    const { user, value } = drawWidget('Currency', { schema: { type: 'number' } });
    await user.click(box());
    await user.paste('$4,200.5');
    await user.tab();
    expect(value()).toBe(4200.5);
    expect(box().value).toBe('$ 4,200.50');
  });
});

describe('MaskedSsn', () => {
  it('is seen while it is typed, with its dashes, and hidden once the field is left', async () => {
    const { user, value, container } = drawWidget('MaskedSsn', { label: 'SSN' });
    await user.type(screen.getByRole('textbox', { name: 'SSN' }), '512456788');
    expect(box().value).toBe('512-45-6788');
    await user.tab();
    expect(box().value).toBe('***-**-6788');
    expect(value()).toBe('512-45-6788');
    expect(container.innerHTML).not.toContain('512-45');
  });

  it('takes a pasted number', async () => {
    const { user, value } = drawWidget('MaskedSsn');
    await user.click(box());
    await user.paste('123 45 6789');
    expect(value()).toBe('123-45-6789');
  });

  it.each(['123-45', '000-12-3456'])('leaves %s, which is wrong, readable until it is left right', async (wrong) => {
    const { user } = drawWidget('MaskedSsn');
    await user.type(box(), wrong);
    await user.tab();
    expect(box().value).toBe(wrong);
    await user.clear(box());
    await user.type(box(), '123-45-6788');
    await user.tab();
    expect(box().value).toBe('***-**-6788');
  });

  it('shows a stored number masked; Change starts a new one, and Keep brings the stored one back', async () => {
    const { user, value } = drawWidget('MaskedSsn', { label: 'SSN', value: '***-**-6789' });
    expect(box().value).toBe('***-**-6789');
    expect(box().readOnly).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Change SSN' }));
    await expect.poll(() => document.activeElement).toBe(box());
    expect(box().value).toBe('');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(value()).toBe('***-**-6789');
    await user.click(screen.getByRole('button', { name: 'Change SSN' }));
    await expect.poll(() => document.activeElement).toBe(box());
    await user.keyboard('219099999');
    await user.tab();
    expect(value()).toBe('219-09-9999');
    expect(box().value).toBe('***-**-9999');
  });

  it('never goes back to an older number when it is left', async () => {
    const { user, value } = drawWidget('MaskedSsn', { label: 'SSN', value: '***-**-9998' });
    const change = async () => {
      await user.click(screen.getByRole('button', { name: 'Change SSN' }));
      await expect.poll(() => document.activeElement).toBe(box());
    };
    await change();
    await user.keyboard('219099999');
    await user.tab();
    await change();
    await user.tab();
    expect(value()).toBeUndefined();
    expect(box().value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Keep ***-**-9999' }));
    expect(value()).toBe('219-09-9999');
    expect(box().value).toBe('***-**-9999');
  });

  it('can be cleared', async () => {
    const { user, value } = drawWidget('MaskedSsn', { label: 'SSN', value: '***-**-9998' });
    await user.click(screen.getByRole('button', { name: 'Change SSN' }));
    await expect.poll(() => document.activeElement).toBe(box());
    await user.tab();
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(value()).toBeUndefined();
    expect(box().value).toBe('');
  });

  it('hides a number that is filled in from outside at once', () => {
    const { value } = drawWidget('MaskedSsn');
    fireEvent.input(box(), { target: { value: '512456788' } });
    expect(value()).toBe('512-45-6788');
    expect(box().value).toBe('***-**-6788');
  });

  it('cannot be changed while it is read only', () => {
    drawWidget('MaskedSsn', { value: '***-**-6789', readonly: true });
    expect(screen.queryByRole('button', { name: /Change/ })).toBeNull();
  });
});
