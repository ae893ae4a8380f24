import type { FoundDraft } from '../../api/drafts';
import type { SourcePlace } from '../../contract/income';
import type { StepRecords } from '../../contract/steps';
import { newRow, startingAnswers } from '../../engine/createFormActions';
import { rjsfChecker } from '../../engine/rjsfChecker';
import { entriesOptions } from '../../engine/uiOptions';
import { fromBody, revisionOfSaved, type SchemaOf, type StepAnswers } from '../../model/body';
import type { KnownChecks } from '../../model/checks/findings';
import type { StoredDocument } from '../../model/formContext';
import { branch, recordsIn } from '../../model/paths';
import type { Answers, Checker, Context, ServedForm, ServedSection, Step } from '../../model/types';
import { type LoadedSection, type Panel, panelsBehind, panelsOf } from './panels';
import { checkerOf } from './useCheckers';

/** A step as it was when the page opened. */
export interface LoadedStep {
  step: Step;
  panels: Panel[];
  sections: LoadedSection[];
  context: Context;
  version: number;
  documents: StoredDocument[];
  /** What the server has to say about the applicant's answers. */
  warnings: string[];
  /** Whether the licence and the applicant are compared before this step is saved. */
  asksLicence: boolean;
  /** What the checks say of the documents; undefined for a step whose documents are not read. */
  checks?: KnownChecks;
  /** What the server says of each contextual question; none where the step has no such. */
  groups: Record<string, unknown>[];
  /** How many panels lie behind the applicant. */
  behind: number;
}

/** Puts form, stored answers and drafts together; a draft stands before what was saved. The step is the one served with the form: the flow may be younger than this page. */
export function loadedStep(
  built: Step,
  form: ServedForm,
  records: StepRecords,
  found: Record<string, FoundDraft>,
  checkers: Record<string, Checker>,
): LoadedStep {
  const step = form.step ?? built;
  const stored = storedAnswers(step, form.sections, records);
  const sections = form.sections.map((served) => {
    const { draft, kept } = found[served.name] ?? {};
    const known = startingAnswers(served.schema, served.ui, draft?.answers ?? stored[served.name] ?? {});
    const initial = withSources(served, known, records.sources ?? []);
    return {
      name: served.name,
      part: step.sections.find(({ section }) => section === served.name)?.part,
      served,
      checker: rjsfChecker(served, checkerOf(checkers, served.name)),
      initial,
      isBegun: records.version > 0 || draft !== undefined || initial !== known,
      revision: draft ? draft.revision : revisionOfSaved(records.version),
      kept,
    };
  });
  const panels = panelsOf(step, byName(sections));
  const { version, documents = [], validation_message = [] } = records;
  return {
    step,
    panels,
    sections: panels.flatMap((panel) => panel.sections),
    context: form.context,
    version,
    documents,
    warnings: validation_message.filter(({ isDeleted }) => !isDeleted).map(({ message }) => message),
    asksLicence: 'licence_match' in records,
    checks: knownChecks(records),
    groups: recordsIn(records.groups),
    behind: panelsBehind(panels, form.context),
  };
}

/** What a step's records say of its documents; undefined for a step whose documents are not read. */
export function knownChecks({ validation_messages, checks }: StepRecords): KnownChecks | undefined {
  return validation_messages && { ...checks, validation_messages };
}

/** A step's answers by section, out of the records of its GET call. */
export function storedAnswers(step: Step, sections: readonly ServedSection[], records: unknown): StepAnswers {
  return fromBody(step, records, schemaOf(sections)).answers;
}

/** The schema of a served section by its name; an empty one for a section that is not served. */
function schemaOf(sections: readonly ServedSection[]): SchemaOf {
  return (name) => sections.find((section) => section.name === name)?.schema ?? {};
}

/** A loaded section as it was served, by its name. */
export function servedIn(sections: readonly LoadedSection[]) {
  return (name: string): ServedSection | undefined => sections.find((section) => section.name === name)?.served;
}

function byName(sections: LoadedSection[]): Map<string, LoadedSection> {
  return new Map(sections.map((section) => [section.name, section]));
}

/**
 * A section's answers with an empty row for each of its sources that no row tells of: the server made it, and the page was gone before it
 * was written down. It would hold one of the three places (spec 002 §4) where nobody sees it.
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
  const rowAt = (index: number) => newRow(schema.properties?.[list] ?? {}, branch(ui, list), index);
  const added = lost.map(({ source_id }, n) => ({ ...rowAt(rows.length + n), id: source_id }));
  return { ...answers, [answer]: 'Yes', [list]: [...rows, ...added] };
}
