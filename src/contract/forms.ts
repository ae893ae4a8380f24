import { type Static, Type } from 'typebox';
import { householdRoles } from '../model/household';
import type { HouseholdRole, SchemaNode, Step, UiNode } from '../model/types';
import { ApplicationType } from './application';
import { described, describeResource, Members, oneOf } from './call';

/** A section for the browser: plain JSON Schema, with conditions as rules. */
export const ServedSection = Type.Object({
  name: Type.String(),
  schema: described<SchemaNode>(),
  ui: described<UiNode>(),
  rules: Type.Array(
    Type.Object({
      at: Type.String(),
      test: Type.String(),
      show: Type.Array(Type.String()),
      require: Type.Array(Type.String()),
    }),
  ),
  removed: Type.Array(Type.String()),
  validator: Type.String(),
});

/** Values for rules and conditions, besides answers. `today` is an ISO date. */
export const FormContext = Type.Object({
  today: Type.String(),
  applicationType: Type.Optional(ApplicationType),
  applicant: Type.Optional(Type.Object({ first_name: Type.String(), last_name: Type.String() })),
  emailTaken: Type.Optional(Type.Boolean()),
  householdRole: Type.Optional(oneOf<HouseholdRole>(householdRoles)),
  isFree: Type.Optional(Type.Boolean()),
  lists: Type.Optional(
    Type.Unsafe<Record<string, Record<string, unknown>[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: Members },
    }),
  ),
});

export const ServedForm = Type.Object({
  sections: Type.Array(ServedSection),
  step: Type.Optional(described<Step>()),
  context: FormContext,
  /** URL of a module with all sections' validators. */
  rules: Type.Optional(Type.String()),
});
export type ServedForm = Static<typeof ServedForm>;

export const ServedMessages = Type.Object({
  /** Files that differ from those in the page's build, by path without extension: 'texts/shell'. */
  files: Type.Record(Type.String(), Type.Unknown()),
  /** The first language is the language of the schema files. */
  languages: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        /** The name in the language itself. */
        name: Type.String(),
        direction: Type.Union([Type.Literal('ltr'), Type.Literal('rtl')]),
      }),
    ),
  ),
});
export type ServedMessages = Static<typeof ServedMessages>;

export const forms = describeResource('Forms', {
  'GET /forms/application/:step': { summary: 'The form of a step of the application', answer: ServedForm },
  'GET /forms/success/:step': { summary: 'The form of a step after submission', answer: ServedForm },
  'GET /forms/office/:step': {
    summary: 'A form of the office: decisions, notes or filters, without applicant data',
    open: true,
    answer: ServedForm,
  },
  'GET /forms/validators/:file': {
    summary: 'A section’s compiled rules; the name is the hash of their content',
    open: true,
    content: 'download',
  },
  'GET /forms/rules/:trn/:step': {
    summary: 'All compiled rules of a step in one module; `lang` chooses the language',
    open: true,
    query: Type.Object({ lang: Type.Optional(Type.String()) }),
    content: 'download',
  },
  'GET /forms/words': {
    summary: 'Messages and flows that differ from the page’s `build`',
    open: true,
    query: Type.Object({ build: Type.Optional(Type.String()) }),
    answer: ServedMessages,
  },
  'GET /forms/changes': {
    summary: 'Development only: a stream with an event for each change to the schema files',
    open: true,
    hide: true,
    content: 'download',
  },
  'GET /translate-widget.js': {
    summary: 'The operator’s machine translation widget',
    open: true,
    hide: true,
    content: 'download',
  },
});
