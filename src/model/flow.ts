import type { Problem } from './catalogueError';
import { suggest } from './checkSchema';
import type { Flow, Step, StepCalls, StepRole } from './types';

/** Which steps are done, by the flow's `status` names (spec 000 §3, application status). */
type SectionStatus = Readonly<Record<string, boolean>>;

/** The first step that is not done, or undefined when all are (spec 000 §2, step navigation rules). */
export function nextStep(flow: Flow, status: SectionStatus): Step | undefined {
  return flow.steps.find((step) => step.status && !status[step.status]);
}

/** True when every step before this one is done. */
export function isStepOpen(flow: Flow, id: string, status: SectionStatus): boolean {
  const before = flow.steps.slice(
    0,
    flow.steps.findIndex((step) => step.id === id),
  );
  return before.every((step) => !step.status || status[step.status]);
}

/** The step with that id. @throws Error when the flow has none */
export function stepOf(flow: Flow, id: string): Step {
  const step = flow.steps.find((item) => item.id === id);
  if (!step) throw new Error(`The flow has no step '${id}'`);
  return step;
}

/** The step that plays a part in the application: `(flow, 'income')`. @throws Error when the flow has none */
export function stepInRole(flow: Flow, role: StepRole): Step {
  const step = flow.steps.find((item) => item.role === role);
  if (!step) throw new Error(`No step of the flow has the role '${role}'`);
  return step;
}

/**
 * The calls that read and save a step, the usual ones where the flow names none: `{ id: 'pets' }` → `/steps/pets` for both; undefined
 * for a step that is not read or saved by itself.
 */
export function callsOf({ id, calls }: Pick<Step, 'id' | 'calls'>): StepCalls | undefined {
  if (calls === false) return undefined;
  return calls ?? { read: `/steps/${id}`, save: `/steps/${id}` };
}

/** A name for the rules of a form, by the addresses of their modules; the order they stand in is no rule: `['/api/forms/validators/1f….js']` → `'1f…'`. */
export function nameRules(validators: readonly string[]): string {
  const names = validators.map((address) => address.replace(/^.*\/|\.js$/g, '').slice(0, 12));
  return names.sort().join('.');
}

/** What is wrong with a flow file: sections that have no files, step ids or roles that stand twice. */
export function checkFlow(name: string, flow: Flow, sections: ReadonlyMap<string, unknown>): Problem[] {
  const report = (code: string, path: string, mend: string): Problem => ({ code, file: `${name}.json`, path, mend });
  const unknown = flow.steps.flatMap((step, i) =>
    step.sections.flatMap(({ section }, j) =>
      sections.has(section)
        ? []
        : [report('unknown-section', `/steps/${i}/sections/${j}`, suggest(section, [...sections.keys()]))],
    ),
  );
  const ids = repeated(flow.steps.map((step) => step.id));
  const roles = repeated(flow.steps.flatMap((step) => step.role ?? []));
  return [
    ...unknown,
    ...ids.map((id) => report('duplicate-step', '/steps', `Two steps are called '${id}'; rename one.`)),
    ...roles.map((role) => report('duplicate-step', '/steps', `Two steps have the role '${role}'; take it from one.`)),
  ];
}

function repeated(names: string[]): string[] {
  return names.filter((name, i) => names.indexOf(name) !== i);
}
