// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

const section = sectionOf(
  {
    properties: {
      answer: {
        type: 'string',
        title: 'Answer',
        oneOf: [
          { const: 'Yes', title: 'Yes' },
          { const: 'No', title: 'No' },
        ],
      },
      rows: {
        type: 'array',
        title: 'Rows',
        items: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
      },
      address: { type: 'object', title: 'Address', properties: { city: { type: 'string', title: 'City' } } },
    },
  },
  { answer: { 'ui:widget': 'YesNo' }, rows: { 'ui:list': { add: 'Add a row' } } },
);

describe('the focus of a section form', () => {
  it('moves to a field by its path', () => {
    const { handle } = renderForm(section, { initial: { rows: [{}, {}] } });
    handle().focus(['rows', 1, 'name']);
    expect(document.activeElement?.id).toBe('sample_rows_1_name');
  });

  it('moves to the chosen radio button, or to the first', () => {
    const { handle } = renderForm(section, { initial: { answer: 'No' } });
    handle().focus(['answer']);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'No' }));
    cleanup();
    renderForm(section).handle().focus(['answer']);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Yes' }));
  });

  it('moves to the button of an empty list, and into a group', () => {
    const { handle } = renderForm(section);
    handle().focus(['rows']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a row' }));
    handle().focus(['address']);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'City' }));
  });

  it.each([
    ['radio', 'No'],
    ['textbox', 'City'],
    ['button', 'Add a row'],
  ])('stays on the %s of a form that staff edit', (role, name) => {
    const { again } = renderForm(section, { initial: { answer: 'No' } });
    const control = screen.getByRole(role, { name });
    control.focus();
    again({ section: { ...section, validator: '', schema: { ...section.schema, title: 'Said otherwise' } } });
    expect(screen.getByRole(role, { name })).toBe(control);
    expect(document.activeElement).toBe(control);
  });

  it("moves to the nearest field above one that isn't shown", () => {
    const { handle } = renderForm(section, { initial: { rows: [{}] } });
    handle().focus(['rows', 4, 'name']);
    expect(document.activeElement?.id).toBe('sample_rows_0_name');
  });
});
