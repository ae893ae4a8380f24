import { keysOf, ownMember } from '../answers/paths';
import type { Flow, FlowFeature, Step, StepCalls, StepRole } from '../types';
import type { SchemaIssue } from './catalogError';
import { suggest } from './checkSchema';

export const applicantFlows = ['application', 'success'] as const;

type Members = readonly string[];

/** Steps that each feature needs, by role, with the request members that their sections fill. */
const featureRoles: Record<FlowFeature, Partial<Record<StepRole, Members>>> = {
  license: { identity: ['applicant', 'identification_data'], licenceMatch: [] },
  income: { income: ['employment_details', 'other_income_details', 'banking_details'] },
  payment: { payment: ['consent', 'payment', 'signature'] },
  home: { desiredAddress: ['.'], desiredUnit: ['.'] },
  questionnaire: { supplemental: [] },
  documents: { documents: [] },
  household: {},
};

const householdForms = ['household-person', 'household-replacement', 'household-invitation'];

const ownSteps: Record<string, readonly string[]> = {
  entry: ['login', 'forgot-password', 'reset-password', 'change-password'],
  office: [
    'login',
    'code',
    'filters',
    'documents',
    'basis',
    'conditions',
    'reasons',
    'withdrawal',
    'note',
    'reveal',
    'invite',
  ],
};

/** Returns the ids and roles of the required steps. */
export function neededIn(name: string, { features = [] }: Flow): { steps: readonly string[]; roles: StepRole[] } {
  const forms = name === 'entry' && features.includes('household') ? householdForms : [];
  const roles = features.flatMap((feature) => keysOf(featureRoles[feature]));
  return {
    steps: [...(ownSteps[name] ?? []), ...forms],
    roles: name === 'entry' ? ['registration', ...roles] : roles,
  };
}

/** Returns the request members that a role's sections must fill. */
export function neededMembers(role: StepRole): Members {
  const all: Partial<Record<StepRole, Members>> = Object.assign(
    { submission: ['signature'] },
    ...Object.values(featureRoles),
  );
  return all[role] ?? [];
}

/** True if the step submits the application. */
export const isSubmission = ({ role }: Pick<Step, 'role'>): boolean => role === 'payment' || role === 'submission';

/** Returns the step that submits the application. Throws if there's none. */
export function submissionStep(flow: Flow): Step {
  const step = flow.steps.find(isSubmission);
  if (!step) throw new Error('No step of the flow submits the application');
  return step;
}

/**
 * Returns the section that fills a member of a step's requests, or `''`: `(identification, 'applicant')` →
 * `'personal-details'`.
 */
export function sectionFor(step: Pick<Step, 'sections'> | undefined, member: string): string {
  return step?.sections.find(({ body }) => body === member)?.section ?? '';
}

type SectionStatus = Readonly<Record<string, boolean>>;

/** Returns the first incomplete step (docs/spec/000.md, §2). */
export function nextStep(flow: Flow, status: SectionStatus): Step | undefined {
  return flow.steps.find((step) => step.status && !ownMember(status, step.status));
}

export function isStepOpen(flow: Flow, id: string, status: SectionStatus): boolean {
  const before = flow.steps.slice(
    0,
    flow.steps.findIndex((step) => step.id === id),
  );
  return before.every((step) => !step.status || ownMember(status, step.status));
}

/** Returns a step by id. Throws if there's none. */
export function findStep(flow: Flow, id: string): Step {
  const step = flow.steps.find((item) => item.id === id);
  if (!step) throw new Error(`The flow has no step '${id}'`);
  return step;
}

export function stepInRole(flow: Flow, role: StepRole): Step | undefined {
  return flow.steps.find((item) => item.role === role);
}

/** Returns the step with a role. Throws if there's none. */
export function requiredStep(flow: Flow, role: StepRole): Step {
  const step = stepInRole(flow, role);
  if (!step) throw new Error(`No step of the flow has the role '${role}'`);
  return step;
}

/** Returns a step's calls, `/steps/{id}` by default. Undefined if it has none. */
export function getCalls({ id, calls }: Pick<Step, 'id' | 'calls'>): StepCalls | undefined {
  if (calls === false) return undefined;
  return calls ?? { read: `/steps/${id}`, save: `/steps/${id}` };
}

/** Returns the same name for the same validators in any order: `['/api/forms/validators/1f….js']` → `'1f…'`. */
export function nameRules(validators: readonly string[]): string {
  const names = validators.map((address) => address.replace(/^.*\/|\.js$/g, '').slice(0, 12));
  return names.sort().join('.');
}

export function checkFlow(name: string, flow: Flow, sections: ReadonlyMap<string, unknown>): SchemaIssue[] {
  const report = (code: string, path: string, fix: string): SchemaIssue => ({
    code,
    file: `${name}.json`,
    path,
    fix,
  });
  const unknown = flow.steps.flatMap((step, i) =>
    step.sections.flatMap(({ section }, j) =>
      sections.has(section)
        ? []
        : [report('unknown-section', `/steps/${i}/sections/${j}`, suggest(section, [...sections.keys()]))],
    ),
  );
  const dangling = flow.steps.flatMap((step, i) =>
    step.sections.flatMap(({ keeps = [], from = {} }, j) =>
      keeps
        .filter((kept) => !(kept in from))
        .map((kept) => report('dangling-path', `/steps/${i}/sections/${j}/keeps`, suggest(kept, Object.keys(from)))),
    ),
  );
  const ids = repeated(flow.steps.map((step) => step.id));
  const roles = repeated(flow.steps.flatMap((step) => step.role ?? []));
  return [
    ...unknown,
    ...dangling,
    ...ids.map((id) => report('duplicate-step', '/steps', `Two steps are called '${id}'. Rename one.`)),
    ...roles.map((role) =>
      report('duplicate-step', '/steps', `Two steps have the role '${role}'. Remove it from one.`),
    ),
  ];
}

function repeated(names: string[]): string[] {
  return names.filter((name, i) => names.indexOf(name) !== i);
}
