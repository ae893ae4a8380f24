import { Type } from 'typebox';
import type { Step } from '../model/types';
import { ApplicationDetail, Configuration, SectionStatus, Terms } from './application';
import { described, describeResource, Members, nullable } from './call';
import { Draft } from './drafts';
import { RegistrationPage } from './entry';
import { FormContext, ServedForm, ServedSection } from './forms';
import { Notices } from './notices';
import { Fees, UnsavedSection } from './payment';
import { ApplicationSummary } from './success';

/** `drafts` is keyed by section. `steps`, `flow` and `forms` are keyed by step. */
const BootstrapRecords = Type.Object({
  detail: ApplicationDetail,
  status: SectionStatus,
  settings: Configuration,
  drafts: Type.Record(Type.String(), nullable(Draft)),
  steps: Type.Record(Type.String(), Members),
  terms: Type.Optional(Terms),
  notices: Type.Optional(Notices),
  fees: Type.Optional(Fees),
  unsaved: Type.Optional(Type.Array(UnsavedSection)),
  summary: Type.Optional(ApplicationSummary),
  context: Type.Optional(FormContext),
  flow: Type.Optional(Type.Record(Type.String(), described<Step>())),
  forms: Type.Optional(Type.Record(Type.String(), Type.Array(ServedSection))),
});

export const bootstrap = describeResource('Bootstrap', {
  'GET /open/registration': {
    summary:
      'All data of the registration page; checks the invitation token in the authorization header, if there is one',
    open: true,
    answer: Type.Object({ page: RegistrationPage, form: ServedForm }),
  },
  'GET /open/:flow/:step': {
    summary: 'All data of a step’s page; 304 if its ETag equals `if-none-match`',
    content: 'written',
    answer: BootstrapRecords,
  },
});

/** Files that each page needs. Written by src/app/pagesPlugin.ts. */
export interface PageFiles {
  /** Chunks for `modulepreload`, by URL path. */
  pages: Record<string, string[]>;
  /** Inline script that makes the bootstrap call. */
  first: string;
  words: Record<string, string[]>;
  font: string;
}
