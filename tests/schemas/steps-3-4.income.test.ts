import { describe, expect, it } from 'vitest';
import spanishTexts from '../../schemas/translations/es.json';
import { checkRules } from '../../src/model/income/checks/rules';
import type { Answers, SchemaNode } from '../../src/model/types';
import { realCatalog } from '../support/schemaFiles';
import { checkerOf, messagesFor, savedAnswers, TODAY } from './sectionCheck';

const EMPLOYER = {
  employer_name: 'Bluebonnet Books',
  position: 'Clerk',
  employer_zipcode: '78701',
  phone_no: '15125550140',
  iscurrent_employer: true,
  employer_status: 'Employed Full-Time',
  avrgross_pay: 2000,
  pay_frequency: 'Weekly',
};
const INCOME = { other_income_type: 'Pension', pension_source: 'City transit', monthly_income: 400 };
const BANK = { bank_name: 'Bay Leaf Bank', account_type: 'Checking' };

const OTHER_TYPES = ['Alimony', 'Disability', 'Investments', 'Unemployment'];

const rowsOf = (list: string, rows: Answers[]) => ({ response: 'Yes', [list]: rows });
const employer = (changes: Answers) => rowsOf('employer', [{ ...EMPLOYER, ...changes }]);
const income = (changes: Answers) => rowsOf('otherincome', [{ ...INCOME, ...changes }]);
const bank = (changes: Answers) => rowsOf('banking', [{ ...BANK, ...changes }]);

describe.each([
  ['employers', 'employer', EMPLOYER, 'employer_name'],
  ['other-income', 'otherincome', INCOME, 'other_income_type'],
  ['banking', 'banking', BANK, 'bank_name'],
] as const)('%s', (section, list, row, unique) => {
  const at = (name: string, changes: Answers) =>
    messagesFor(section, rowsOf(list, [{ ...row, ...changes }]))[`${list}/0/${name}`];

  it('asks for a response', () => {
    expect(messagesFor(section, {})).toEqual({ response: 'Response Required' });
  });

  it.each([[undefined], [[]]])('asks for a record after Yes (%j)', (rows) => {
    expect(messagesFor(section, { response: 'Yes', [list]: rows })).toEqual({ [list]: 'must have atleast 1 records' });
  });

  it('accepts a row with only the required fields', () => {
    expect(messagesFor(section, rowsOf(list, [row]))).toEqual({});
  });

  it('refuses a fourth row', () => {
    const rows = OTHER_TYPES.map((type) => ({ ...row, [unique]: type }));
    expect(messagesFor(section, rowsOf(list, rows))[list]).toMatch(/^You can add up to 3/);
  });

  it('drops the rows on No', () => {
    expect(savedAnswers(section, { response: 'No', [list]: [row] })).not.toHaveProperty(list);
  });

  it.each(['employerCount', 'fileCount', 'total_income'])('refuses the unknown member %s', (name) => {
    expect(at(name, { [name]: 1 })).toBe("This answer isn't part of the form");
  });

  it('requires a file if one can be uploaded', () => {
    expect(at('files', { availableToUpload: 'Yes' })).toBe('At Least 1 Document Is Required');
    expect(at('files', { availableToUpload: 'Yes', files: [] })).toBe('At Least 1 Document Is Required');
    expect(at('files', { availableToUpload: 'Yes', files: ['a/b'] })).toBeUndefined();
  });

  it('requires a reason if no file can be uploaded, and an explanation for Other', () => {
    expect(at('no_doc_reason', { availableToUpload: 'No' })).toBe('Choose a reason');
    expect(at('no_doc_reason', { availableToUpload: 'No', no_doc_reason: 'later' })).toBeUndefined();
    expect(at('other_reason', { availableToUpload: 'No', no_doc_reason: 'other' })).toBe('Explain your answer');
    expect(
      at('other_reason', { availableToUpload: 'No', no_doc_reason: 'other', other_reason: 'Lost' }),
    ).toBeUndefined();
    expect(
      at('other_reason', { availableToUpload: 'No', no_doc_reason: 'other', other_reason: 'x'.repeat(5001) }),
    ).toBe('Text size exceeds a limit of 5000!');
  });

  it('clears the reason when files exist, and the files when there is a reason', () => {
    const both = { no_doc_reason: 'other', other_reason: 'Lost', files: ['a/b'] };
    const saved = (answer: string, reason = 'other') => {
      const answers = { ...row, ...both, no_doc_reason: reason, availableToUpload: answer };
      return (savedAnswers(section, rowsOf(list, [answers]))[list] as Answers[])[0];
    };
    expect(saved('Yes')).not.toHaveProperty('no_doc_reason');
    expect(saved('Yes')).not.toHaveProperty('other_reason');
    expect(saved('No')).not.toHaveProperty('files');
    expect(saved('No')).toHaveProperty('other_reason');
    expect(saved('No', 'later')).not.toHaveProperty('other_reason');
  });
});

