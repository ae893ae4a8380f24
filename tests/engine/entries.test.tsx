// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { UiNode } from '../../src/model/types';
import { renderForm, sectionOf } from './renderForm';

afterEach(cleanup);

/** A Yes/No question with a list of employers in a group, as in steps 2 and 3. */
function employment(entries: UiNode = {}, list: UiNode = {}) {
  return sectionOf(
    {
      properties: {
        work: {
          type: 'object',
          title: 'Work',
          required: ['response'],
          properties: {
            response: {
              type: 'string',
              title: 'Do you work?',
              oneOf: [
                { const: 'Yes', title: 'Yes' },
                { const: 'No', title: 'No' },
              ],
            },
            employer: {
              type: 'array',
              title: 'Employers',
              items: {
                type: 'object',
                properties: {
                  id: { type: 'integer' },
                  is_fixed: { type: 'boolean', readOnly: true },
                  name: { type: 'string', title: "Employer's name" },
                },
              },
            },
          },
          'x-conditions': [
            { if: { properties: { response: { const: 'Yes' } }, required: ['response'] }, show: ['employer'] },
          ],
        },
      },
    },
    {
      work: {
        'ui:entries': { answer: 'response', list: 'employer', onNo: 'refuse', ...entries },
        response: { 'ui:widget': 'YesNo' },
        employer: {
          'ui:list': { add: 'Add employer', item: 'Employer {n}', min: 1, max: 3, ...list },
          items: { id: { 'ui:widget': 'hidden' }, is_fixed: { 'ui:widget': 'hidden' } },
        },
      },
    },
  );
}

const answer = (word: string) => screen.getByRole<HTMLInputElement>('radio', { name: word });
const rows = () => screen.queryAllByRole('heading', { name: /^Employer \d$/ });
const two = {
  work: {
    response: 'Yes',
    employer: [
      { id: 7, name: 'Acme' },
      { id: 8, name: 'Bolt' },
    ],
  },
};

describe('a Yes/No with a list', () => {
  it('has no rows before it is answered', () => {
    const { handle } = renderForm(employment());
    expect(rows()).toHaveLength(0);
    expect(handle().answers()).toEqual({});
  });

  it('creates one empty row on Yes', async () => {
    const { user, handle } = renderForm(employment());
    await user.click(answer('Yes'));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(handle().answers()).toEqual({ work: { response: 'Yes', employer: [{}] } });
  });

  it('gets a source row with its id from the server', async () => {
    const { user, handle, services } = renderForm(employment({ source: 3 }));
    await user.click(answer('Yes'));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Add employer' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(services.sources.add.mock.calls).toEqual([
      [3, 1],
      [3, 2],
    ]);
    expect(handle().answers()).toEqual({ work: { response: 'Yes', employer: [{ id: 1 }, { id: 2 }] } });
  });

  it('undoes the Yes and shows why if the server rejects the source', async () => {
    const { user, handle, services } = renderForm(employment({ source: 3 }));
    services.sources.add.mockRejectedValueOnce(new Error('Please try again.'));
    await user.click(answer('Yes'));
    await waitFor(() => expect(services.alert).toHaveBeenCalledWith({ title: 'Please try again.' }));
    expect(handle().answers()).toEqual({ work: {} });
    expect(answer('Yes').checked).toBe(false);
  });

  it('adds one source for two quick clicks', async () => {
    const { user, services } = renderForm(employment({ source: 3 }), { initial: two });
    await user.dblClick(screen.getByRole('button', { name: 'Add employer' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(services.sources.add).toHaveBeenCalledTimes(1);
  });

  it('refuses No while rows exist', async () => {
    const { user, services } = renderForm(employment(), { initial: two });
    await user.click(answer('No'));
    expect(services.alert).toHaveBeenCalledWith({ title: 'Warning! You must delete all existing sources first.' });
    expect(answer('Yes').checked).toBe(true);
    expect(rows()).toHaveLength(2);
  });

  it('asks before No deletes the rows, and stays Yes if the applicant keeps them', async () => {
    const { user, services, handle } = renderForm(employment({ onNo: 'confirm' }), { initial: two });
    services.confirm.mockResolvedValueOnce(false);
    await user.click(answer('No'));
    expect(answer('Yes').checked).toBe(true);
    await user.click(answer('No'));
    await waitFor(() => expect(answer('No').checked).toBe(true));
    expect(handle().answers()).toEqual({ work: { response: 'No', employer: [] } });
  });

  it('keeps fixed rows, so the answer stays Yes', async () => {
    const initial = { work: { response: 'Yes', employer: [{ name: 'Acme', is_fixed: true }, { name: 'Bolt' }] } };
    const { user, services, handle } = renderForm(employment({ onNo: 'confirm' }, { fixed: 'is_fixed' }), { initial });
    const names = screen.getAllByLabelText<HTMLInputElement>("Employer's name");
    expect(names.map(({ readOnly }) => readOnly)).toEqual([true, false]);
    expect(screen.queryByRole('button', { name: 'Delete Employer 1' })).toBeNull();
    await user.click(answer('No'));
    await waitFor(() => expect(services.alert).toHaveBeenCalled());
    expect(handle().answers()).toEqual({ work: { response: 'Yes', employer: [{ name: 'Acme', is_fixed: true }] } });
  });

  it('becomes No when the last row is deleted, and gets the focus', async () => {
    const { user, services } = renderForm(employment({ source: 3 }), { initial: two });
    await user.click(screen.getByRole('button', { name: 'Delete Employer 2' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Delete Employer 1' }));
    await waitFor(() => expect(answer('No').checked).toBe(true));
    expect(services.sources.remove.mock.calls).toEqual([
      [3, 8],
      [3, 7],
    ]);
    await waitFor(() => expect(document.activeElement).toBe(answer('No')));
  });

  it("shows 'Deleting...' from the confirmation until the source is deleted", async () => {
    const { user, services } = renderForm(employment({ source: 3 }), { initial: two });
    let finish: () => void = () => undefined;
    services.sources.remove.mockReturnValueOnce(
      new Promise<undefined>((resolve) => (finish = () => resolve(undefined))),
    );
    await user.click(screen.getByRole('button', { name: 'Delete Employer 2' }));
    expect((await screen.findByRole('button', { name: 'Deleting... Employer 2' })).textContent).toBe('Deleting...');
    finish();
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Delete Employer 1' }).textContent).toBe('Delete');
  });

  it('keeps a row if the server refuses to delete its source', async () => {
    const { user, services } = renderForm(employment({ source: 3 }), { initial: two });
    services.sources.remove.mockRejectedValueOnce(new Error('Still being checked.'));
    await user.click(screen.getByRole('button', { name: 'Delete Employer 2' }));
    await waitFor(() => expect(services.alert).toHaveBeenCalledWith({ title: 'Still being checked.' }));
    expect(rows()).toHaveLength(2);
  });
});
