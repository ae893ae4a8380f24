import { type Static, Type } from 'typebox';
import { applicationTypes } from '../model/entryPath';
import type { ApplicationType as AnyType, Setting } from '../model/types';
import { describeResource } from './call';

/** By what kind of link an application was begun. */
export const ApplicationType = Type.Unsafe<AnyType>({
  type: 'string',
  enum: applicationTypes,
});

/** The application as every page's header shows it (spec 000, section 3, Application). */
export const ApplicationDetail = Type.Object({
  trn_id: Type.String(),
  application_number: Type.String(),
  application_status: Type.String(),
  application_type: ApplicationType,
  ApplicationProfileID: Type.String(),
  /** The path of the entry link that it was begun by. */
  entry: Type.String(),
  subscriber_id: Type.String(),
  subscriber_name: Type.String(),
  subscriber_logo: Type.String(),
  accent: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  accept_terms_and_condition_status: Type.Boolean(),
  /** Sections that were taken over from an earlier application. */
  taken_over: Type.Array(
    Type.Object({
      section: Type.String(),
      number: Type.String(),
      submitted_at: Type.String({ format: 'date-time' }),
      confirmed: Type.Boolean(),
    }),
  ),
  /** The operator has switched a machine-translation widget on. */
  translate_widget: Type.Boolean(),
});
export type ApplicationDetail = Static<typeof ApplicationDetail>;

/** Which steps are done, by the status names of the flow (spec 000, section 3, Application status). */
export const SectionStatus = Type.Unsafe<Record<string, boolean>>({
  type: 'object',
  additionalProperties: { type: 'boolean' },
});
export type SectionStatus = Static<typeof SectionStatus>;

/** What the instruction page shows: rich text, to be cleaned before it is drawn. */
export const Terms = Type.Object({
  text: Type.String(),
  subscriber_text: Type.String(),
  /** Their fingerprint; who pays says by it which terms were agreed to. */
  digest: Type.String(),
});
export type Terms = Static<typeof Terms>;

export const Settings = Type.Unsafe<Record<string, Setting>>({
  type: 'object',
  additionalProperties: { type: 'string', enum: ['Hide', 'Required', 'Optional'] },
});

/** Of documents and of fields, each under its one name. */
export const SubscriberSettings = Type.Object({ documents: Settings, fields: Settings });
export type SubscriberSettings = Static<typeof SubscriberSettings>;

/** What the shell asks about an application: its header, its terms, how far it is. */
export const application = describeResource('Application', {
  'GET /users/getTandCpageforregistration/:trn': { summary: 'Instructions and terms', answer: Terms },
  'POST /users/updateTandC': {
    summary: 'Agrees to the terms',
    body: Type.Object({ trn_id: Type.String() }, { additionalProperties: false }),
  },
  'GET /users/sectionstatus/:trn': { summary: 'Which steps are done', answer: SectionStatus },
  'GET /users/applicationstatus/:trn': {
    summary: 'The status of the application, and which steps are done',
    answer: Type.Unsafe<
      { application_status: string; accept_terms_and_condition_status: boolean } & Record<string, unknown>
    >({
      ...Type.Object({ application_status: Type.String(), accept_terms_and_condition_status: Type.Boolean() }),
      additionalProperties: { type: 'boolean' },
    }),
  },
  'GET /users/applicationdetail': { summary: 'What the header of every page shows', answer: ApplicationDetail },
  'GET /applicant/configuration/:trn': {
    summary: 'The subscriber’s settings of documents and fields',
    answer: SubscriberSettings,
  },
});