describe('availability of documents', () => {
  it.each([
    ['employers', 'employer', 'Paystub', EMPLOYER],
    ['other-income', 'otherincome', 'OtherIncome', INCOME],
    ['banking', 'banking', 'BankStatements', BANK],
  ])('in %s is optional, required or hidden by the setting', (section, list, key, row) => {
    const answers = rowsOf(list, [row]);
    expect(messagesFor(section, answers)).toEqual({});
    expect(messagesFor(section, answers, { [key]: 'Required' })).toEqual({
      [`${list}/0/availableToUpload`]: 'Response Required',
    });
    const hidden = savedAnswers(section, rowsOf(list, [{ ...row, availableToUpload: 'Yes', files: ['a'] }]), {
      [key]: 'Hide',
    });
    expect((hidden[list] as Answers[])[0]).toEqual(row);
  });
});

describe('no employment', () => {
  it.each([
    [{}, { no_doc_reason: 'Choose a reason' }],
    [{ no_doc_reason: 'retired' }, {}],
    [{ no_doc_reason: 'rich' }, { no_doc_reason: 'Choose one of the options' }],
    [{ no_doc_reason: 'other' }, { other_reason: 'Explain your answer' }],
    [{ no_doc_reason: 'other', other_reason: 'I care for my mother.' }, {}],
  ])('%j returns %j', (answers, messages) => {
    expect(messagesFor('employers', { response: 'No', ...answers })).toEqual(messages);
  });
});

