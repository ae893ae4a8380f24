import type { Canary } from './forms';

export const SSN = '543-67-8912';
export const BORN = '1987-06-15';
export const CHILD_BORN = '2021-11-23';
export const PASSWORD = 'Canary!Pass9482';
export const NEXT_PASSWORD = 'Finch!Pass7351';
export const ACCOUNT = '883017442956';
/** The office's note. */
export const NOTE = 'Glimmerwick asked about the parking.';
/** The office's reason for a reveal. */
export const WHY = 'Snorvelling with the license.';
export const CARD = '4242 4242 4242 4242';

/** Invented values that must never be stored unencrypted. */
export const secrets: Canary[] = [
  { name: 'SSN', spellings: [SSN, SSN.replaceAll('-', ''), SSN.replaceAll('-', ' ')], guessable: true },
  { name: 'date of birth', spellings: [BORN, '19870615', '06/15/1987', '06151987', '06-15-1987'], guessable: true },
  { name: "child's date of birth", spellings: [CHILD_BORN, '20211123', '11/23/2021'], guessable: true },
  { name: 'password', spellings: [PASSWORD], guessable: true },
  { name: 'new password', spellings: [NEXT_PASSWORD], guessable: true },
  { name: 'account number', spellings: [ACCOUNT, '8830-1744-2956', '8830 1744 2956'], guessable: true },
  { name: "office's note", spellings: [NOTE], guessable: false },
  { name: 'why it was revealed', spellings: [WHY], guessable: false },
  { name: 'card number', spellings: [CARD, CARD.replaceAll(' ', ''), CARD.replaceAll(' ', '-')], guessable: true },
];

/** Values that may be unencrypted until the applicant is erased. */
export const PERSON = {
  first: 'Zyxwella',
  last: 'Quombrick',
  street: '14 Vyrnwyth Crescent',
  employer: 'Bluefeather Qwizzle Books',
  file: 'payslip-quombrickfile',
};

export const traces: Canary[] = Object.entries(PERSON).map(([name, text]) => ({
  name,
  spellings: [text],
  guessable: false,
}));
