// @vitest-environment jsdom
import { configure, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { IncomeChecks, ValidationMessage } from '../../src/model/checks/findings';
import { createFakeServices, storedDocument } from './support/createFakeServices';
import { drawWidget } from './support/drawWidget';

configure({ asyncUtilTimeout: 10_000 });

const schema = { type: 'array' as const, 'x-document': 3, items: { type: 'string' as const } };
const stub = storedDocument('stub.pdf', { id: 41, document_id: 3, source_id: 1 });

function check(id: number, changes: Partial<ValidationMessage> = {}): ValidationMessage {
  return {
    id,
    message: `Message ${id}`,
    isDeleted: false,
    rule: 'name',
    outcome: 'failed',
    expected: 'Robin Hale',
    found: 'Dana Whitlock',
    answer: null,
    document: 41,
    ...changes,
  };
}

function state(applicant: ValidationMessage[], changes: Partial<IncomeChecks> = {}): IncomeChecks {
  return {
    reading: 0,
    validation_messages: { '3': { source_1: { applicant } } },
    coverage: {},
    monthly_avr_gross: {},
    ...changes,
  };
}

function drawChecks(first: IncomeChecks, { answerFails = false, readonly = false } = {}) {
  let now = first;
  const listeners = new Set<() => void>();
  const answered: [number, string][] = [];
  const services = createFakeServices({ documents: [stub] });
  services.checks = {
    state: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener) && undefined;
    },
    async answer(id, text) {
      if (answerFails) throw new Error('offline');
      answered.push([id, text]);
    },
  };
  const tell = (next: IncomeChecks) => {
    now = next;
    for (const listener of listeners) listener();
  };
  const drawn = drawWidget('Upload', { schema, services, beside: { id: 1 }, value: [stub.blob_path], readonly });
  return { ...drawn, tell, answered };
}

describe('the checks below the files of a source', () => {
  it('show what was expected beside what was found, in which file', async () => {
    drawChecks(state([check(1)]));
    const item = (await screen.findByText('Message 1')).closest('li') as HTMLElement;
    expect(within(item).getByText('Needs your attention')).toBeTruthy();
    expect(
      within(item)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['stub.pdf', 'Robin Hale', 'Dana Whitlock']);
  });

  it('appear as they are found, and are announced once', async () => {
    const { tell, services } = drawChecks(state([], { reading: 1 }));
    await screen.findByText('Reading your documents …');
    tell(state([check(1), check(2)]));
    await screen.findByText('Message 2');
    expect(screen.queryByText('Reading your documents …')).toBeNull();
    await waitFor(() => expect(services.said).toEqual(['Your documents have been read. 2 points need your attention']));
  });

  it('keep passed ones quiet, doubtful ones neutral and without an answer, deleted ones out', async () => {
    drawChecks(
      state([
        check(1, { outcome: 'passed' }),
        check(2, { outcome: 'passed' }),
        check(3, { outcome: 'inconclusive' }),
        check(4, { isDeleted: true }),
      ]),
    );
    expect(await screen.findByText('2 checks passed')).toBeTruthy();
    expect(screen.getByText('Message 3').closest('li')?.dataset.outcome).toBe('inconclusive');
    expect(screen.queryByText('Message 1')).toBeNull();
    expect(screen.queryByText('Message 4')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('store what the applicant says to a failed one', async () => {
    const { user, answered } = drawChecks(state([check(7)]));
    const box = await screen.findByRole('textbox', { name: 'Your answer, in your own words' });
    await user.type(box, 'I married in May. ');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    expect(await screen.findByText('Answer saved')).toBeTruthy();
    expect(answered).toEqual([[7, 'I married in May.']]);
  });

  it('keep the words that could not be stored', async () => {
    const { user } = drawChecks(state([check(7)]), { answerFails: true });
    await user.type(await screen.findByRole('textbox'), 'Words');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    expect(await screen.findByText(/could not be saved/)).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Words');
  });

  it('show a stored answer, to be read only where nothing can be changed', async () => {
    drawChecks(state([check(7, { answer: 'I married.' }), check(8)]), { readonly: true });
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox');
    expect([box.value, box.readOnly]).toEqual(['I married.', true]);
    expect(screen.queryByRole('button', { name: 'Save answer' })).toBeNull();
  });

  it('say which weeks the files cover, in words', async () => {
    const needed = [
      { from: '2026-10-25', to: '2026-10-31', covered: false },
      { from: '2026-11-01', to: '2026-11-07', covered: true },
    ];
    drawChecks(state([], { coverage: { '3': { source_1: { unit: 'week', needed } } } }));
    expect(await screen.findByText('1 of the 2 most recent weeks covered')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Missing10/25/2026 to 10/31/2026', 'Covered11/01/2026 to 11/07/2026']),
    );
  });
});
