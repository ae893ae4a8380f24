import type { FlowSection, Step } from '../../../src/model/types';

/**
 * A flow only for tests, which doesn't change with the app's: `vi.mock('../../../schemas/flows/application.json', ()
 * => import('../support/ownFlow'))`.
 */
export const steps: Step[] = [
  {
    id: 'identification',
    role: 'identity',
    calls: { read: '/applicant/getidentification', save: '/applicant/saveiddetail' },
    signed: true,
    route: '/identification',
    viewRoute: '/view',
    title: 'Identification Details',
    heading: 'Identification Details',
    status: 'identification_details_status',
    incomplete: 'Please complete Identification Details.',
    sections: [
      part('personal-details', 'personal-details', 'Personal Details', 'applicant'),
      {
        ...part('proof-of-identity', 'poi', 'Proof of Identity', 'identification_data'),
        beside: ['Barcodedata', 'BarcodeDocumentID'],
        aside: 'scan',
      },
      { ...part('address', 'address', 'Address', '.'), aside: 'history' },
      part('ssn', 'ssn', 'Social Security Number', 'ssn_data'),
    ],
  },
  {
    id: 'applicant-details',
    role: 'licenceMatch',
    calls: { read: '/contextual/getdetails', query: { RoleName: 'Applicant' }, save: '/contextual/savedetails' },
    signed: true,
    route: '/identification/applicantDetail',
    viewRoute: '/view/applicantDetail',
    title: 'Applicant Details',
    heading: 'Contextual Questions',
    status: 'applicant_details_status',
    incomplete: 'Please complete Applicant Details.',
    reopens: 'income',
    encode: 'questions',
    order: ['renters_insurance', 'is_student', 'have_vehicle', 'have_pet', 'convicted_for_crime', 'do_you_smoke'],
    sections: [part('other-details', 'others', 'Other Details', 'questions')],
  },
  {
    id: 'income',
    role: 'income',
    calls: { read: '/income/getdetails', save: '/income/savedetails' },
    signed: true,
    route: '/identification/incomeDetail',
    viewRoute: '/view/incomeDetail',
    title: 'Income & Banking',
    heading: 'Income & Banking',
    status: 'income_banking_status',
    incomplete: 'Please complete Income & Banking.',
    sections: [part('employers', 'ei', 'Employment Income', 'employment_details')],
  },
  {
    id: 'payment',
    role: 'payment',
    calls: false,
    signed: true,
    route: '/identification/payment',
    title: 'Consent & Payment',
    heading: 'Consent & Payment',
    status: 'consent_payment_status',
    incomplete: 'Please complete Consent & Payment.',
    sections: [part('consent', 'tc', 'Terms and Conditions', 'consent')],
  },
];

function part(section: string, anchor: string, title: string, body: string): FlowSection {
  return { section, anchor, tab: title, title, body };
}

export default { steps };