describe('employer', () => {
  it.each([
    ['employer_name', { employer_name: ' Books' }, 'Enter a valid value'],
    ['position', { position: ' Clerk' }, 'Enter a valid value'],
    ['employer_address', { employer_address: ' 5 Elm St' }, 'Enter a valid value'],
    ['employer_city', { employer_city: ' Austin' }, 'Enter a valid value'],
    ['manager_name', { manager_name: ' Lee' }, 'Enter a valid value'],
    ['employer_state', { employer_state: 'Texas' }, 'Choose a state from the list'],
    ['phone_no', { phone_no: undefined }, 'The value is not a valid Phone Number'],
    ['phone_no', { phone_no: '1512555014' }, 'The value is not a valid Phone Number'],
    ['employer_zipcode', { employer_zipcode: undefined }, 'Enter the ZIP code'],
    ['employer_zipcode', { employer_zipcode: '7870' }, 'Please enter valid zip code'],
    ['employer_zipcode', { employer_zipcode: '787011' }, 'Please enter valid zip code'],
    ['employer_zipcode', { employer_zipcode: '787011234' }, undefined],
    ['employer_zipcode', { employer_zipcode: '78701-1234' }, undefined],
    ['employer_status', { employer_status: undefined }, 'Choose the employment status'],
    ['employer_status', { employer_status: 'Retired' }, 'Choose one of the options'],
    ['pay_frequency', { pay_frequency: undefined }, 'Choose the pay frequency'],
    ['pay_frequency', { pay_frequency: 'Daily' }, 'Choose one of the options'],
    ['avrgross_pay', { avrgross_pay: undefined }, 'Enter the gross pay'],
    ['avrgross_pay', { avrgross_pay: 0.99 }, 'The value must be greater than or equal to 1'],
    ['avrgross_pay', { avrgross_pay: -5 }, 'The value must be greater than or equal to 1'],
    ['avrgross_pay', { avrgross_pay: '2000' }, 'The value must be a number'],
    ['avrgross_pay', { avrgross_pay: 1.15 }, undefined],
    ['avrgross_pay', { avrgross_pay: 1 }, undefined],
    [
      'employment_start_date',
      { employment_start_date: '2022-02-30' },
      "This date doesn't exist. Check the month and the day.",
    ],
    ['employment_end_date', { iscurrent_employer: false }, 'Enter the employment end date'],
    ['employment_end_date', { iscurrent_employer: undefined }, 'Enter the employment end date'],
    ['employment_end_date', { iscurrent_employer: false, isfuture_employer: true }, undefined],
    ['files', { availableToUpload: 'Yes', files: [7] }, undefined],
    ['files/0', { availableToUpload: 'Yes', files: [7] }, 'Enter a valid value'],
    ['monthly_avr_gross', { monthly_avr_gross: 'a' }, 'The value must be a number'],
  ])('%s of %j returns %j', (name, changes, message) => {
    expect(messagesFor('employers', employer(changes))[`employer/0/${name}`]).toBe(message);
  });

  it.each([
    ['2022-08-15', '2022-08-14', 'the date must be greater than the employment start date'],
    ['2022-08-15', '2022-08-15', 'the date must be greater than the employment start date'],
    ['2022-08-15', '2022-08-16', undefined],
    [undefined, '2022-08-16', undefined],
  ])('from %s to %s returns %j', (employment_start_date, employment_end_date, message) => {
    const answers = employer({ iscurrent_employer: false, employment_start_date, employment_end_date });
    expect(messagesFor('employers', answers)['employer/0/employment_end_date']).toBe(message);
  });

  it.each([
    ['EmployerName', 'employer_name', "Enter the employer's name"],
    ['Occupation', 'position', 'Enter the job title'],
    ['EmployerAddress', 'employer_address', "Enter the employer's address"],
    ['EmployerCity', 'employer_city', 'Enter the city'],
    ['EmployerState', 'employer_state', 'Choose the state'],
    ['SupervisorName', 'manager_name', "Enter the supervisor's or manager's name"],
    ['EmploymentStartDate', 'employment_start_date', 'Enter the employment start date'],
  ])('the setting %s requires or hides %s', (key, name, message) => {
    const answers = employer({ [name]: undefined });
    expect(messagesFor('employers', answers)).toEqual({});
    expect(messagesFor('employers', answers, { [key]: 'Required' })).toEqual({ [`employer/0/${name}`]: message });
    const saved = savedAnswers('employers', employer({ [name]: 'TX' }), { [key]: 'Hide' });
    expect((saved.employer as Answers[])[0]).not.toHaveProperty(name);
  });

  it('has the address search only with the address question, and never requires it', () => {
    const searched = employer({ search_employer_address: '4 Elm St' });
    const searchIn = (setting: 'Hide' | 'Required' | 'Optional') =>
      (savedAnswers('employers', searched, { EmployerAddress: setting }).employer as Answers[])[0];
    expect(searchIn('Hide')).not.toHaveProperty('search_employer_address');
    expect(searchIn('Optional')).toHaveProperty('search_employer_address');
    const required = messagesFor('employers', employer({}), { EmployerAddress: 'Required' });
    expect(required).toEqual({ 'employer/0/employer_address': "Enter the employer's address" });
  });

  it.each<[string, Answers, boolean]>([
    ['without a start date', {}, true],
    ['that begins next month', { employment_start_date: '2026-12-21' }, true],
    ['that began 90 days ago', { employment_start_date: '2026-08-23' }, true],
    ['that began 91 days ago', { employment_start_date: '2026-08-22' }, false],
    [
      'of the future, with any date',
      { employment_start_date: '2022-08-15', iscurrent_employer: false, isfuture_employer: true },
      true,
    ],
    ['whose box is checked', { employment_start_date: '2022-08-15', allowOfferLetter: true }, true],
  ])('has the box for a new job or not: a job %s', (_, changes, isOffered) => {
    const answers = employer({ availableToUpload: 'Yes', files: ['a/b'], ...changes });
    const { hidden } = checkerOf('employers', { settings: {} }).shape(answers, TODAY);
    expect(hidden.has('employer/0/allowOfferLetter')).toBe(!isOffered);
    expect(messagesFor('employers', answers)).toEqual({});
  });

  it('keeps the checked box of an older job', () => {
    const old = { availableToUpload: 'Yes', files: ['a/b'], employment_start_date: '2022-08-15' };
    const saved = savedAnswers('employers', employer({ ...old, allowOfferLetter: true }));
    expect((saved.employer as Answers[])[0]).toHaveProperty('allowOfferLetter', true);
  });

  it('is current or future, never both', () => {
    const saved = savedAnswers('employers', employer({ isfuture_employer: true }));
    expect((saved.employer as Answers[])[0]).not.toHaveProperty('isfuture_employer');
  });

  it.each([
    [{ employer_name: 'bluebonnet books ' }, true],
    [{ employer_name: 'Bluebonnet Books', position: 'CLERK' }, true],
    [{ position: 'Manager' }, false],
    [{ employer_name: 'Other Books' }, false],
    [{ employer_name: undefined }, false],
  ])('next to one that differs in %j is a duplicate: %s', (changes, refused) => {
    const messages = messagesFor('employers', rowsOf('employer', [EMPLOYER, { ...EMPLOYER, ...changes }]));
    expect(messages).toEqual(
      refused ? { employer: 'You cannot add duplicate employer with same name and position ' } : {},
    );
  });
});

