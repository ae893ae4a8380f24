// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './support/drawWidget';

describe('Text', () => {
  it('is named by its label and filled in by its token', () => {
    drawWidget('Text', { label: 'First name', options: { autocomplete: 'given-name' }, required: true });
    const input = screen.getByRole('textbox', { name: 'First name' });
    expect(input).toHaveProperty('autocomplete', 'given-name');
    expect(input.getAttribute('aria-required')).toBe('true');
    expect(input.getAttribute('aria-describedby')).toContain('section_row_0_field__help');
    expect(input).toHaveProperty('name', 'section_row_0_field');
  });

  it('answers each key, and nothing at all once it is empty', async () => {
    const { user, value, left } = drawWidget('Text');
    await user.type(screen.getByRole('textbox'), "O'Neil 李");
    expect(value()).toBe("O'Neil 李");
    await user.clear(screen.getByRole('textbox'));
    expect(value()).toBeUndefined();
    await user.tab();
    expect(left).toHaveLength(1);
  });

  it('keeps a pasted text that is too long', async () => {
    const { user, value } = drawWidget('Text', { schema: { type: 'string', maxLength: 5 } });
    await user.click(screen.getByRole('textbox'));
    await user.paste('123456789');
    expect(value()).toBe('123456789');
  });

  it('says that its answer is wrong', () => {
    drawWidget('Text', { message: 'Required' });
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  it('takes no typing while it is read only', async () => {
    const { user, value } = drawWidget('Text', { value: 'ada@example.com', readonly: true });
    await user.type(screen.getByRole('textbox'), 'x');
    expect(value()).toBe('ada@example.com');
  });
});

describe('TextArea', () => {
  const schema = { type: 'string', maxLength: 20 } as const;

  it('says how many characters there may be', () => {
    drawWidget('TextArea', { schema });
    expect(screen.getByText('Max 20 Characters')).toBeTruthy();
  });

  it('counts what is left near the limit and what is too much beyond it, cutting nothing', async () => {
    const { user, value } = drawWidget('TextArea', { schema });
    await user.type(screen.getByRole('textbox', { name: 'Field' }), 'x'.repeat(18));
    expect(screen.getByText('2 characters left')).toBeTruthy();
    await user.type(screen.getByRole('textbox'), 'yyyyy');
    expect(screen.getByText('3 characters too many')).toBeTruthy();
    expect(value()).toHaveLength(23);
  });

  it('leaves the limit to the help of the field where there is one', () => {
    drawWidget('TextArea', { schema, options: { help: 'Max 20 Characters' } });
    expect(screen.queryByText('Max 20 Characters')).toBeNull();
  });
});
