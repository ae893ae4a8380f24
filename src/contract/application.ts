import { type Static, Type } from 'typebox';
import { applicationTypes } from '../model/entryPath';
import { householdRoles } from '../model/household';
import type { ApplicationType as AnyType, HouseholdRole, Setting } from '../model/types';
import { describeResource, Members, nullable, oneOf } from './call';

export const ApplicationType = Type.Unsafe<AnyType>({
  type: 'string',
  enum: applicationTypes,
});

/** The page header's data (docs/spec/000.md, §3). */
export const ApplicationDetail = Type.Object({
  trn_id: Type.String(),
  application_number: Type.String(),
  application_status: Type.String(),
  application_type: ApplicationType,
  ApplicationProfileID: Type.String(),
  entry: Type.String(),
  subscriber_id: Type.String(),
  subscriber_name: Type.String(),
  home_name: nullable(Type.String()),
  move_in_date: nullable(Type.String({ format: 'date' })),
  /** Registration answers that the applicant can still change: `{ desiredMoveInDate: '2026-12-01' }`. */
  registration_changes: nullable(Members),
  subscriber_logo: Type.String(),
  accent: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  accept_terms_and_condition_status: Type.Boolean(),
  taken_over: Type.Array(
    Type.Object({
      section: Type.String(),
      number: Type.String(),
      submitted_at: Type.String({ format: 'date-time' }),
      confirmed: Type.Boolean(),
    }),
  ),
  household_role: nullable(oneOf<HouseholdRole>(householdRoles)),
  skipped_steps: Type.Array(Type.String()),
  /** Questions for the checklist "What you need": `['have_vehicle']`. */
  asked: Type.Array(Type.String()),
  has_notices: Type.Boolean(),
  translate_widget: Type.Boolean(),
});
export type ApplicationDetail = Static<typeof ApplicationDetail>;

/** True for each step that is complete or skipped, by status name (docs/spec/000.md, §3). */
export const SectionStatus = Type.Unsafe<Record<string, boolean>>({
  type: 'object',
  additionalProperties: { type: 'boolean' },
});
export type SectionStatus = Static<typeof SectionStatus>;

/** `text` and `subscriber_text` are HTML. Sanitize them before rendering. */
export const Terms = Type.Object({
  text: Type.String(),
  subscriber_text: Type.String(),
  /** Hash of the terms. Send it with the payment. */
  digest: Type.String(),
  /** Parts that changed since the applicant accepted them. Missing if unknown. */
  changed: Type.Optional(Type.Array(oneOf(['text', 'subscriber_text'] as const))),
});
export type Terms = Static<typeof Terms>;

export const Settings = Type.Unsafe<Record<string, Setting>>({
  type: 'object',
  additionalProperties: { type: 'string', enum: ['Hide', 'Required', 'Optional'] },
});

export const Configuration = Type.Object({ documents: Settings, fields: Settings });
export type Configuration = Static<typeof Configuration>;

export const application = describeResource('Application', {
  'GET /users/getTandCpageforregistration/:trn': { summary: 'Instructions and terms', answer: Terms },
  'POST /users/updateTandC': {
    summary: 'Accepts the terms',
    body: Type.Object({ trn_id: Type.String() }, { additionalProperties: false }),
  },
  'GET /users/sectionstatus/:trn': { summary: 'Completed steps', answer: SectionStatus },
  'GET /users/applicationstatus/:trn': {
    summary: 'Status and completed steps of the application',
    answer: Type.Unsafe<
      { application_status: string; accept_terms_and_condition_status: boolean } & Record<string, unknown>
    >({
      ...Type.Object({ application_status: Type.String(), accept_terms_and_condition_status: Type.Boolean() }),
      additionalProperties: { type: 'boolean' },
    }),
  },
  'GET /users/applicationdetail': { summary: 'Data of the page header', answer: ApplicationDetail },
  'POST /application/registration': {
    summary:
      'Changes answers of the registration before submitting; the body has trn_id and entry/registration-changes',
    form: { flow: 'entry', step: 'registration-changes', also: { trn_id: Type.String() } },
    body: Members,
  },
  'GET /applicant/configuration/:trn': {
    summary: 'The subscriber’s settings for documents and fields',
    answer: Configuration,
  },
});