describe('other income', () => {
  it.each([
    ['other_income_type', { other_income_type: undefined }, 'Choose the type of income'],
    ['other_income_type', { other_income_type: 'Lottery' }, 'Choose one of the options'],
    ['other_source', { other_income_type: 'other' }, 'Enter the source'],
    ['voucher_type', { other_income_type: 'Housing Assistance' }, 'Enter the voucher type'],
    ['pension_source', { pension_source: undefined }, 'Enter who pays it'],
    ['rental_assistance_type', { other_income_type: 'Rental Assistance' }, 'Choose the type of rental assistance'],
    [
      'other_rental_assistance',
      { other_income_type: 'Rental Assistance', rental_assistance_type: 'Other' },
      'Enter the program',
    ],
    ['monthly_income', { monthly_income: undefined }, 'Enter the monthly income'],
    ['monthly_income', { monthly_income: 0 }, 'The value must be greater than 0'],
    ['monthly_income', { monthly_income: 'four' }, 'The value must be a number'],
    ['monthly_income', { monthly_income: 1 }, undefined],
  ])('%s of %j returns %j', (name, changes, message) => {
    expect(messagesFor('other-income', income(changes))[`otherincome/0/${name}`]).toBe(message);
  });

  it('refuses a type twice', () => {
    expect(messagesFor('other-income', rowsOf('otherincome', [INCOME, INCOME]))).toEqual({
      otherincome: 'You cannot add duplicate Other income ',
    });
  });

  it('removes the answers of another type', () => {
    const saved = savedAnswers('other-income', income({ other_income_type: 'Alimony' }));
    expect((saved.otherincome as Answers[])[0]).not.toHaveProperty('pension_source');
  });
});

describe('bank account', () => {
  it.each([
    ['bank_name', { bank_name: undefined }, 'Enter the bank name'],
    ['bank_name', { bank_name: ' Bay' }, 'Enter a valid value'],
    ['account_type', { account_type: undefined }, 'Choose the account type'],
    ['account_type', { account_type: 'Gold' }, 'Choose one of the options'],
    ['current_balance', { current_balance: 'much' }, 'The value must be a number'],
    ['current_balance', { current_balance: 0 }, undefined],
  ])('%s of %j returns %j', (name, changes, message) => {
    expect(messagesFor('banking', bank(changes))[`banking/0/${name}`]).toBe(message);
  });

  it('needs a balance when MonthlyAmount is Required', () => {
    expect(messagesFor('banking', bank({}), { MonthlyAmount: 'Required' })).toEqual({
      'banking/0/current_balance': 'Enter the current balance',
    });
    expect(messagesFor('banking', bank({}), { MonthlyAmount: 'Optional' })).toEqual({});
  });

  it.each([
    [{ bank_name: 'BAY LEAF BANK' }, true],
    [{ account_type: 'Savings' }, false],
  ])('next to one that differs in %j is a duplicate: %s', (changes, refused) => {
    const messages = messagesFor('banking', rowsOf('banking', [BANK, { ...BANK, ...changes }]));
    expect(messages).toEqual(refused ? { banking: 'You cannot add duplicate bank' } : {});
  });
});

