import { Type } from 'typebox';
import type { Step } from '../model/types';
import { ApplicationDetail, SectionStatus, SubscriberSettings, Terms } from './application';
import { described, describeResource, Members, nullable } from './call';
import { Draft } from './drafts';
import { RegistrationPage } from './entry';
import { FormContext, ServedForm, ServedSection } from './forms';
import { Fees } from './payment';
import { ApplicationSummary } from './success';

/** Each part as its own call answers it; by section the drafts, by step the forms and the answers. */
const Opening = Type.Object({
  detail: ApplicationDetail,
  status: SectionStatus,
  settings: SubscriberSettings,
  drafts: Type.Record(Type.String(), nullable(Draft)),
  steps: Type.Record(Type.String(), Members),
  terms: Type.Optional(Terms),
  fees: Type.Optional(Fees),
  summary: Type.Optional(ApplicationSummary),
  context: Type.Optional(FormContext),
  flow: Type.Optional(Type.Record(Type.String(), described<Step>())),
  forms: Type.Optional(Type.Record(Type.String(), Type.Array(ServedSection))),
});

/** Opening a page with one call. */
export const opening = describeResource('Opening', {
  'GET /open/registration': {
    summary:
      'Everything that the page of an invitation shows, once the token in the authorization header is found to be good',
    open: true,
    answer: Type.Object({ page: RegistrationPage, form: ServedForm }),
  },
  'GET /open/:flow/:step': {
    summary: 'Everything that a page of a step asks for, in one answer; 304 where it is what `if-none-match` names',
    content: 'written',
    answer: Opening,
  },
});

/** What the build says that each page needs: src/app/pagesPlugin.ts writes it, src/server/http/appFiles.ts puts it into the HTML of an address. */
export interface PageFiles {
  /** Chunks for `modulepreload`, by the address as PAGES has it. */
  pages: Record<string, string[]>;
  /** The text of the script that makes the call which opens a page; it stands in the HTML. */
  first: string;
  /** The words of each language but the first. */
  words: Record<string, string[]>;
  /** The font that every page is drawn with. */
  font: string;
}
