// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeAnswer, records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail, refusal, status } from '../support/records';
import { type FakeApi, forgetApp, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(forgetApp);

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
  it('names the application, its status, and what comes next', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Congratulations' })).toBeDefined();
    expect(await screen.findByText('100042', { selector: 'dd' })).toBeDefined();
    expect(screen.getByText('Submitted', { selector: 'dd' })).toBeDefined();
    expect(screen.getAllByText(/Demo Homes/, { selector: 'ol li' })).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'View Consent' }).getAttribute('href')).toBe('/viewconsent');
    expect(screen.getByRole('link', { name: 'View Application' }).getAttribute('href')).toBe('/view');
  });

  it('says what was paid and the reference, and names each missing proof with its button', async () => {
    const missing = [
      { document: 4, title: 'Proof of SSN', source: null },
      { document: 3, title: 'Paystub', source: 'Bluebonnet Books' },
    ];
    const paid = { amount: 45, at: '2026-11-21T20:00:00Z', card_number: '4242', reference: 'pi_7' };
    const { user } = open({
      'GET /application/summary/trn-1': records({ ...summary, document_status: false, missing, paid }),
      'GET /forms/success/documents': records(servedForm(['upload-ssn'])),
      'GET /income/getdetails/trn-1': records({ version: 1, documents: [] }),
    });
    expect(await screen.findByText('$45.00, card ending in 4242', { selector: 'dd' })).toBeDefined();
    expect(screen.getByText('pi_7', { selector: 'dd' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Upload: Paystub, Bluebonnet Books' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Upload: Proof of SSN' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Document Upload' }));
    const heading = await dialog.findByRole('heading', { level: 3, name: 'Social Security Number' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('promises nothing of an application that is decided', async () => {
    const review = {
      status: 'withdrawn',
      title: 'Withdrawn',
      text: 'You have withdrawn your application.',
      conditions: null,
      letter: null,
      requests: [],
      timeline: [],
    };
    open({ 'GET /application/summary/trn-1': records({ ...summary, review }) });
    expect(await screen.findByText('You have withdrawn your application.')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'What happens next' })).toBeNull();
  });

  it('sends someone without a session to the login', async () => {
    renderApp('/success', {});
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });

  it.each([
    ['/success', 0, false, '/instruction'],
    ['/success', 0, true, '/identification'],
    ['/success', 3, true, '/identification/payment'],
    ['/viewconsent', 1, true, '/identification/applicantDetail'],
  ])('%s with %i steps done and the terms accepted: %s leads to %s', async (path, done, accepted, shown) => {
    open(
      {
        'GET /users/applicationdetail': detail({ accept_terms_and_condition_status: accepted }),
        'GET /users/sectionstatus/trn-1': status(done),
      },
      path,
    );
    await waitFor(() => expect(window.location.pathname).toBe(shown));
    expect(screen.queryByText('Congratulations')).toBeNull();
  });

  it.each([
    ['Property', 'Desired Floor/Unit'],
    ['Office', 'Desired Address'],
  ])('offers an applicant of type %s the dialog %s', async (application_type, name) => {
    open({ 'GET /users/applicationdetail': detail({ application_status: 'Submitted', application_type }) });
    expect(await screen.findByRole('button', { name })).toBeDefined();
  });

  it('saves the desired floor and unit with the version last read', async () => {
    const { requests, user } = open({ 'POST /desired/unit': records({ version: 3 }) });
    await user.click(await screen.findByRole('button', { name: 'Desired Floor/Unit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Desired Floor/Unit' }));
    await user.selectOptions(await dialog.findByLabelText('Floor plan'), '1');
    await user.selectOptions(dialog.getByLabelText('Unit'), '11');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Floor Plan Unit updated')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    const save = requests.find(({ url }) => url === '/desired/unit');
    expect(save?.body).toEqual({ trn_id: 'trn-1', version: 2, floorId: 1, unitId: 11 });
  });

  it('keeps the dialog open and says so when the save fails', async () => {
    const { user } = open({ 'POST /desired/unit': refusal(500, { message: 'Broken' }) });
    await user.click(await screen.findByRole('button', { name: 'Desired Floor/Unit' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Saving failed/)).toBeDefined();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('says that a save is in progress, in place of the words after it', async () => {
    let answer = (_saved: FakeAnswer) => {};
    const held = new Promise<FakeAnswer>((resolve) => {
      answer = resolve;
    });
    const { user } = open({ 'POST /desired/unit': () => held });
    await user.click(await screen.findByRole('button', { name: 'Desired Floor/Unit' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saving In Progress')).toBeDefined();
    answer(records({ version: 3 }));
    expect(await screen.findByText('Floor Plan Unit updated')).toBeDefined();
    expect(screen.queryByText('Saving In Progress')).toBeNull();
  });

  it('says that a review could not be asked for, and leaves the documents open', async () => {
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
      sources: employer.map((_, n) => ({ document_id: 3, source_id: n + 1, allow_offer_letter: n === 1 })),
      employment_details: { response: 'Yes', employer: employer.map((row, n) => ({ id: n + 1, ...row })) },
    }),
  });

  it('has the box of the newly employed for each employer of whom the application does not say so, and stores it', async () => {
    const answers = [records(null), refusal(500, { message: 'Broken' })];
    const { requests, user } = open({
      ...employed(
        { employer_name: 'Books' },
        { employer_name: 'Bread' },
        { employer_name: 'Boats', allowOfferLetter: true },
      ),
      'POST /income/offerletter': () => answers.shift() ?? refusal(500, {}),
    });
    await user.click(await screen.findByRole('button', { name: 'View your Document Upload' }));
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /^I am newly employed/ });
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

  it('has no block for an employer where the settings hide the proof', async () => {
    const form = servedForm(['upload-employment', 'upload-banking']);
    for (const { name, schema } of form.sections) if (name === 'upload-employment') delete schema.properties?.files;
    const { user } = open({ ...employed({ employer_name: 'Books' }), 'GET /forms/success/documents': records(form) });
    await user.click(await screen.findByRole('button', { name: 'View your Document Upload' }));
    expect(await screen.findByRole('heading', { name: 'Bank Statements' })).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('has words of its own for an answer without the success flag', async () => {
    const { user } = open({ 'POST /desired/unit': refusal(200, { message: '' }) });
    await user.click(await screen.findByRole('button', { name: 'Desired Floor/Unit' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error in update address')).toBeDefined();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('says when the questions cannot be had', async () => {
    const asked = { ...summary, secondary_status: 'Incomplete' };
    const { user } = open({
      'GET /application/summary/trn-1': records(asked),
      'GET /secondary/questions/trn-1': refusal(500, { message: 'Broken' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Secondary Application' }));
    expect(await screen.findByText('Error in getting questions.')).toBeDefined();
  });

  it('asks for the supplemental application until it is complete', async () => {
    const asked = { ...summary, secondary_status: 'Incomplete' };
    const answers = [records(asked), records({ ...asked, secondary_status: 'Completed', secondary_complete: true })];
    const { user } = open({
      'GET /application/summary/trn-1': () => answers.shift() ?? refusal(500, {}),
      'POST /secondary/save': records({ version: 1 }),
    });
    expect(await screen.findByText(/required to complete a supplemental application/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Secondary Application' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Response Required')).toBeDefined();
    await user.click(dialog.getByRole('radio', { name: 'No' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Secondary Application Completed' })).toBeDefined();
    expect(screen.queryByText(/required to complete a supplemental/)).toBeNull();
  });

  it('says that it closes, asks once more about a missing document, and sends each number back', async () => {
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
    expect(await dialog.findByText(/once you save, this questionnaire is complete/)).toBeDefined();
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

  it('offers another try when the summary cannot be loaded', async () => {
    const answers = [refusal(500, { message: '' }), records(summary)];
    const { user } = open({ 'GET /application/summary/trn-1': () => answers.shift() ?? records(summary) });
    expect(await screen.findByText('Your application could not be loaded.')).toBeDefined();
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
      { name: 'licence.jpg', state: 'unchanged' },
      { name: 'ssn.jpg', state: 'changed' },
      { name: 'pay-stub.pdf', state: 'gone' },
    ],
    hash: 'abc',
    document: '/api/files/record?token=t',
  };

  it('shows the questions of the record and what became of each document that was handed in', async () => {
    const { user } = open(
      { 'GET /payment/consent/trn-1': records(signed), 'GET /record/trn-1': records(checked) },
      '/viewconsent',
    );
    await user.click(await screen.findByRole('button', { name: 'Personal Details' }));
    expect(screen.getByText('José', { selector: 'dd' })).toBeDefined();
    expect(await screen.findByText(/something was changed or deleted/)).toBeDefined();
    expect([...document.querySelectorAll('[aria-labelledby=record] li')].map((line) => line.textContent)).toEqual([
      'licence.jpg: unchanged',
      'ssn.jpg: changed since it was handed in',
      'pay-stub.pdf: deleted since it was handed in',
    ]);
  });

  it('says so where the record does not hold what was agreed to, and shows nothing of today', async () => {
    const lost = { ...signed, text: null, subscriber_text: null, sections: null };
    open({ 'GET /payment/consent/trn-1': records(lost), 'GET /record/trn-1': records(checked) }, '/viewconsent');
    expect(await screen.findByText(/terms that you agreed to is not in your record/)).toBeDefined();
    expect(screen.getByText(/questions as they were asked are not in your record/)).toBeDefined();
  });

  it('shows what was agreed to, signed and paid', async () => {
    open({ 'GET /payment/consent/trn-1': records(signed) }, '/viewconsent');
    expect(await screen.findByRole('img', { name: "Signature of José O'Neil" })).toBeDefined();
    for (const text of ['Pay.', '192.0.2.7', '$45.00', '**** **** **** 4242', 'Austin', 'TX'])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.getAllByText('11-21-2026')).toHaveLength(2);
    expect(document.querySelector('main script')).toBeNull();
  });

  it('says when there is no record yet', async () => {
    open({ 'GET /payment/consent/trn-1': records({ ...terms, file: null }) }, '/viewconsent');
    expect(await screen.findByText(/no consent record/)).toBeDefined();
    expect(screen.queryByRole('img', { name: /^Signature/ })).toBeNull();
  });
});
