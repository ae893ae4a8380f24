// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { IncomeChecks, ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { countNotes } from '../../src/model/income/checks/notes';
import { createFakeServices, storedDocument } from './support/createFakeServices';
import { drawWidget } from './support/drawWidget';

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
  it('show expected and found values with the file', async () => {
    drawChecks(state([check(1)]));
    const item = (await screen.findByText('Message 1')).closest('li') as HTMLElement;
    expect(within(item).getByText('Needs your attention')).toBeTruthy();
    expect(
      within(item)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['Robin Hale', 'Dana Whitlock']);
    expect(within(item).getByText('stub.pdf')).toBeTruthy();
  });

  it('appear when found and are announced once', async () => {
    const { tell, services } = drawChecks(state([], { reading: 1 }));
    await screen.findByText('Reading your documents…');
    tell(state([check(1), check(2)]));
    await screen.findByText('Message 2');
    expect(screen.queryByText('Reading your documents…')).toBeNull();
    await waitFor(() => expect(services.said).toEqual(["We've read your documents. 2 points need your attention"]));
  });

  it('show one verdict per file with its checks below', async () => {
    const whole = check(4, { document: null, rule: 'weeks' });
    drawChecks(state([check(1), check(2, { outcome: 'inconclusive' }), check(3, { rule: 'original' }), whole]));
    await screen.findByText('Message 1');
    const items = within(screen.getByRole('list', { name: 'What we found in these documents' })).getAllByRole(
      'listitem',
    );
    expect(items).toHaveLength(2);
    expect(within(items[0] as HTMLElement).getAllByText(/^Message/)).toHaveLength(3);
    expect(within(items[0] as HTMLElement).getByText('What a good file looks like')).toBeTruthy();
    expect(within(items[1] as HTMLElement).getByText('All files together')).toBeTruthy();
  });

  it('ask for one answer at a time, the most important first', async () => {
    const [first, second] = [check(1), check(2, { rule: 'age' })];
    const { user, tell, answered, services } = drawChecks(
      state([first, second, check(3, { outcome: 'inconclusive' })]),
    );
    const card = (await screen.findByText('Message 1')).closest('li') as HTMLElement;
    expect(within(card).getAllByRole('textbox')).toHaveLength(1);
    await user.type(within(card).getByRole('textbox', { description: 'Message 1' }), 'I married.');
    await user.click(within(card).getByRole('button', { name: 'Save answer' }));
    tell(state([{ ...first, answer: 'I married.' }, second, check(3, { outcome: 'inconclusive' })]));
    await within(card).findByRole('textbox', { description: 'Message 2' });
    expect(document.activeElement?.textContent).toBe('Message 2');
    expect(services.said).toContain('Answer saved');
    expect(within(card).getByText('Needs your attention')).toBeTruthy();
    await user.click(within(card).getByRole('button', { name: '2 more notes', expanded: false }));
    const before = within(card).getByRole('textbox', { description: 'Message 1' }) as HTMLTextAreaElement;
    expect(before.value).toBe('I married.');
    await user.type(within(card).getByRole('textbox', { description: 'Message 2' }), 'It is my last.');
    await user.click(within(card).getAllByRole('button', { name: 'Save answer' })[0] as HTMLElement);
    tell(
      state([
        { ...first, answer: 'I married.' },
        { ...second, answer: 'It is my last.' },
      ]),
    );
    expect(await within(card).findByText('Answered by you')).toBeTruthy();
    expect(answered).toEqual([
      [1, 'I married.'],
      [2, 'It is my last.'],
    ]);
  });

  it('keep the answer being typed first when a more important check arrives', async () => {
    const { user, tell } = drawChecks(state([check(2, { rule: 'age' })]));
    await user.type(await screen.findByRole('textbox', { description: 'Message 2' }), 'It is');
    tell(state([check(1), check(2, { rule: 'age' })]));
    await screen.findByRole('button', { name: '1 more note' });
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { description: 'Message 2' }).value).toBe('It is');
  });

  it('put a more important check first while no one is answering', async () => {
    const { tell } = drawChecks(state([check(2, { rule: 'age' })]));
    await screen.findByText('Message 2');
    tell(state([check(1), check(2, { rule: 'age' })]));
    await screen.findByRole('button', { name: '1 more note' });
    expect(screen.getByRole('textbox', { description: 'Message 1' })).toBeTruthy();
  });

  it('are confirmed with one click, with an announcement', async () => {
    const asked = check(5, { outcome: 'inconclusive', rule: 'picture', asksConfirmation: true });
    const { user, tell, answered } = drawChecks(state([asked]));
    expect(await screen.findByText('Needs your confirmation')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Confirm what we found in stub.pdf' }));
    expect(answered).toEqual([[5, 'I confirm that this is right.']]);
    tell(state([{ ...asked, answer: 'I confirm that this is right.' }]));
    expect((await screen.findAllByText('Confirmed by you')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
  });

  it("ask again if a confirmation wasn't stored", async () => {
    const asked = check(5, { outcome: 'inconclusive', rule: 'picture', asksConfirmation: true });
    const { user } = drawChecks(state([asked]), { answerFails: true });
    await user.click(await screen.findByRole('button', { name: /^Confirm/ }));
    expect(await screen.findByText(/couldn't save/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Confirm/ })).toBeTruthy();
  });

  it('show the reading progress of a scan by page', async () => {
    const other = { document: 99, page: 1, pages: 9 };
    const { tell } = drawChecks(state([], { reading: 2, progress: [other, { document: 41, page: 2, pages: 3 }] }));
    expect(await screen.findByText('Reading page 2 of 3: stub.pdf')).toBeTruthy();
    expect(screen.queryByText(/of 9/)).toBeNull();
    tell(state([], { reading: 1, progress: [{ document: 41, page: 3, pages: 3 }] }));
    expect(await screen.findByText('Reading page 3 of 3: stub.pdf')).toBeTruthy();
  });

  it('show passed ones quietly, inconclusive ones without an answer, and no deleted ones', async () => {
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

  it("store the applicant's explanation of a failed check", async () => {
    const { user, answered } = drawChecks(state([check(7)]));
    const box = await screen.findByRole('textbox', { name: 'Your answer, in your own words' });
    await user.type(box, 'I married in May. ');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    expect(await screen.findByText('Answer saved')).toBeTruthy();
    expect(answered).toEqual([[7, 'I married in May.']]);
  });

  it("keep an explanation that wasn't stored", async () => {
    const { user } = drawChecks(state([check(7)]), { answerFails: true });
    await user.type(await screen.findByRole('textbox'), 'Words');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    expect(await screen.findByText(/couldn't save/)).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Words');
  });

  it('show a stored answer, as text in a read-only form', async () => {
    drawChecks(state([check(7, { answer: 'I married.' }), check(8)]), { readonly: true });
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox');
    expect([box.value, box.readOnly]).toEqual(['I married.', true]);
    expect(screen.queryByRole('button', { name: 'Save answer' })).toBeNull();
  });

  it('say which weeks the files cover', async () => {
    const needed = [
      { from: '2026-10-25', to: '2026-10-31', covered: false },
      { from: '2026-11-01', to: '2026-11-07', covered: true },
    ];
    drawChecks(state([], { coverage: { '3': { source_1: { unit: 'week', needed } } } }));
    expect(await screen.findByText('1 of the 2 most recent weeks covered')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['MissingOct 25, 2026 to Oct 31, 2026', 'CoveredNov 1, 2026 to Nov 7, 2026']),
    );
  });
});

describe('the notes of a section', () => {
  it('count each file that needs attention once', () => {
    const sure = check(9, { outcome: 'passed' });
    const doubted = check(3, { outcome: 'inconclusive', document: 42 });
    expect(countNotes(state([check(1), check(2), doubted, sure]), 3)).toBe(2);
    expect(countNotes(state([{ ...doubted, answer: 'It is mine.' }, sure]), 3)).toBe(0);
    expect(countNotes(state([check(1, { answer: 'I married.' })]), 3)).toBe(0);
    expect(countNotes(state([check(1)]), 6)).toBe(0);
  });
});
