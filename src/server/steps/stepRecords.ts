import { toBody } from '../../model/body';
import { maskAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import { mapSections } from './mapSections';
import type { OpenStep } from './openStep';

/** A step as it leaves the server: the members of its request body, masked, and beside them version and documents. */
export function stepRecords(deps: Deps, open: OpenStep): Record<string, unknown> {
  const asked = open.step.sections.map(({ section }) => [section, open.answers[section] ?? {}]);
  const masked = mapSections(Object.fromEntries(asked), (answers, section) =>
    maskAnswers(deps.forms.catalogue.section(section).schema, answers),
  );
  const { version, complete, documents } = open;
  return { ...toBody(open.step, masked), version, complete, documents };
}

/** What the server says of each question of a step beside its answers, in order; hidden ones are not told of (spec 001 §3). */
export function questionGroups(open: OpenStep): Record<string, unknown>[] {
  const nodes = Object.assign({}, ...open.step.sections.map(({ section }) => open.schemaOf(section).properties));
  const order = (open.step.order ?? Object.keys(nodes)).filter((name) => nodes[name]);
  return order.map((name, n) => ({
    name,
    Question: nodes[name].title,
    display: true,
    required: (nodes[name].required ?? []).includes('response'),
    labelIndex: n + 1,
    ProfileTabFieldID: n + 1,
  }));
}
