import { type Static, Type } from 'typebox';
import { householdRoles } from '../model/household';
import type { HouseholdRole } from '../model/types';
import { ApplicationType, Settings } from './application';
import { describeResource, Members, nullable, oneOf, Tokens } from './call';
import { ServedForm } from './forms';
import { FeeTerms, SecondaryTiming } from './payment';

const State = Type.Object({ ID: Type.Integer(), StateShortCode: Type.String(), StateName: Type.String() });

const List = Type.Array(Members);

const FirstNotice = Type.Object({
  title: Type.String(),
  paragraphs: Type.Array(Type.String()),
  points: Type.Array(Type.String()),
  criteria: Type.Array(Type.String()),
});

/** Data for the registration (docs/spec/000.md, §3). */
export const RegistrationPage = Type.Object({
  first_name: Type.String(),
  middle_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  mobile: Type.String(),
  /** True if the email already has an account, so a username is required. */
  Email_check: Type.Boolean(),
  subscriber_name: Type.String(),
  /** The specification misspells this name. */
  subrciber_logo: Type.String(),
  accent: Type.String(),
  support_phone: Type.String(),
  support_email: Type.String(),
  /** Dollars. */
  application_fee: Type.Number(),
  is_fee_per_adult: Type.Boolean(),
  fee_terms: FeeTerms,
  /** Notices that local law requires before any information is collected. */
  notices: Type.Array(FirstNotice),
  documents: Settings,
  /** Questions for the checklist "What you need": `['have_vehicle']`. */
  asked: Type.Array(Type.String()),
  secondary: SecondaryTiming,
  /** Business days that the decision usually takes. */
  decision_days: Type.Integer(),
  application_number: Type.String(),
  application_type: ApplicationType,
  State: Type.String(),
  States: Type.Array(State),
  Agents: List,
  selected_agent: Type.String(),
  Offices: List,
  Office: nullable(Type.Integer()),
  LeadSource: List,
  HearAboutUs: Type.String(),
  floors: List,
  units: List,
  select_floor: nullable(Type.Integer()),
  selected_unit: nullable(Type.Integer()),
  household_role: nullable(oneOf<HouseholdRole>(householdRoles)),
  property: Type.Optional(Type.Object({ PropertyName: Type.String(), LogoURL: Type.String() })),
  City: Type.String(),
  DesiredPropertyAddress: Type.String(),
  DesiredUnitNumber: Type.String(),
  DesiredRent: Type.String(),
  /** An ISO date. */
  DesiredMoveInDate: Type.String(),
});
export type RegistrationPage = Static<typeof RegistrationPage>;

const Registered = Type.Object({ trnid: Type.String(), ...Tokens.properties, message: Type.String() });
export type Registered = Static<typeof Registered>;

export const entry = describeResource('Entry', {
  'GET /forms/entry/:step': {
    summary: 'A form of the entry flow; registration reads the headers url, trn_id and entry',
    open: true,
    answer: ServedForm,
  },
  'GET /users/registrationpage': {
    summary: 'Data of the registration page (headers url, trn_id, entry)',
    open: true,
    answer: RegistrationPage,
  },
  'GET /applicant/validate-invitation': {
    summary: 'Checks the invitation token in the authorization header, if there is one',
    open: true,
    answer: nullable(Type.Object({ trn_id: nullable(Type.String()) })),
  },
  'GET /users/states': {
    summary: 'The states of the United States',
    open: true,
    answer: Type.Object({ States: Type.Array(State) }),
  },
  'POST /users/register': {
    summary: 'Registers an applicant; the body has trn_id, url and the sections of entry/registration',
    open: true,
    once: true,
    form: { flow: 'entry', step: 'registration', also: { trn_id: Type.String(), url: Type.String() } },
    body: Members,
    answer: Registered,
  },
});

const AddressSuggestion = Type.Object({
  label: Type.String(),
  street: Type.String(),
  houseNumber: Type.String(),
  unit: Type.String(),
  city: Type.String(),
  state: Type.String(),
  zip: Type.String(),
});

/** Needs no session, because the registration uses it. */
export const address = describeResource('Address', {
  'GET /address/suggest': {
    summary: 'Suggestions for a US address',
    open: true,
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
    answer: Type.Array(AddressSuggestion),
  },
});

export const logos = describeResource('Logos', {
  'GET /logos/:file': { summary: 'A subscriber’s logo as SVG', open: true, hide: true, content: 'download' },
});