describe('other documents', () => {
  it.each([
    [{}, {}],
    [{ other_documents: ['a/b', 'a/c'] }, {}],
    [{ other_documents: [{}] }, { 'other_documents/0': 'Enter a valid value' }],
    [
      { other_documents: Array.from({ length: 21 }, (_, n) => `a/${n}`) },
      { other_documents: 'You can add up to 20 documents' },
    ],
  ])('%j returns %j', (answers, messages) => {
    expect(messagesFor('other-documents', answers)).toEqual(messages);
  });
});

describe('the income step', () => {
  const catalog = realCatalog();
  const readFields = (section: string, list: string) =>
    catalog.section(section).schema.properties?.[list]?.items?.properties ?? {};
  const titles = (node: SchemaNode | undefined) => node?.oneOf?.map(({ title }) => title);
  const LATER = "I don't currently have access to document(s), but can provide later";

  it.each([
    ['employers', 'employer', 'no_doc_reason', [LATER, 'I do not have proof of employment', 'Other (explain)']],
    ['banking', 'banking', 'no_doc_reason', [LATER, 'I do not have proof of bank account', 'Other (explain)']],
    ['employers', 'employer', 'employer_status', ['Employed Full-Time', 'Employed Part-Time']],
    ['employers', 'employer', 'pay_frequency', ['Weekly', 'Bi-Weekly', 'Monthly', 'Bi-Monthly', 'One-Time', 'Yearly']],
    ['banking', 'banking', 'account_type', ['Checking', 'Savings', 'Investments/Other']],
  ])('%s/%s/%s offers %j', (section, list, name, options) => {
    expect(titles(readFields(section, list)[name])).toEqual(options);
  });

  it('has the other incomes of the specification', () => {
    const types = readFields('other-income', 'otherincome').other_income_type?.oneOf?.map((one) => one.const);
    expect(types).toEqual(
      expect.arrayContaining(['Housing Assistance', 'Pension', 'Rental Assistance', 'Social Security', 'other']),
    );
  });

  it('tells the self-employed to write words that the income checks recognize, in English and Spanish', () => {
    const ui = catalog.section('employers').ui.employer as { items: { employer_name: Record<string, string> } };
    const help = ui.items.employer_name['ui:help'] ?? '';
    const spanish = (spanishTexts.texts as Record<string, string>)[help] ?? '';
    for (const text of [help, spanish]) {
      const word = /“(.+)”/.exec(text)?.[1]?.toLowerCase() ?? '';
      expect(checkRules().selfEmployed.some((known) => word.includes(known))).toBe(true);
    }
  });

  it('asks applicants without employment why', () => {
    const reasons = titles(catalog.section('employers').schema.properties?.no_doc_reason);
    expect(reasons).toEqual(['I am not currently employed', 'I am retired', 'Full-Time Student', 'Other']);
  });

  it.each([
    ['employers', 'employer', /last 4 weeks/],
    ['banking', 'banking', /last 2 months \(3 if you.re self-employed\)/],
  ])('explains the files of %s', (section, list, recent) => {
    const ui = catalog.section(section).ui[list] as { items: { files: Record<string, unknown> } };
    const { 'ui:help': help, 'ui:options': options } = ui.items.files;
    expect(help).toMatch(recent);
    expect(help).toMatch(/We can.t accept pictures, scans, or PDFs that were edited or re-saved in another program/);
    expect(options).toMatchObject({ accept: ['application/pdf'] });
  });

  it.each([
    [
      'employers',
      'employer',
      `id employer_name position phone_no employer_address employer_city employer_state employer_zipcode
       search_employer_address manager_name iscurrent_employer isfuture_employer employer_status employment_start_date
       employment_end_date avrgross_pay pay_frequency monthly_avr_gross gross_pay_verify new_avrgross_pay comment
       availableToUpload allowOfferLetter no_doc_reason other_reason files`,
    ],
    [
      'other-income',
      'otherincome',
      `id other_income_type other_source voucher_type pension_source rental_assistance_type other_rental_assistance
       monthly_income availableToUpload files no_doc_reason other_reason`,
    ],
    [
      'banking',
      'banking',
      'id bank_name account_type current_balance availableToUpload files no_doc_reason other_reason',
    ],
  ])('%s has every member that the specification stores', (section, list, names) => {
    expect(Object.keys(readFields(section, list)).sort()).toEqual(names.split(/\s+/).sort());
  });
});
