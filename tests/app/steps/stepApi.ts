import { records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail, status } from '../support/records';
import type { FakeApi } from '../support/renderApp';

const sections = ['personal-details', 'proof-of-identity', 'address', 'ssn'];

export const personal = {
  first_name: 'José',
  last_name: "O'Neil",
  Email: 'ana@example.com',
  mobile: [{ number: '15125550123' }],
  DOB: '1990-04-12',
  alias_status: 'No',
};

const home = {
  is_current_address: true,
  street_address: '18 Lantern Ln',
  city: 'Austin',
  state: 'TX',
  zipcode: '78704',
  move_in_date: '2020-09-01',
  property_type: 3,
};

/** Valid answers for step 1. */
export const validAnswers = {
  applicant: personal,
  identification_data: {
    availableToUpload_id: 'No',
    no_doc_reason: 'later',
  },
  address: [home],
  ssn_data: { isUS_citizen: 'No', availableToUpload_ssn: 'No', no_doc_reason: 'later' },
};

/** Returns the fake server's responses for someone in step 1 who has answered `stored`. */
export function stepApi(stored: Record<string, unknown>, changes: FakeApi = {}): FakeApi {
  const drafts = Object.fromEntries(
    sections.flatMap((section) => [
      [`GET /drafts/trn-1/${section}`, records(null)],
      [`PUT /drafts/trn-1/${section}`, records({ revision: `${section}.1` })],
    ]),
  );
  return {
    'GET /users/applicationdetail': detail(),
    'GET /users/sectionstatus/trn-1': status(0),
    'GET /forms/application/identification': records(servedForm(sections)),
    'GET /applicant/getidentification/trn-1': records({ version: 0, documents: [], validation_message: [], ...stored }),
    ...drafts,
    ...changes,
  };
}
