// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawWidget } from './support/drawWidget';

const texts = { type: 'array' as const, maxItems: 3, items: { type: 'string' as const } };
const objects = { type: 'array' as const, maxItems: 3, items: { type: 'object' as const, properties: { number: {} } } };
const boxes = () => screen.getAllByRole('textbox') as HTMLInputElement[];
const add = () => screen.getByRole('button', { name: 'Add another mobile number' });

describe('Phones', () => {
  it('starts with one number and stores a list', async () => {
    const { user, value } = drawWidget('Phones', { schema: texts, label: 'Mobile number' });
    expect(screen.getByRole('group', { name: 'Mobile number' })).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Mobile number' }), '5125550123');
    expect(value()).toEqual(['15125550123']);
  });

  it('adds and removes up to two more numbers, with focus and announcement', async () => {
    const { user, value, services } = drawWidget('Phones', {
      schema: texts,
      label: 'Mobile number',
      value: ['15125550123'],
    });
    await user.click(add());
    await expect.poll(() => document.activeElement).toBe(boxes()[1]);
    await user.keyboard('5125550124');
    await user.click(add());
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Mobile number 3' }));
    await user.keyboard('5125550125');
    expect(screen.queryByRole('button', { name: 'Add another mobile number' })).toBeNull();
    expect(value()).toEqual(['15125550123', '15125550124', '15125550125']);
    await user.click(screen.getByRole('button', { name: 'Remove number 2' }));
    expect(value()).toEqual(['15125550123', '15125550125']);
    await expect.poll(() => document.activeElement).toBe(boxes()[0]);
    expect(services.said).toEqual(['Number 2 added', 'Number 3 added', 'Number 2 removed']);
  });

  it('keeps a list of objects with their ids', async () => {
    const { user, value } = drawWidget('Phones', { schema: objects, value: [{ id: 4, number: '15125550123' }] });
    expect(boxes()[0]?.id).toBe('section_row_0_field_0_number');
    await user.clear(boxes()[0] as HTMLInputElement);
    await user.type(boxes()[0] as HTMLInputElement, '5125550199');
    expect(value()).toEqual([{ id: 4, number: '15125550199' }]);
  });

  it("marks a duplicate number with the schema's message", () => {
    drawWidget('Phones', {
      schema: texts,
      value: ['15125550123', '15125550123'],
      message: 'You cannot add duplicate phone number',
    });
    expect(boxes()[1]?.getAttribute('aria-invalid')).toBe('true');
    expect(boxes()[1]?.getAttribute('aria-describedby')).toContain('__error');
  });

  it("has no add and remove buttons while it's read-only", () => {
    drawWidget('Phones', { schema: texts, value: ['15125550123', '15125550124'], readonly: true });
    expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Elsewhere']);
  });
});
