import { ownMember } from '../answers/paths';
import type { Flow, Step, StepCalls, StepRole } from '../types';
import type { SchemaIssue } from './catalogError';
import { suggest } from './checkSchema';

export const applicantFlows = ['application', 'success'] as const;

/** Steps that the program needs, with their sections and body members. */
export const needs: Record<
  string,
  { steps: readonly string[]; roles: Partial<Record<StepRole, Record<string, string>>> }
> = {
  entry: {
    steps: [
      'login',
      'forgot-password',
      'reset-password',
      'change-password',
      'household-person',
      'household-replacement',
      'household-invitation',
    ],
    roles: { registration: { 'registration-login': '.' } },
  },
  office: {
    steps: [
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
    roles: {},
  },
  application: {
    steps: [],
    roles: {
      identity: { 'personal-details': 'applicant', 'proof-of-identity': 'identification_data' },
      licenceMatch: {},
      income: {
        employers: 'employment_details',
        'other-income': 'other_income_details',
        banking: 'banking_details',
      },
      payment: { consent: 'consent', payment: 'payment', signature: 'signature' },
    },
  },
  success: {
    steps: [],
    roles: {
      desiredAddress: { 'desired-address': '.' },
      desiredUnit: { 'desired-unit': '.' },
      supplemental: {},
      documents: {},
    },
  },
};

type SectionStatus = Readonly<Record<string, boolean>>;

/** Returns the next step (docs/spec/000.md, §2, step navigation rules). */
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

/**
 * Returns a step by id.
 * @throws Error for an unknown step
 */
export function findStep(flow: Flow, id: string): Step {
  const step = flow.steps.find((item) => item.id === id);
  if (!step) throw new Error(`The flow has no step '${id}'`);
  return step;
}

/**
 * Returns the step with a role.
 * @throws Error if there's none
 */
export function stepInRole(flow: Flow, role: StepRole): Step {
  const step = flow.steps.find((item) => item.role === role);
  if (!step) throw new Error(`No step of the flow has the role '${role}'`);
  return step;
}

/** Returns a step's calls, `/steps/{id}` by default. */
export function getCalls({ id, calls }: Pick<Step, 'id' | 'calls'>): StepCalls | undefined {
  if (calls === false) return undefined;
  return calls ?? { read: `/steps/${id}`, save: `/steps/${id}` };
}

/** Returns a name for a set of validators, in any order: `['/api/forms/validators/1f….js']` → `'1f…'`. */
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
    ...ids.map((id) => report('duplicate-step', '/steps', `Two steps are called '${id}'; rename one.`)),
    ...roles.map((role) => report('duplicate-step', '/steps', `Two steps have the role '${role}'; take it from one.`)),
  ];
}

function repeated(names: string[]): string[] {
  return names.filter((name, i) => names.indexOf(name) !== i);
}
