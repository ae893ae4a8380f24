import states from '../../../../schemas/definitions/us-state.json';
import type { StepRecords } from '../../../contract/steps';
import { isRecord } from '../../../model/answers/paths';
import { mapSections, type StepAnswers, toBody } from '../../../model/answers/stepBody';
import { withoutRemoved } from '../../../model/section/prune';
import type { SchemaNode } from '../../../model/types';
import type { ApplicationDeps } from '../applicationDeps';
import { maskAnswers } from '../sealedAnswers';
import type { OpenStep } from './openStep';

/** Returns a step for the client, with masked answers. */
export function stepRecords(deps: Pick<ApplicationDeps, 'forms'>, open: OpenStep): StepRecords {
  const { version, complete, documents } = open;
  return { ...maskedBody(deps, open), version, complete, documents };
}

/**
 * Returns a step's questions in order, with answers. Hidden questions have `display: false` and no text
 * (docs/spec/001.md).
 */
export function questionGroups(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  open: OpenStep,
  { questions }: StepRecords,
): Record<string, unknown>[] {
  const all = listQuestions(open, (section) => forms.catalog.section(section).schema);
  const visible = listQuestions(open, open.schemaOf);
  const answered = Array.isArray(questions) ? questions.filter(isRecord) : [];
  const order = (open.step.order ?? Object.keys(all)).filter((name) => Object.hasOwn(all, name));
  const shown = order.filter((name) => Object.hasOwn(visible, name));
  return order.map((name, n) => ({
    Question: visible[name]?.title ?? '',
    display: shown.includes(name),
    required: (visible[name]?.required ?? []).includes('response'),
    labelIndex: shown.indexOf(name) + 1,
    ProfileTabFieldID: n + 1,
    ...emptyAnswer(visible[name] ?? all[name]),
    ...answered.find((one) => one.name === name),
    name,
  }));
}

function listQuestions({ step }: OpenStep, schemaOf: (section: string) => SchemaNode): Record<string, SchemaNode> {
  return Object.assign({}, ...step.sections.map(({ section }) => schemaOf(section).properties));
}

function emptyAnswer(node: SchemaNode = {}): Record<string, unknown> {
  const members = Object.entries(node.properties ?? {});
  return Object.fromEntries(members.map(([name, { type }]) => [name, type === 'array' ? [] : null]));
}

function maskedBody(deps: Pick<ApplicationDeps, 'forms'>, open: OpenStep): Record<string, unknown> {
  const masked = mapSections(visibleAnswers(deps, open), (answers, section) =>
    maskAnswers(deps.forms.catalog.section(section).schema, answers),
  );
  const findSection = (section: string) => deps.forms.getPlainSection(section, open.settings);
  return toBody(open.step, masked, { sectionOf: findSection, documents: open.documents });
}

export function visibleAnswers(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  { step, answers, settings }: OpenStep,
): StepAnswers {
  return Object.fromEntries(
    step.sections.map(({ section }) => [
      section,
      withoutRemoved(forms.getPlainSection(section, settings), answers[section] ?? {}),
    ]),
  );
}

/** `{ ID: 1, StateShortCode: 'AL', StateName: 'Alabama' }` (docs/spec/002-payment.md). */
export const usStates = states.oneOf.map(({ const: code, title }, n) => ({
  ID: n + 1,
  StateShortCode: code,
  StateName: title.slice(title.indexOf('-') + 2),
}));
