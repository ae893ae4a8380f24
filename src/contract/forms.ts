import { type Static, Type } from 'typebox';
import type { SchemaNode, Step, UiNode } from '../model/types';
import { ApplicationType } from './application';
import { described, describeResource, Members } from './call';

/** A section as the server sends it to the browser: plain JSON Schema, the conditions taken out as rules. */
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
  /** The address of its compiled module. */
  validator: Type.String(),
});

/** What rules and conditions may know next to the answers; `today` is an ISO date. */
export const FormContext = Type.Object({
  today: Type.String(),
  applicationType: Type.Optional(ApplicationType),
  applicant: Type.Optional(Type.Object({ first_name: Type.String(), last_name: Type.String() })),
  emailTaken: Type.Optional(Type.Boolean()),
  lists: Type.Optional(
    Type.Unsafe<Record<string, Record<string, unknown>[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: Members },
    }),
  ),
});

export const ServedForm = Type.Object({
  sections: Type.Array(ServedSection),
  /** Where its sections stand, as the flow file is now. */
  step: Type.Optional(described<Step>()),
  context: FormContext,
  /** The address of the modules of all its sections as one. */
  rules: Type.Optional(Type.String()),
});
export type ServedForm = Static<typeof ServedForm>;

/** What the schema files say otherwise than the build of a page. */
export const ServedWords = Type.Object({
  /** Its texts and flows that are others now, in the language asked for, by their path without ending: 'texts/shell'. */
  files: Type.Record(Type.String(), Type.Unknown()),
  /** The languages there are, that of the files first. */
  languages: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        /** In itself. */
        name: Type.String(),
        direction: Type.Union([Type.Literal('ltr'), Type.Literal('rtl')]),
      }),
    ),
  ),
});
export type ServedWords = Static<typeof ServedWords>;

/** The forms of the steps and the compiled modules of their rules. */
export const forms = describeResource('Forms', {
  'GET /forms/application/:step': { summary: 'The form of a step of the application', answer: ServedForm },
  'GET /forms/success/:step': { summary: 'A form of the pages after submission', answer: ServedForm },
  'GET /forms/office/:step': {
    summary: 'A form of the office: what an act asks, a note, the filters; nothing of any applicant',
    open: true,
    answer: ServedForm,
  },
  'GET /forms/validators/:file': {
    summary: 'The compiled module of a section’s rules; its name is the hash of its text',
    open: true,
    content: 'download',
  },
  'GET /forms/rules/:trn/:step': {
    summary:
      'The compiled modules of a step as one, for the browser to fetch while the step is being opened; `lang` chooses the language',
    open: true,
    query: Type.Object({ lang: Type.Optional(Type.String()) }),
    content: 'download',
  },
  'GET /forms/words': {
    summary: 'The texts and flows that say otherwise than the build of the page that asks; `build` names it',
    open: true,
    query: Type.Object({ build: Type.Optional(Type.String()) }),
    answer: ServedWords,
  },
  'GET /forms/changes': {
    summary: 'Only in development: an open stream with an event whenever the schema files changed',
    open: true,
    hide: true,
    content: 'download',
  },
  'GET /translate-widget.js': {
    summary: 'The operator’s machine-translation widget',
    open: true,
    hide: true,
    content: 'download',
  },
});
