import type pg from 'pg';
import { isRecord, keysOf } from '../../../model/answers/paths';
import { translate } from '../../../model/messages/translate';
import { mergeTranslations } from '../../../model/messages/wording';
import type { SchemaNode, UiNode } from '../../../model/types';
import type { ApplicationDeps } from '../applicationDeps';
import type { ApplicationRow, TermsDigests } from '../applicationRepository';
import type { OpenStep } from '../steps/openStep';
import { canonical, sha256 } from './auditRepository';
import type { RecordBody } from './recordRepository';
import { readSnapshot, saveSnapshotContent } from './snapshotRepository';

export interface SectionSnapshot {
  step: string;
  stepTitle: string;
  section: string;
  title: string;
  /** Undefined in old snapshots. */
  language?: string;
  schema: SchemaNode;
  ui: UiNode;
}

export interface SnapshotDigests {
  questions: string;
  terms: string;
}

export interface Terms {
  text: string;
  subscriber_text: string;
}

/** `changed` lists the parts that changed since the applicant agreed to them. Undefined if unknown. */
export function describeTerms(row: Pick<ApplicationRow, 'instructions' | 'terms' | 'agreed_terms'>) {
  const content: Terms = { text: row.instructions, subscriber_text: row.terms };
  const [now, agreed] = [digestTerms(row), row.agreed_terms];
  const changed = agreed ? keysOf(now).filter((part) => now[part] !== agreed[part]) : undefined;
  return { ...content, digest: sha256(canonical(content)), changed };
}

export function digestTerms({ instructions, terms }: Pick<ApplicationRow, 'instructions' | 'terms'>): TermsDigests {
  return { text: sha256(instructions), subscriber_text: sha256(terms) };
}

export async function saveSnapshot(
  deps: Pick<ApplicationDeps, 'db' | 'forms'>,
  open: OpenStep,
  { language, terms }: { language: string; terms: Terms },
): Promise<SnapshotDigests> {
  return {
    questions: await saveSnapshotContent(deps.db, snapshotSections(deps, open, language)),
    terms: await saveSnapshotContent(deps.db, { text: terms.text, subscriber_text: terms.subscriber_text }),
  };
}

/** Returns the questions that were shown. Undefined if the stored content is missing or changed. */
export async function readQuestions(db: pg.Pool, digest: string): Promise<SectionSnapshot[] | undefined> {
  const sections = await readSnapshot(db, digest);
  return Array.isArray(sections) && sections.every(isSnapshot) ? sections : undefined;
}

export interface ConfirmedNotice {
  title: string;
  paragraphs: string[];
  points: string[];
  criteria: string[];
  /** ISO time. */
  at: string;
  digest: string;
}

/** Returns confirmed notices in the wording that was shown. Leaves out missing and changed notices. */
export async function readConfirmedNotices(
  db: pg.Pool,
  notices: RecordBody['notices'] = [],
): Promise<ConfirmedNotice[]> {
  const found: ConfirmedNotice[] = [];
  for (const { digest, at } of notices) {
    const content = await readSnapshot(db, digest);
    // The digest matched, so the structure is as stored.
    if (isRecord(content)) found.push({ ...(content as Omit<ConfirmedNotice, 'at' | 'digest'>), at, digest });
  }
  return found;
}

/** Checks one member, because the digest covers the rest. */
const isSnapshot = (one: unknown): one is SectionSnapshot => isRecord(one) && 'section' in one;

/** Returns the sections of the signed steps, as the applicant sees them. */
export function snapshotSections(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  { settings, context, flow }: OpenStep,
  language: string,
): SectionSnapshot[] {
  const texts = mergeTranslations(forms.languages[language], settings, language);
  const translated = (text: string) => texts[text] ?? text;
  const signed = forms.catalog.flow(flow).steps.filter((step) => step.signed);
  return signed.flatMap((step) =>
    forms.listSections(step, context).map(({ section, title, part, viewTitle }) => {
      const { schema, ui } = translate(forms.getPlainSection(section, settings), texts);
      const titles = { stepTitle: translated(step.title), title: translated(part ?? viewTitle ?? title) };
      return { step: step.id, section, ...titles, language, schema, ui };
    }),
  );
}
