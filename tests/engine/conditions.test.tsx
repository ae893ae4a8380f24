// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TODAY } from '../support/sampleSection';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

const yesNo = { type: 'string' as const, oneOf: ['Yes', 'No'].map((word) => ({ const: word, title: word })) };
const whenAnswered = (field: string, value: string) => ({
  properties: { [field]: { const: value } },
  required: [field],
});

const pets = sectionOf(
  {
    properties: {
      pet: { ...yesNo, title: 'A pet?' },
      kind: { type: 'string', title: 'Which kind?' },
      licensed: { ...yesNo, title: 'Licensed?' },
      license: { type: 'string', title: 'License' },
    },
    'x-conditions': [
      { if: whenAnswered('pet', 'Yes'), show: ['kind', 'licensed'], require: ['kind'] },
      { if: whenAnswered('licensed', 'Yes'), show: ['license'] },
    ],
  },
  { pet: { 'ui:widget': 'YesNo' }, licensed: { 'ui:widget': 'YesNo' } },
);

const radio = (group: string, name: string) =>
  screen
    .getAllByRole('radio', { name })
    .find((input) => input.closest(`[role=radiogroup][aria-label="${group}"]`)) as HTMLElement;

describe('conditions in a section form', () => {
  it('hide a field until its condition is met, then mark it as required', async () => {
    const { user } = renderForm(pets);
    expect(screen.queryByRole('textbox', { name: 'Which kind?' })).toBeNull();
    await user.click(radio('A pet?', 'Yes'));
    const kind = screen.getByRole('textbox', { name: 'Which kind?' });
    expect(kind.getAttribute('aria-required')).toBe('true');
    expect(screen.getByText('Which kind?').textContent).toBe('Which kind?\u00a0*');
  });

  it('restore the last value of a hidden field after Yes, No, Yes', async () => {
    const { user, submit } = renderForm(pets);
    await user.click(radio('A pet?', 'Yes'));
    await user.type(screen.getByRole('textbox', { name: 'Which kind?' }), 'Cat');
    await user.click(radio('A pet?', 'No'));
    expect(screen.queryByRole('textbox', { name: 'Which kind?' })).toBeNull();
    expect(submit()).toEqual({ answers: { pet: 'No' }, errors: [] });
    await user.click(radio('A pet?', 'Yes'));
    expect(screen.getByRole('textbox', { name: 'Which kind?' })).toHaveProperty('value', 'Cat');
  });

  it('hide a field whose condition depends on a hidden field', async () => {
    const { user } = renderForm(pets);
    await user.click(radio('A pet?', 'Yes'));
    await user.click(radio('Licensed?', 'Yes'));
    expect(screen.getByRole('textbox', { name: 'License' })).toBeTruthy();
    await user.click(radio('A pet?', 'No'));
    expect(screen.queryByRole('textbox', { name: 'License' })).toBeNull();
  });

  it('show a field at once for a choice from a list of the server', async () => {
    const agent = { 'ui:widget': 'Select', 'ui:options': { source: 'agents', label: '{name}', value: 'id' } };
    const byAgent = sectionOf(
      {
        properties: {
          agent: { type: 'string', title: 'Agent' },
          other: { type: 'string', title: "Other agent's name" },
        },
        'x-conditions': [{ if: whenAnswered('agent', '0'), show: ['other'] }],
      },
      { agent },
    );
    renderForm(byAgent, { context: { ...TODAY, lists: { agents: [{ id: '0', name: 'Other' }] } } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Agent' }), { target: { value: '0' } });
    expect(screen.getByRole('textbox', { name: "Other agent's name" })).toBeTruthy();
  });

  it("can read the app's data, and update when it changes", async () => {
    const taken = sectionOf({
      properties: { other: { type: 'string', title: 'Another address' } },
      'x-conditions': [
        {
          if: { properties: { $context: { properties: { emailTaken: { const: true } }, required: ['emailTaken'] } } },
          show: ['other'],
        },
      ],
    });
    const { again } = renderForm(taken);
    expect(screen.queryByRole('textbox')).toBeNull();
    again({ context: { today: '2026-11-21', emailTaken: true } });
    expect(screen.getByRole('textbox', { name: 'Another address' })).toBeTruthy();
  });
});
