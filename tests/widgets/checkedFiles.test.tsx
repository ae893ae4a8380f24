// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
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

function drawChecks(first: IncomeChecks, { answerFails = false, readonly = false, settles = false } = {}) {
  let now = first;
  const listeners = new Set<() => void>();
  const answered: [number, string][] = [];
  const settled: true[] = [];
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
    ...(settles && { settleGross: async () => void settled.push(true) }),
  };
  const update = (next: IncomeChecks) => {
    now = next;
    for (const listener of listeners) listener();
  };
  const drawn = drawWidget('Upload', { schema, services, beside: { id: 1 }, value: [stub.blob_path], readonly });
  return { ...drawn, tell: update, answered, settled };
}

const card = async (text: string) => (await screen.findByText(text)).closest('.rp-file') as HTMLElement;

async function explain(user: { click(element: Element): Promise<void> }, name = 'stub.pdf') {
  await user.click(await screen.findByRole('button', { name: `Explain: ${name}`, expanded: false }));
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer, in your own words' });
}

describe('the card of a file', () => {
  it('has one result, one sentence and one action, and folds the rest', async () => {
    drawChecks(state([check(1), check(2, { outcome: 'inconclusive' }), check(3, { outcome: 'passed' })]));
    const file = await card('Message 1');
    expect(within(file).getByRole('button', { name: 'View stub.pdf in a new tab' })).toBeTruthy();
    expect(file.querySelectorAll('[data-verdict]')).toHaveLength(1);
    expect(within(file).getByText('Needs a fix')).toBeTruthy();
    expect(within(file).getByRole('button', { name: 'Replace stub.pdf' })).toBeTruthy();
    expect(within(file).queryByRole('textbox')).toBeNull();
    const fold = within(file).getByText('What we checked').closest('details');
    expect(fold?.open).toBe(false);
    expect(fold?.textContent).toMatch(/Message 2.*Message 3/);
  });

  it("shows the applicant's explanations of all folded checks, but no confirmations or answers to passed checks", async () => {
    const answers = [
      check(2, { outcome: 'failed', answer: 'I married.' }),
      check(3, { outcome: 'inconclusive', asksConfirmation: true, answer: 'It is another company.' }),
      check(4, { outcome: 'inconclusive', asksConfirmation: true, answer: 'I confirm that this is right.' }),
      check(5, { outcome: 'passed', answer: 'I moved.' }),
    ];
    drawChecks(state([check(1), ...answers]));
    const fold = within(await card('Message 1'))
      .getByText('What we checked')
      .closest('details') as HTMLElement;
    const lines = within(fold).getAllByRole('listitem', { hidden: true });
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '!Message 2 Your answer: I married.',
      '?Message 3 Your answer: It is another company.',
      '?Message 4',
      '✓Message 5',
    ]);
  });

  it('shows that a file looks good, and what was read', async () => {
    const all = [
      check(1, { rule: 'class', outcome: 'passed', found: 'pay stub' }),
      check(2, { rule: 'name', outcome: 'passed', found: 'Robin Hale' }),
      check(3, { rule: 'original', outcome: 'passed', found: 'an original PDF' }),
    ];
    drawChecks(state(all));
    const file = await card('Looks good');
    expect(within(file).getByText('What we read: Pay stub · Robin Hale')).toBeTruthy();
    expect(
      within(file)
        .getAllByRole('button')
        .map(({ textContent }) => textContent?.trim()),
    ).toEqual(expect.arrayContaining(['Replace', 'Delete']));
    expect(within(file).queryByRole('button', { name: /Explain/ })).toBeNull();
  });

  it('shows the findings after the reading, and announces them once', async () => {
    const { tell, services } = drawChecks(state([], { reading: 1 }));
    await screen.findByText('Reading');
    tell(state([check(1), check(2)]));
    await screen.findByText('Message 2');
    expect(screen.queryByText('Reading')).toBeNull();
    await waitFor(() => expect(services.said).toEqual(["We've read your documents. 2 items need your attention"]));
  });

  it('asks for one answer at a time, the most important first', async () => {
    const [first, second] = [check(1), check(2, { rule: 'age' })];
    const { user, tell, answered, services } = drawChecks(state([first, second]));
    await user.type(await explain(user), 'I married.');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    tell(state([{ ...first, answer: 'I married.' }, second]));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Message 2'));
    const file = await card('Message 2');
    expect(services.said).toContain('Answer saved');
    expect(within(file).getByText('Needs a fix')).toBeTruthy();
    expect(within(file).getByText('Message 1 Your answer: I married.')).toBeTruthy();
    await user.type(await explain(user), 'It is my last.');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    tell(
      state([
        { ...first, answer: 'I married.' },
        { ...second, answer: 'It is my last.' },
      ]),
    );
    expect(await within(file).findByText('Answered by you')).toBeTruthy();
    expect(answered).toEqual([
      [1, 'I married.'],
      [2, 'It is my last.'],
    ]);
  });

  it('keeps the check that is being answered first when a more important one arrives', async () => {
    const { user, tell } = drawChecks(state([check(2, { rule: 'age' })]));
    await user.type(await explain(user), 'It is');
    tell(state([check(1), check(2, { rule: 'age' })]));
    await screen.findByText('What we checked');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { description: 'Message 2' }).value).toBe('It is');
  });

  it('puts a more important check first while no one is answering', async () => {
    const { user, tell } = drawChecks(state([check(2, { rule: 'age' })]));
    await screen.findByText('Message 2');
    tell(state([check(1), check(2, { rule: 'age' })]));
    await screen.findByText('Message 1');
    await explain(user);
    expect(screen.getByRole('textbox', { description: 'Message 1' })).toBeTruthy();
  });

  it('is confirmed with one click', async () => {
    const question = check(5, { outcome: 'inconclusive', rule: 'picture', asksConfirmation: true });
    const { user, tell, answered } = drawChecks(state([question]));
    expect(await screen.findByText('Check this')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: "That's right: stub.pdf" }));
    const answer = 'I confirm that this is right.';
    expect(answered).toEqual([[5, answer]]);
    tell(state([{ ...question, answer }]));
    expect(await screen.findByText('Answered by you')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^That's right/ })).toBeNull();
  });

  it('is denied with an explanation, which is shown', async () => {
    const question = check(5, { outcome: 'inconclusive', rule: 'picture', asksConfirmation: true });
    const { user, tell, answered } = drawChecks(state([question]));
    await user.click(await screen.findByRole('button', { name: "That's wrong: stub.pdf" }));
    await user.type(screen.getByRole('textbox', { description: 'Message 5' }), 'The pay is $2,000.');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    const answer = 'The pay is $2,000.';
    expect(answered).toEqual([[5, answer]]);
    tell(state([{ ...question, answer }]));
    expect(await screen.findByText('Answered by you')).toBeTruthy();
    expect(screen.getByText(`Your answer: ${answer}`)).toBeTruthy();
  });

  it('asks about a scan with a question, a list, a button and help, in this order', async () => {
    const question = check(5, {
      outcome: 'inconclusive',
      rule: 'picture',
      asksConfirmation: true,
      message: 'Is this what your document says?',
      found: 'pay stub · gross pay $1,900.00',
      facts: [
        { label: 'Document', text: 'Pay stub' },
        { label: 'Gross pay', text: '$1,900.00' },
      ],
      help: 'Replace it.',
    });
    const { tell } = drawChecks(state([question]));
    const file = await card('Is this what your document says?');
    const list = [...file.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(list).toEqual(['DocumentPay stub', 'Gross pay$1,900.00']);
    expect(file.textContent).toMatch(/says\?.*Pay stub.*That's right.*Replace it\./);
    const button = within(file).getByRole('button', { name: "That's right: stub.pdf" });
    const described = button.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Is this what your document says?',
      'DocumentPay stubGross pay$1,900.00',
    ]);
    tell(state([{ ...question, answer: 'I confirm that this is right.' }]));
    expect(await within(file).findByText('What we read: Pay stub · gross pay $1,900.00')).toBeTruthy();
    expect(within(file).queryByText(/Is this what|Replace it/)).toBeNull();
  });

  it("asks again if a confirmation wasn't stored", async () => {
    const question = check(5, { outcome: 'inconclusive', rule: 'picture', asksConfirmation: true });
    const { user } = drawChecks(state([question]), { answerFails: true });
    await user.click(await screen.findByRole('button', { name: /^That's right/ }));
    expect(await screen.findByText(/couldn't save/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^That's right/ })).toBeTruthy();
  });

  it('shows the reading progress of a scan by page', async () => {
    const other = { document: 99, page: 1, pages: 9 };
    const { tell } = drawChecks(state([], { reading: 2, progress: [other, { document: 41, page: 2, pages: 3 }] }));
    expect(await screen.findByText('Reading page 2 of 3')).toBeTruthy();
    expect(screen.queryByText(/of 9/)).toBeNull();
    tell(state([], { reading: 1, progress: [{ document: 41, page: 3, pages: 3 }] }));
    expect(await screen.findByText('Reading page 3 of 3')).toBeTruthy();
  });

  it('asks for nothing after an inconclusive check, and shows no deleted ones', async () => {
    drawChecks(state([check(3, { outcome: 'inconclusive' }), check(4, { isDeleted: true })]));
    const file = await card('Message 3');
    expect(within(file).getByText("Couldn't be checked")).toBeTruthy();
    expect(within(file).queryByRole('button', { name: /Explain|right/ })).toBeNull();
    expect(screen.queryByText('Message 4')).toBeNull();
  });

  it("stores the applicant's explanation, trimmed", async () => {
    const { user, answered, services } = drawChecks(state([check(7)]));
    await user.type(await explain(user), 'I married in May. ');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    await waitFor(() => expect(services.said).toContain('Answer saved'));
    expect(answered).toEqual([[7, 'I married in May.']]);
  });

  it("keeps an explanation that wasn't stored", async () => {
    const { user } = drawChecks(state([check(7)]), { answerFails: true });
    const box = await explain(user);
    await user.type(box, 'Words');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    expect(await screen.findByText(/couldn't save/)).toBeTruthy();
    expect(box.value).toBe('Words');
  });

  it('shows a stored answer, without buttons in a read-only form', async () => {
    drawChecks(state([check(7, { answer: 'I married.' })]), { readonly: true });
    expect(await screen.findByText('Your answer: I married.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Change|Replace|Delete/ })).toBeNull();
  });

  async function replaceStub({ user, services }: ReturnType<typeof drawChecks>) {
    const dialogs: HTMLInputElement[] = [];
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
      dialogs.push(this);
    });
    await user.click(await screen.findByRole('button', { name: 'Replace stub.pdf' }));
    opened.mockRestore();
    const file = new File(['x'], 'better.pdf', { type: 'application/pdf' });
    fireEvent.change(dialogs[0] as HTMLInputElement, { target: { files: [file] } });
    await waitFor(() => expect(services.uploads).toHaveLength(1));
  }
  const cancelButton = () => screen.queryByRole('button', { name: 'Cancel the upload of better.pdf' });

  it('replaces the file, which is deleted once the new one is stored', async () => {
    const drawn = drawChecks(state([check(1)]));
    const { services, value } = drawn;
    await replaceStub(drawn);
    expect(services.removed).toEqual([]);
    await act(async () => services.uploads[0]?.succeed());
    await waitFor(() => expect(services.removed).toEqual([stub]));
    await waitFor(() => expect(value()).toEqual([expect.stringMatching(/better\.pdf$/)]));
  });

  it('stays if the upload that replaces it is canceled', async () => {
    const drawn = drawChecks(state([check(1)]));
    await replaceStub(drawn);
    await drawn.user.click(cancelButton() as HTMLElement);
    expect(drawn.services.canceled.map(({ name }) => name)).toEqual(['better.pdf']);
    expect([drawn.value(), drawn.services.removed]).toEqual([[stub.blob_path], []]);
  });

  it('can no longer be kept by Cancel once the new one is stored', async () => {
    const drawn = drawChecks(state([check(1)]));
    drawn.services.documents.remove = () => new Promise(() => {});
    await replaceStub(drawn);
    await act(async () => drawn.services.uploads[0]?.succeed());
    expect(drawn.value()).toHaveLength(2);
    expect(cancelButton()).toBeNull();
  });
});

describe('the calendar and the gross pay of a source', () => {
  const needed = [
    { from: '2026-10-25', to: '2026-10-31', covered: false },
    { from: '2026-11-01', to: '2026-11-07', covered: true },
  ];
  const coverage = { '3': { source_1: { unit: 'week' as const, needed } } };

  it('show which weeks the files cover, and accept an explanation of the gap', async () => {
    const gap = check(9, { rule: 'weeks', document: null });
    const { user, answered } = drawChecks(state([gap], { coverage }));
    expect(await screen.findByText('1 of 2 weeks covered')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['MissingOct 25\u2009–\u200931', 'CoveredNov 1\u2009–\u20097']),
    );
    expect(screen.getByText('Add the pay stubs for the missing weeks.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Explain the gap: All files together' }));
    await user.type(await screen.findByRole('textbox'), 'I was ill.');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    await waitFor(() => expect(answered).toEqual([[9, 'I was ill.']]));
  });

  it('collapse the calendar to one line if no week is missing', async () => {
    const all = needed.map((period) => ({ ...period, covered: true }));
    const { user } = drawChecks(state([], { coverage: { '3': { source_1: { unit: 'week', needed: all } } } }));
    const line = await screen.findByText('Both weeks covered');
    expect(line.closest('details')?.open).toBe(false);
    await user.click(line);
    expect(line.closest('details')?.open).toBe(true);
  });

  it('say that weeks are covered only if a scan is read correctly, until it is confirmed', async () => {
    const all = needed.map((period) => ({ ...period, covered: true }));
    const coverage = { '3': { source_1: { unit: 'week' as const, needed: all } } };
    const question = check(5, { outcome: 'inconclusive', rule: 'picture', asksConfirmation: true });
    const { tell } = drawChecks(state([question], { coverage }));
    expect(await screen.findByText('Both weeks covered, if what we read is right')).toBeTruthy();
    tell(state([{ ...question, answer: 'I confirm that this is right.' }], { coverage }));
    expect(await screen.findByText('Both weeks covered')).toBeTruthy();
  });

  it.each([
    ['say that a file of the wrong type can be deleted if the others cover all weeks', 'class', true, 1],
    ["don't say that a file can be deleted if a week is missing", 'class', false, 0],
    ["don't say that a file that covers weeks can be deleted", 'original', true, 0],
  ])('%s', async (_, rule, covered, count) => {
    const weeks = needed.map((period) => ({ ...period, covered }));
    const gap = check(9, { rule: 'weeks', document: null, outcome: covered ? 'passed' : 'failed' });
    drawChecks(state([check(1, { rule }), gap], { coverage: { '3': { source_1: { unit: 'week', needed: weeks } } } }));
    const file = (await screen.findByText(/^(Not needed|Needs a fix)$/)).closest<HTMLElement>('.rp-file');
    expect(file?.querySelectorAll('[data-verdict=unneeded]')).toHaveLength(count);
    expect(file?.textContent?.includes('you can delete this one')).toBe(count === 1);
    expect(file?.querySelector('.rp-file-actions')?.textContent).toContain(count === 1 ? 'Delete' : 'Replace');
  });

  it('show no calendar before anything was read', async () => {
    const uncovered = needed.map((period) => ({ ...period, covered: false }));
    drawChecks(state([], { reading: 1, coverage: { '3': { source_1: { unit: 'week', needed: uncovered } } } }));
    await screen.findByText('Reading');
    expect(screen.queryByText(/most recent weeks/)).toBeNull();
  });

  it('resolve a difference in gross pay with one choice, without an explanation', async () => {
    const gross = check(8, { rule: 'gross', document: null });
    const { user, settled } = drawChecks(state([gross]), { settles: true });
    expect(await screen.findByText('Message 8')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Explain/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Choose the correct amount' }));
    expect(settled).toHaveLength(1);
  });

  it('accept an explanation if the page offers no choice', async () => {
    const { user } = drawChecks(state([check(8, { rule: 'gross', document: null })]));
    expect(await explain(user, 'All files together')).toBeTruthy();
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
