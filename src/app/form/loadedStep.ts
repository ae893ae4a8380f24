import type { FoundDraft } from '../../api/drafts';
import type { SourcePlace } from '../../contract/income';
import type { StepRecords } from '../../contract/steps';
import { rjsfChecker } from '../../engine/rjsfChecker';
import { newRow, startingAnswers } from '../../engine/startingAnswers';
import { entriesOptions } from '../../engine/uiOptions';
import { findUi, recordsIn } from '../../model/answers/paths';
import { fromBody, revisionOfSaved, type SchemaOf, type StepAnswers } from '../../model/answers/stepBody';
import { withStoredFiles } from '../../model/answers/storedFiles';
import type { StoredDocument } from '../../model/formContext';
import type { KnownChecks } from '../../model/income/checks/documentChecks';
import type { Answers, Checker, Context, ServedForm, ServedSection, Step } from '../../model/types';
import { acceptKnown } from '../../model/validation/acceptKnown';
import { createPanels, type LoadedSection, type Panel, panelsBehind } from './panels';
import { checkerOf } from './useCheckers';

export interface LoadedStep {
  step: Step;
  panels: Panel[];
  sections: LoadedSection[];
  context: Context;
  version: number;
  documents: StoredDocument[];
  warnings: string[];
  asksLicense: boolean;
  checks?: KnownChecks;
  groups: Record<string, unknown>[];
  /** Number of completed panels before the first incomplete one. */
  behind: number;
}

/** Combines a form with its saved answers and drafts. The served step takes precedence over the built one. */
export function loadedStep(
  built: Step,
  form: ServedForm,
  records: StepRecords,
  found: Record<string, FoundDraft>,
  checkers: Record<string, Checker>,
  purpose: StepPurpose,
): LoadedStep {
  const step = form.step ?? built;
  const stored = storedAnswers(step, form.sections, records);
  const sections = form.sections.map((served) => {
    const { draft, kept } = found[served.name] ?? {};
    const { part, keeps = [] } = step.sections.find(({ section }) => section === served.name) ?? {};
    const known = startingAnswers(served.schema, served.ui, draft?.answers ?? stored[served.name] ?? {});
    const initial = purpose !== 'review' ? withStored(served, known, records) : known;
    return {
      name: served.name,
      part,
      served,
      checker: acceptKnown(rjsfChecker(served, checkerOf(checkers, served.name)), keeps, stored[served.name] ?? {}),
      initial,
      isBegun: records.version > 0 || draft !== undefined || initial !== known,
      revision: draft ? draft.revision : revisionOfSaved(records.version),
      kept,
    };
  });
  const panels = createPanels(step, byName(sections));
  const { version, documents = [], validation_message = [] } = records;
  return {
    step,
    panels,
    sections: panels.flatMap((panel) => panel.sections),
    context: form.context,
    version,
    documents,
    warnings: validation_message.filter(({ isDeleted }) => !isDeleted).map(({ message }) => message),
    asksLicense: 'licence_match' in records,
    checks: knownChecks(records),
    groups: recordsIn(records.groups),
    behind: panelsBehind(panels, form.context),
  };
}

/** Only 'fill' loads drafts. */
export type StepPurpose = 'fill' | 'dialog' | 'review';

/** Returns undefined if the step doesn't check documents. */
export function knownChecks({ validation_messages, checks }: StepRecords): KnownChecks | undefined {
  return validation_messages && { ...checks, validation_messages };
}

export function storedAnswers(step: Step, sections: readonly ServedSection[], records: unknown): StepAnswers {
  return fromBody(step, records, findSchema(sections)).answers;
}

function findSchema(sections: readonly ServedSection[]): SchemaOf {
  return (name) => sections.find((section) => section.name === name)?.schema ?? {};
}

export function servedIn(sections: readonly LoadedSection[]) {
  return (name: string): ServedSection | undefined => sections.find((section) => section.name === name)?.served;
}

function byName(sections: LoadedSection[]): Map<string, LoadedSection> {
  return new Map(sections.map((section) => [section.name, section]));
}

/** Adds stored files and sources that no answer mentions. The page may have closed before the answer was saved. */
function withStored(served: ServedSection, answers: Answers, { sources = [], documents = [] }: StepRecords): Answers {
  return withStoredFiles(served, withSources(served, answers, sources), documents);
}

/**
 * Adds a row for each source without a row, because hidden sources would count toward the limit of three
 * (docs/spec/002-income.md).
 */
export function withSources(
  { schema, ui }: ServedSection,
  answers: Answers,
  sources: readonly Pick<SourcePlace, 'document_id' | 'source_id'>[],
): Answers {
  const { source, list = '', answer = '' } = entriesOptions(ui) ?? {};
  const rows = recordsIn(answers[list]);
  const lost = sources.filter(
    ({ document_id, source_id }) => document_id === source && !rows.some(({ id }) => id === source_id),
  );
  if (!lost.length) return answers;
  const rowAt = (index: number) => newRow(schema.properties?.[list] ?? {}, findUi(ui, list), index);
  const added = lost.map(({ source_id }, n) => ({ ...rowAt(rows.length + n), id: source_id }));
  return { ...answers, [answer]: 'Yes', [list]: [...rows, ...added] };
}
