import type { Answers } from '../../src/model/types';

/** Returns answers with this many employers. Every other row shows the upload. */
export function employers(count: number): Answers {
  return { response: 'Yes', employer: Array.from({ length: count }, (_, index) => employer(index)) };
}

function employer(index: number): Answers {
  return {
    id: index + 1,
    employer_name: `Maple Works ${index + 1}`,
    position: 'Carpenter',
    employer_address: `${100 + index} Oak Street`,
    employer_city: 'Austin',
    employer_state: 'TX',
    employer_zipcode: '78701',
    phone_no: '15125550123',
    manager_name: 'Avery Quill',
    iscurrent_employer: false,
    isfuture_employer: false,
    employer_status: 'Employed Full-Time',
    employment_start_date: '2019-03-04',
    employment_end_date: '2024-05-06',
    avrgross_pay: 2400,
    pay_frequency: 'Bi-Weekly',
    ...(index % 2 === 0
      ? { availableToUpload: 'Yes', allowOfferLetter: false, files: [] }
      : { availableToUpload: 'No', no_doc_reason: 'other', other_reason: 'On paper only' }),
  };
}
