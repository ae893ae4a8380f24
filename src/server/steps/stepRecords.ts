import states from '../../../schemas/definitions/us-state.json';
import type { StepRecords } from '../../contract/steps';
import { mapSections, toBody } from '../../model/body';
import { isRecord } from '../../model/paths';
import type { SchemaNode } from '../../model/types';
import { maskAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import type { OpenStep } from './openStep';

/** A step as it leaves the server: the members of its request body, masked, with version and documents. */
export function stepRecords(deps: Deps, open: OpenStep): StepRecords {
  const { version, complete, documents } = open;
  return { ...maskedBody(deps, open), version, complete, documents };
}

/**
 * The questions of a step in order, each with what the server says of it and what `records` has as its answer: `response`, its entries
 * or its explanation (spec 001 §3, contextual question group); hidden ones are left out.
 */
export function questionGroups(open: OpenStep, { questions }: StepRecords): Record<string, unknown>[] {
  const nodes: Record<string, SchemaNode> = Object.assign(
    {},
    ...open.step.sections.map(({ section }) => open.schemaOf(section).properties),
  );
  const answered = Array.isArray(questions) ? questions.filter(isRecord) : [];
  const order = (open.step.order ?? Object.keys(nodes)).filter((name) => nodes[name]);
  return order.map((name, n) => ({
    Question: nodes[name]?.title,
    display: true,
    required: (nodes[name]?.required ?? []).includes('response'),
    labelIndex: n + 1,
    ProfileTabFieldID: n + 1,
    ...unanswered(nodes[name]),
    ...answered.find((one) => one.name === name),
    name,
  }));
}

/** Every member of a question, an empty list where entries belong. */
function unanswered(node: SchemaNode = {}): Record<string, unknown> {
  const members = Object.entries(node.properties ?? {});
  return Object.fromEntries(members.map(([name, { type }]) => [name, type === 'array' ? [] : null]));
}

function maskedBody(deps: Deps, open: OpenStep): Record<string, unknown> {
  const asked = open.step.sections.map(({ section }) => [section, open.answers[section] ?? {}]);
  const masked = mapSections(Object.fromEntries(asked), (answers, section) =>
    maskAnswers(deps.forms.catalogue.section(section).schema, answers),
  );
  const sectionOf = (section: string) => deps.forms.plainOf(section, open.overlay);
  return toBody(open.step, masked, { sectionOf, documents: open.documents });
}

/** The states as the specification lists them (spec 001 §3): `{ ID: 1, StateShortCode: 'AL', StateName: 'Alabama' }`. */
export const usStates = states.oneOf.map(({ const: code, title }, n) => ({
  ID: n + 1,
  StateShortCode: code,
  StateName: title.slice(title.indexOf('-') + 2),
}));
