import type pg from 'pg';
import { isRecord } from '../../model/paths';
import { translate } from '../../model/translate';
import type { SchemaNode, UiNode } from '../../model/types';
import { wordsUnder } from '../../model/wording';
import type { Deps } from '../deps';
import type { ApplicationRow } from '../entry/applicationStore';
import type { OpenStep } from '../steps/openStep';
import { canonical, sha256 } from './auditStore';

/** One section as it was asked. */
export interface ShownSection {
  step: string;
  stepTitle: string;
  section: string;
  title: string;
  /** In which the words stand; none in those kept before it was noted. */
  language?: string;
  schema: SchemaNode;
  ui: UiNode;
}

/** Digests of what the applicant had before them when they signed. */
export interface Shown {
  questions: string;
  terms: string;
}

/** The terms of an application as they are served and recorded: ours and the subscriber's. */
export interface Terms {
  text: string;
  subscriber_text: string;
}

/** The terms with their fingerprint: who agrees to them sends it back, so that no others are recorded. */
export function servedTerms({ instructions, terms }: Pick<ApplicationRow, 'instructions' | 'terms'>) {
  const content: Terms = { text: instructions, subscriber_text: terms };
  return { ...content, digest: sha256(canonical(agreedOf(content))) };
}

/** What the applicant agrees to: the terms, not the instructions that are served with them, which are all where there are no terms. */
function agreedOf({ text, subscriber_text }: Terms): Terms {
  return { text: subscriber_text ? '' : text, subscriber_text };
}

/** Keeps the questions of all signed steps in a language, as they are shown now, and the terms that were agreed to, each content once. */
export async function keepShown(
  deps: Deps,
  open: OpenStep,
  { language, terms }: { language: string; terms: Terms },
): Promise<Shown> {
  return {
    questions: await keep(deps.db, shownSections(deps, open, language)),
    terms: await keep(deps.db, agreedOf(terms)),
  };
}

/** What was kept under a digest; undefined when it is gone or is something else now. */
export async function readShown(db: pg.Pool, digest: string): Promise<unknown> {
  const { rows } = await db.query<{ content: string }>('select content from shown where digest = $1', [digest]);
  const content = rows[0]?.content;
  return content !== undefined && sha256(content) === digest ? JSON.parse(content) : undefined;
}

/** The questions under a digest; undefined when they are not what they were. */
export async function readQuestions(db: pg.Pool, digest: string): Promise<ShownSection[] | undefined> {
  const sections = await readShown(db, digest);
  return Array.isArray(sections) && sections.every(isShown) ? sections : undefined;
}

/** The digest proves the rest of its shape. */
const isShown = (one: unknown): one is ShownSection => isRecord(one) && 'section' in one;

function shownSections({ forms }: Deps, { overlay, context, flow }: OpenStep, language: string): ShownSection[] {
  const words = wordsUnder(forms.languages[language], overlay, language);
  const say = (text: string) => words[text] ?? text;
  const signed = forms.catalogue.flow(flow).steps.filter((step) => step.signed);
  return signed.flatMap((step) =>
    forms.sectionsOf(step, context).map(({ section, title, part, viewTitle }) => {
      const { schema, ui } = translate(forms.plainOf(section, overlay), words);
      const titles = { stepTitle: say(step.title), title: say(part ?? viewTitle ?? title) };
      return { step: step.id, section, ...titles, language, schema, ui };
    }),
  );
}

async function keep(db: pg.Pool, content: unknown): Promise<string> {
  const text = canonical(content);
  const digest = sha256(text);
  await db.query('insert into shown (digest, content) values ($1, $2) on conflict do nothing', [digest, text]);
  return digest;
}
