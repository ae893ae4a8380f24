// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeAnswer, records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail, refusal } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

const summary = {
  applicationID: '100042',
  application_status: 'Submitted',
  secondary_status: null as string | null,
  secondary_complete: false,
  document_status: true,
  missing: [] as object[],
  paid: null as object | null,
};
const lists = {
  floors: [{ ID: 1, FloorCode: '1BR', MinimumRent: 1450, MaximumRent: 1700 }],
  units: [{ ID: 11, UnitName: '101', FloorPlanID: 1, MaximumRent: 1500 }],
};

function api(changes: FakeApi = {}): FakeApi {
  return {
    'GET /users/applicationdetail': detail({ application_status: 'Submitted' }),
    'GET /application/summary/trn-1': records(summary),
    'GET /forms/success/desired-unit': records(servedForm(['desired-unit'], { lists })),
    'GET /desired/unit/trn-1': records({ version: 2, documents: [] }),
    'GET /forms/success/supplemental': records(servedForm(['supplemental'])),
    'GET /secondary/questions/trn-1': records({ version: 0, questions: [], documents: [] }),
    ...changes,
  };
}

const open = (changes: FakeApi = {}, path = '/success') => renderApp(path, api(changes), signedIn);

describe('/success', () => {
  it('shows what is late, with an explanation', async () => {
    const late = {
      at: '2026-11-21T20:00:00Z',
      kind: 'delayed',
      title: 'Your receipt is late',
      text: 'We know.',
      by: '',
    };
    const paid = { ...late, kind: 'paid', title: 'Fee paid' };
    const review = {
      status: 'submitted',
      title: 'Submitted',
      text: '',
      conditions: null,
      letter: null,
      requests: [],
      appeal: { is_open: false, until: null },
    };
    open({
      'GET /application/summary/trn-1': records({ ...summary, review: { ...review, timeline: [late, paid] } }),
    });
    const notice = (await screen.findByText('Your receipt is late')).closest('[role=alert]');
    expect(notice?.textContent).toBe('Your receipt is lateWe know.');
    expect(screen.queryByText('Fee paid')).toBeNull();
  });

  it('shows the payment with its reference, and a button for each missing document', async () => {
    const missing = [
      { document: 4, title: 'Proof of SSN', source_id: null, source: null },
      { document: 3, title: 'Pay stub', source_id: 1, source: 'Bluebonnet Books' },
    ];
    const paid = { amount: 45, at: '2026-11-21T20:00:00Z', card_number: '4242', reference: 'pi_7', is_returned: false };
    const { user } = open({
      'GET /application/summary/trn-1': records({ ...summary, document_status: false, missing, paid }),
      'GET /forms/success/documents': records(servedForm(['upload-ssn'])),
      'GET /income/getdetails/trn-1': records({ version: 1, documents: [] }),
    });
    expect(await screen.findByText('$45.00, card ending in 4242')).toBeDefined();
    expect(screen.getByText('pi_7')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Upload: Pay stub, Bluebonnet Books' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Upload: Proof of SSN' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload: Proof of SSN' }));
    const chooser = await dialog.findByLabelText('Choose a file');
    await waitFor(() => expect(document.activeElement).toBe(chooser));
  });

  const ssn = { document: 4, title: 'Proof of SSN', source_id: null, source: null };
  const stub = { document: 3, title: 'Pay stub', source_id: 1, source: 'Bluebonnet Books' };
  it.each([
    [[], 'Incomplete', true, 'the Secondary Application'],
    [[stub], null, false, 'Pay stub, Bluebonnet Books'],
    [[stub, ssn], null, false, '2 documents'],
    [[stub], 'Incomplete', false, '1 document and the Secondary Application'],
    [[], null, false, 'your documents'],
  ])('names what is left: %j, %s', async (missing, secondary_status, document_status, left) => {
    const review = {
      ...{ status: 'submitted', title: 'Submitted', text: '', conditions: null, letter: null, requests: [] },
      ...{ appeal: { is_open: false, until: null }, timeline: [] },
    };
    open({
      'GET /application/summary/trn-1': records({ ...summary, review, missing, secondary_status, document_status }),
    });
    expect(await screen.findByText(`Left: ${left}.`)).toBeDefined();
  });

  it('has no buttons for uploads or the desired unit after a withdrawal', async () => {
    const review = {
      status: 'withdrawn',
      title: 'Withdrawn',
      text: 'You withdrew your application.',
      conditions: null,
      letter: null,
      requests: [],
      appeal: { is_open: false, until: null },
      timeline: [],
    };
    open({ 'GET /application/summary/trn-1': records({ ...summary, review }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'You withdrew your application' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Upload|Desired/ })).toBeNull();
  });

  it('keeps the dialog open and shows an error when the save fails', async () => {
    const { user } = open({ 'POST /desired/unit': refusal(500, { message: 'Broken' }) });
    await user.click(await screen.findByRole('button', { name: 'Desired Floor/Unit' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Saving failed/)).toBeDefined();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('replaces the saving message when the save ends', async () => {
    let answer = (_saved: FakeAnswer) => {};
    const pending = new Promise<FakeAnswer>((resolve) => {
      answer = resolve;
    });
    const { user } = open({ 'POST /desired/unit': () => pending });
    await user.click(await screen.findByRole('button', { name: 'Desired Floor/Unit' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saving In Progress')).toBeDefined();
    answer(records({ version: 3 }));
    expect(await screen.findByText('Floor Plan Unit updated')).toBeDefined();
    expect(screen.queryByText('Saving In Progress')).toBeNull();
  });

  it('keeps the documents open and shows an error when the review request fails', async () => {
    const { user } = open({
      'GET /forms/success/documents': records(servedForm([])),
      'GET /income/getdetails/trn-1': records({ version: 1, documents: [] }),
      'POST /application/inreview': refusal(500, { message: 'Broken' }),
    });
    await user.click(await screen.findByRole('button', { name: 'View your Document Upload' }));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Saving failed')).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Document Upload' })).toBeDefined();
  });

  const employed = (...employer: object[]): FakeApi => ({
    'GET /forms/success/documents': records(servedForm(['upload-employment'])),
    'GET /income/getdetails/trn-1': records({
      version: 1,
      documents: [],
      sources: employer.map((_, n) => ({
        document_id: 3,
        source_id: n + 1,
        allow_offer_letter: n === 1,
        can_be_new: n !== 3,
      })),
      employment_details: { response: 'Yes', employer: employer.map((row, n) => ({ id: n + 1, ...row })) },
    }),
  });

  it('stores the newly employed checkbox for each job that can be new and is not marked as new', async () => {
    const answers = [records(null), refusal(500, { message: 'Broken' })];
    const { requests, user } = open({
      ...employed(
        { employer_name: 'Books' },
        { employer_name: 'Bread' },
        { employer_name: 'Boats', allowOfferLetter: true },
        { employer_name: 'Bikes' },
      ),
      'POST /income/offerletter': () => answers.shift() ?? refusal(500, {}),
    });
    await user.click(await screen.findByRole('button', { name: 'View your Document Upload' }));
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /^I'm starting a new job/ });
    expect(boxes.map(({ checked }) => checked)).toEqual([false, true]);
    const sent = () => requests.filter(({ url }) => url === '/income/offerletter').map(({ body }) => body);
    await user.click(boxes[0] as HTMLElement);
    await waitFor(() =>
      expect(sent()).toEqual([{ trn_id: 'trn-1', document_id: '3', source_id: 1, allowOfferLetter: true }]),
    );
    await user.click(boxes[1] as HTMLElement);
    expect(await screen.findByText('Saving failed')).toBeDefined();
    expect(sent()[1]).toMatchObject({ source_id: 2, allowOfferLetter: false });
    await waitFor(() => expect(boxes.map(({ checked }) => checked)).toEqual([true, true]));
    expect(sent()).toHaveLength(2);
  });

  it('has no employer block when the settings hide the proof', async () => {
    const form = servedForm(['upload-employment', 'upload-banking']);
    for (const { name, schema } of form.sections) if (name === 'upload-employment') delete schema.properties?.files;
    const { user } = open({ ...employed({ employer_name: 'Books' }), 'GET /forms/success/documents': records(form) });
    await user.click(await screen.findByRole('button', { name: 'View your Document Upload' }));
    expect(await screen.findByRole('heading', { name: 'Bank Statements' })).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it("shows 'Error in update address' for a refusal with status 200", async () => {
    const { user } = open({ 'POST /desired/unit': refusal(200, { message: '' }) });
    await user.click(await screen.findByRole('button', { name: 'Desired Floor/Unit' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error in update address')).toBeDefined();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it("shows an error when the questions can't load", async () => {
    const incomplete = { ...summary, secondary_status: 'Incomplete' };
    const { user } = open({
      'GET /application/summary/trn-1': records(incomplete),
      'GET /secondary/questions/trn-1': refusal(500, { message: 'Broken' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Secondary Application' }));
    expect(await screen.findByText('Error in getting questions.')).toBeDefined();
  });

  it('asks before saving without a document, sends question numbers, and warns that answers are final', async () => {
    const group = { required: true, ProfileTabFieldID: 7 };
    const { requests, user } = open({
      'GET /application/summary/trn-1': records({ ...summary, secondary_status: 'Incomplete' }),
      'GET /secondary/questions/trn-1': records({
        version: 0,
        questions: [
          { name: 'convicted_for_crime', response: 'Yes', explanation: 'A fine in 1979.' },
          { name: 'convictions_on_property', response: 'No' },
          { name: 'proof_of_document', response: 'Yes' },
        ],
        groups: ['convicted_for_crime', 'convictions_on_property', 'proof_of_document'].map((name) => ({
          name,
          ...group,
        })),
        documents: [],
      }),
      'POST /secondary/save': records({ version: 1 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Secondary Application' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/After you save, you can't change them/)).toBeDefined();
    const saves = () => requests.filter(({ url }) => url === '/secondary/save');
    for (const [answer, sent] of [
      ['No', 0],
      ['Yes', 1],
    ] as const) {
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      const question = within(await screen.findByRole('alertdialog', { name: 'Save without a document?' }));
      expect(saves()).toHaveLength(0);
      await user.click(question.getByRole('button', { name: answer }));
      await waitFor(() => expect(saves()).toHaveLength(sent));
    }
    const { questions = [] } = (saves()[0]?.body ?? {}) as { questions?: object[] };
    expect(questions).toHaveLength(3);
    for (const question of questions) expect(question).toMatchObject(group);
  });

  it.each(['Secondary Application', 'Desired Floor/Unit'])("closes '%s' with Escape", async (name) => {
    const { user } = open({
      'GET /application/summary/trn-1': records({ ...summary, secondary_status: 'Incomplete' }),
    });
    await user.click(await screen.findByRole('button', { name }));
    await screen.findByRole('dialog', { name });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('closes first the help, then the documents with Escape', async () => {
    const { user } = open({
      'GET /application/summary/trn-1': records({ ...summary, document_status: false }),
      'GET /forms/success/documents': records(servedForm(['upload-ssn'])),
      'GET /income/getdetails/trn-1': records({ version: 1, documents: [] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Document Upload' }));
    await user.click(await screen.findByRole('button', { name: 'Help with these files: Social Security Number' }));
    await screen.findByRole('dialog', { name: 'Social Security Number' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Social Security Number' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Document Upload' })).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it("offers to try again when the summary can't load", async () => {
    const answers = [refusal(500, { message: '' }), records(summary)];
    const { user } = open({ 'GET /application/summary/trn-1': () => answers.shift() ?? records(summary) });
    expect(await screen.findByText("We couldn't load your application.")).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('100042', { selector: 'dd' })).toBeDefined();
  });
});

describe('/viewconsent', () => {
  const terms = { text: '<p>Be true.</p>', subscriber_text: '<p>Pay.</p><script>alert(1)</script>' };

  const signed = {
    ...terms,
    sections: [
      {
        step: 'identification',
        section: 'personal-details',
        title: 'Personal Details',
        lines: [{ key: '/first_name', label: 'First name', text: 'José' }],
      },
    ],
    notices: [],
    file: '/api/files/signature?token=t',
    ip: '192.0.2.7',
    InviteInfo: { CreatedOn: '2026-11-21T15:00:00.000Z' },
    name_on_card: "José O'Neil",
    amount: 45,
    transaction_date: '2026-11-21T15:00:00.000Z',
    card_number: '4242',
    city: 'Austin',
    state: 'TX',
  };
  const checked = {
    state: 'broken',
    parts: [{ part: 'entry', whole: true }],
    files: [
      { name: 'license.jpg', state: 'unchanged' },
      { name: 'ssn.jpg', state: 'changed' },
      { name: 'pay-stub.pdf', state: 'gone' },
    ],
    hash: 'abc',
    document: '/api/files/record?token=t',
  };

  it('shows the signed questions and the state of each submitted document', async () => {
    const { user } = open(
      { 'GET /payment/consent/trn-1': records(signed), 'GET /record/trn-1': records(checked) },
      '/viewconsent',
    );
    await user.click(await screen.findByRole('button', { name: 'Personal Details' }));
    expect(screen.getByText('José', { selector: 'dd' })).toBeDefined();
    expect(await screen.findByText(/something was changed or deleted/)).toBeDefined();
    expect([...document.querySelectorAll('[aria-labelledby=record] li')].map((line) => line.textContent)).toEqual([
      'license.jpg: unchanged',
      'ssn.jpg: changed since it was submitted',
      'pay-stub.pdf: deleted since it was submitted',
    ]);
  });

  it("shows that the record lacks the agreed texts instead of showing today's", async () => {
    const lost = { ...signed, text: null, subscriber_text: null, sections: null };
    open({ 'GET /payment/consent/trn-1': records(lost), 'GET /record/trn-1': records(checked) }, '/viewconsent');
    expect(await screen.findByText(/Your record doesn't contain the text of the terms/)).toBeDefined();
    expect(screen.getByText(/Your record doesn't contain the questions/)).toBeDefined();
  });

  it('shows that there is no record yet', async () => {
    open({ 'GET /payment/consent/trn-1': records({ ...terms, file: null }) }, '/viewconsent');
    expect(await screen.findByText(/no consent record/)).toBeDefined();
    for (const text of ['Be true.', 'Pay.']) expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole('img', { name: /^Signature/ })).toBeNull();
  });
});
