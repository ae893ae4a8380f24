// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './support/drawWidget';

const kinds = {
  schema: { type: 'integer' as const, enum: [1, 2] },
  options: {
    enumOptions: [
      { value: 1, label: 'Rent' },
      { value: 2, label: 'Own' },
    ],
  },
};

describe('Select', () => {
  it('stores the value of the chosen option, not its label', async () => {
    const { user, value } = drawWidget('Select', { ...kinds, label: 'Do you rent or own?' });
    const select = screen.getByRole('combobox', { name: 'Do you rent or own?' });
    expect(
      within(select)
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['Choose…', 'Rent', 'Own']);
    await user.selectOptions(select, 'Own');
    expect(value()).toBe(2);
    await user.selectOptions(select, 'Choose…');
    expect(value()).toBeUndefined();
  });

  it('stores a numeric key as a string for string answers', async () => {
    const options = { enumOptions: [{ value: 7, label: 'Riley Chen' }] };
    const { user, value } = drawWidget('Select', { options });
    await user.selectOptions(screen.getByRole('combobox'), 'Riley Chen');
    expect(value()).toBe('7');
  });

  it('selects nothing if the stored value is no longer in the list', () => {
    drawWidget('Select', { ...kinds, value: 9 });
    expect(screen.getByRole('combobox')).toHaveProperty('value', '');
  });

  it("can't be changed while it's read-only", () => {
    drawWidget('Select', { ...kinds, value: 1, readonly: true });
    expect(screen.getByRole('combobox')).toHaveProperty('disabled', true);
  });
});

describe('Radio', () => {
  it('is a labeled group for mouse and keyboard', async () => {
    const { user, value } = drawWidget('Radio', { ...kinds, label: 'Do you rent or own?', message: 'Required' });
    const group = screen.getByRole('radiogroup', { name: 'Do you rent or own?' });
    expect(group.getAttribute('aria-invalid')).toBe('true');
    await user.click(within(group).getByRole('radio', { name: 'Rent' }));
    expect(value()).toBe(1);
    within(group).getByRole('radio', { name: 'Own' }).focus();
    await user.keyboard(' ');
    expect(value()).toBe(2);
  });

  it('is locked while its `lockedBy` sibling has an answer', () => {
    const lockedBy = { fields: ['file', 'backfile'], hint: 'Delete the files first.' };
    const options = { ...kinds.options, lockedBy };
    const { write } = drawWidget('Radio', { ...kinds, options, value: 1 });
    expect(screen.getByRole('radio', { name: 'Own' })).toHaveProperty('disabled', false);
    expect(screen.queryByText(lockedBy.hint)).toBeNull();
    write('backfile', 'app/1.png');
    expect(screen.getByRole('radio')).toHaveProperty('disabled', true);
    expect(screen.getByRole('radio', { name: 'Rent' })).toHaveProperty('checked', true);
    expect(screen.getByText(lockedBy.hint)).toBeDefined();
    write('backfile', undefined);
    expect(screen.getByRole('radio', { name: 'Own' })).toHaveProperty('disabled', false);
  });
});

describe('Checkboxes', () => {
  const options = {
    enumOptions: [
      { value: 'income', label: 'Income' },
      { value: 'identity', label: 'Identity' },
    ],
  };
  const schema = { type: 'array' as const, items: { type: 'string' as const } };

  it('stores the checked values in order, or nothing', async () => {
    const { user, value } = drawWidget('Checkboxes', { schema, options, label: 'What does it rest on?' });
    const group = screen.getByRole('group', { name: 'What does it rest on?' });
    await user.click(within(group).getByRole('checkbox', { name: 'Identity' }));
    await user.tab({ shift: true });
    await user.keyboard(' ');
    expect(value()).toEqual(['income', 'identity']);
    for (const name of ['Income', 'Identity']) await user.click(within(group).getByRole('checkbox', { name }));
    expect(value()).toBeUndefined();
  });

  it("can't be changed while it's read-only", () => {
    drawWidget('Checkboxes', { schema, options, value: ['income'], readonly: true });
    expect(screen.getByRole('checkbox', { name: 'Income' })).toHaveProperty('checked', true);
    for (const box of screen.getAllByRole('checkbox')) expect(box).toHaveProperty('disabled', true);
  });
});

describe('YesNo', () => {
  it('stores Yes or No as text', async () => {
    const { user, value } = drawWidget('YesNo', { label: 'Have you a pet?' });
    expect(screen.getByRole('radiogroup', { name: 'Have you a pet?' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(value()).toBe('Yes');
    await user.click(screen.getByRole('radio', { name: 'No' }));
    expect(value()).toBe('No');
  });

  it('stores true or false for a boolean', async () => {
    const { user, value } = drawWidget('YesNo', { schema: { type: 'boolean' } });
    await user.click(screen.getByRole('radio', { name: 'No' }));
    expect(value()).toBe(false);
  });
});

describe('Checkbox', () => {
  it('has its label beside the box and stores true or false', async () => {
    const { user, value } = drawWidget('Checkbox', { schema: { type: 'boolean' }, label: 'I agree', required: true });
    const box = screen.getByRole('checkbox', { name: /I agree/ });
    await user.click(box);
    expect(value()).toBe(true);
    await user.keyboard(' ');
    expect(value()).toBe(false);
    expect(box.getAttribute('aria-required')).toBe('true');
  });
});
