// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './support/drawWidget';

describe('Text', () => {
  it('has its label and autofill token', () => {
    drawWidget('Text', { label: 'First name', options: { autocomplete: 'given-name' }, required: true });
    const input = screen.getByRole('textbox', { name: 'First name' });
    expect(input).toHaveProperty('autocomplete', 'given-name');
    expect(input.getAttribute('aria-required')).toBe('true');
    expect(input.getAttribute('aria-describedby')).toContain('section_row_0_field__help');
    expect(input).toHaveProperty('name', 'section_row_0_field');
  });

  it("stores each key, and nothing once it's empty", async () => {
    const { user, value, left } = drawWidget('Text');
    await user.type(screen.getByRole('textbox'), "O'Neil 李");
    expect(value()).toBe("O'Neil 李");
    await user.clear(screen.getByRole('textbox'));
    expect(value()).toBeUndefined();
    await user.tab();
    expect(left).toHaveLength(1);
  });

  it('keeps pasted text that is too long', async () => {
    const { user, value } = drawWidget('Text', { schema: { type: 'string', maxLength: 5 } });
    await user.click(screen.getByRole('textbox'));
    await user.paste('123456789');
    expect(value()).toBe('123456789');
  });

  it('is marked invalid with an error', () => {
    drawWidget('Text', { message: 'Required' });
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  it("can't be edited while it's read-only", async () => {
    const { user, value } = drawWidget('Text', { value: 'ada@example.com', readonly: true });
    await user.type(screen.getByRole('textbox'), 'x');
    expect(value()).toBe('ada@example.com');
  });
});

describe('TextArea', () => {
  const schema = { type: 'string', maxLength: 20 } as const;

  it('shows the character limit', () => {
    drawWidget('TextArea', { schema });
    expect(screen.getByText('Max 20 Characters')).toBeTruthy();
  });

  it('counts remaining characters near the limit and extra ones beyond it, without truncating', async () => {
    const { user, value } = drawWidget('TextArea', { schema });
    await user.type(screen.getByRole('textbox', { name: 'Field' }), 'x'.repeat(18));
    expect(screen.getByText('2 characters left')).toBeTruthy();
    await user.type(screen.getByRole('textbox'), 'yyyyy');
    expect(screen.getByText('3 characters too many')).toBeTruthy();
    expect(value()).toHaveLength(23);
  });

  it('shows no limit if the field has help', () => {
    drawWidget('TextArea', { schema, options: { help: 'Max 20 Characters' } });
    expect(screen.queryByText('Max 20 Characters')).toBeNull();
  });
});
