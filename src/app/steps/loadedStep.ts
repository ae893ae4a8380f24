import { type FoundDraft, stampOfSaved } from '../../api/drafts';
import type { StepRecords } from '../../api/stepRecords';
import { startingAnswers } from '../../engine/startingAnswers';
import { fromBody, type SchemaOf, type StepAnswers } from '../../model/body';
import type { ValidationMessages } from '../../model/checks/findings';
import type { StoredDocument } from '../../model/formContext';
import { recordsIn } from '../../model/paths';
import type { Checker, Context, ServedForm, ServedSection, Step } from '../../model/types';
import { type LoadedSection, type Panel, panelsBehind, panelsOf } from './panels';
import { withSources } from './withSources';

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
  checks?: ValidationMessages;
  /** What the server says of each contextual question; none where the step has no such. */
  groups: Record<string, unknown>[];
  /** How many panels lie behind the applicant. */
  behind: number;
}

/** Puts form, stored answers and drafts together; a draft stands before what was saved. */
export function loadedStep(
  step: Step,
  form: ServedForm,
  records: StepRecords,
  found: Record<string, FoundDraft>,
  checkers: Record<string, Checker>,
): LoadedStep {
  const stored = storedAnswers(step, form.sections, records);
  const sections = form.sections.map((served) => {
    const { draft, kept } = found[served.name] ?? {};
    const known = startingAnswers(served.schema, served.ui, draft?.answers ?? stored[served.name] ?? {});
    const initial = withSources(served, known, records.sources ?? []);
    return {
      name: served.name,
      part: step.sections.find(({ section }) => section === served.name)?.part,
      served,
      checker: checkers[served.name] as Checker,
      initial,
      isBegun: records.version > 0 || draft !== undefined || initial !== known,
      stamp: draft ? draft.stamp : stampOfSaved(records.version),
      kept,
    };
  });
  const panels = panelsOf(step, byName(sections));
  const { version, documents = [], validation_message = [], validation_messages: checks } = records;
  return {
    step,
    panels,
    sections: panels.flatMap((panel) => panel.sections),
    context: form.context,
    version,
    documents,
    warnings: validation_message.filter(({ isDeleted }) => !isDeleted).map(({ message }) => message),
    asksLicence: 'licence_match' in records,
    checks,
    groups: recordsIn(records.groups),
    behind: panelsBehind(panels, form.context),
  };
}

/** A step's answers by section, out of the records of its GET call. */
export function storedAnswers(step: Step, sections: readonly ServedSection[], records: unknown): StepAnswers {
  return fromBody(step, records, schemaOf(sections)).answers;
}

/** The schema of a served section by its name; an empty one for a section that is not served. */
export function schemaOf(sections: readonly ServedSection[]): SchemaOf {
  return (name) => sections.find((section) => section.name === name)?.schema ?? {};
}

/** A loaded section as it was served, by its name. */
export function servedIn(sections: readonly LoadedSection[]) {
  return (name: string): ServedSection | undefined => sections.find((section) => section.name === name)?.served;
}

function byName(sections: LoadedSection[]): Map<string, LoadedSection> {
  return new Map(sections.map((section) => [section.name, section]));
}
