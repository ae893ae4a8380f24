import { type FakeAnswer, records } from '../../api/fakeAdapter';

/** An invented application, as the server returns it. */
export function detail(changes: Record<string, unknown> = {}): FakeAnswer {
  return records({
    trn_id: 'trn-1',
    application_number: '100042',
    application_status: 'Started',
    application_type: 'Property',
    entry: '/Property/demo/harbor-view/open',
    subscriber_id: 'demo',
    subscriber_name: 'Demo Homes',
    home_name: 'Harbor View Apartments',
    subscriber_logo: '',
    accent: '#1f5f8b',
    phone: '15125550123',
    email: 'help@demo-homes.example',
    first_name: 'José',
    last_name: "O'Neil",
    accept_terms_and_condition_status: true,
    taken_over: [],
    household_role: null,
    skipped_steps: [],
    asked: ['reference', 'have_vehicle'],
    ...changes,
  });
}

/** Returns a status with this many complete steps. */
export function status(done: number): FakeAnswer {
  const names = [
    'identification_details_status',
    'applicant_details_status',
    'income_banking_status',
    'consent_payment_status',
  ];
  return records(Object.fromEntries(names.map((name, index) => [name, index < done])));
}

/** Returns a refusal in the contract's format. */
export function refusal(code: number, body: Record<string, unknown>, headers?: Record<string, string>): FakeAnswer {
  return { status: code, data: { status: code, success: false, records: null, ...body }, headers };
}
