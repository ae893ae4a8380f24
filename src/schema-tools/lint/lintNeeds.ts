import { callMembers } from '../../contract/steps';
import type { SchemaIssue } from '../../model/section/catalogError';
import { isSubmission, neededIn, neededMembers } from '../../model/section/flow';
import type { Flow, Step } from '../../model/types';
import type { LintCheck, LintSources } from './sources';

/**
 * `needed-step`: a flow lacks a required step or section, or applicants can submit without completing a step.
 * `reserved-name`: a section's `body` or an answer has a name that the step's calls use.
 */
export const lintNeeds: LintCheck = (sources) =>
  sources.flows.flatMap(({ file, flow }) => {
    const name = /^flows\/(.+)\.json$/.exec(file)?.[1] ?? '';
    const report = (path: string, fix: string): SchemaIssue => ({ code: 'needed-step', file, path, fix });
    return [
      ...neededSteps(name, flow).map((fix) => report('/steps', fix)),
      ...neededSections(flow).map(([at, fix]) => report(`/steps/${at}/sections`, fix)),
      ...(name === 'application' ? stepsBefore(flow).map(([at, fix]) => report(`/steps/${at}`, fix)) : []),
      ...takenMembers(flow, sources).map(([at, fix]) => ({ ...report(String(at), fix), code: 'reserved-name' })),
    ];
  });

function neededSteps(name: string, flow: Flow): string[] {
  const { steps } = flow;
  const { steps: ids, roles } = neededIn(name, flow);
  const submits = name !== 'application' || steps.some(isSubmission);
  return [
    ...(submits ? [] : ['The program needs a last step with "role": "payment" or "submission". Restore it.']),
    ...ids
      .filter((id) => !steps.some((step) => step.id === id))
      .map((id) => `The program opens the step '${id}'. Restore it with this id.`),
    ...roles
      .filter((role) => !steps.some((step) => step.role === role))
      .map((role) => `The program needs a step with "role": "${role}". Restore it.`),
  ];
}

type At = [at: string | number, fix: string];

function neededSections({ steps }: Flow): At[] {
  return steps.flatMap(({ role, sections }, i) =>
    (role ? neededMembers(role) : [])
      .filter((member) => !sections.some(({ body }) => body === member))
      .map((member): At => [i, `The program needs a section with "body": "${member}" here. Restore it.`]),
  );
}

/** Reports steps that applicants could skip before submitting, and steps in the wrong order. */
function stepsBefore({ steps }: Flow): At[] {
  return steps.flatMap(({ id, role, status, reopens }, i): At[] => [
    ...(status ? [] : [[i, `Without a "status", nobody has to complete '${id}' before submitting. Add one.`] as At]),
    ...(steps.findIndex((one) => status && one.status === status) < i && status
      ? [[i, `Another step also has the status '${status}'. Choose another name.`] as At]
      : []),
    ...(isSubmission({ role }) && i < steps.length - 1
      ? [[i, 'The step that submits the application must be last. Move it to the end.'] as At]
      : []),
    ...(reopens && !steps.slice(i + 1).some((one) => one.id === reopens)
      ? [[i, `"reopens" names '${reopens}', which isn't a later step. Use the id of a later step.`] as At]
      : []),
  ]);
}

function takenMembers({ steps }: Flow, { sections }: LintSources): At[] {
  const taken = (name: string) => `'${name}' is used by the step's calls. Choose another name.`;
  return steps.flatMap((step, i) =>
    step.sections.flatMap(({ section, body }, j): At[] => {
      const at = `/steps/${i}/sections/${j}/body`;
      if (step.encode) return [];
      if (body !== '.') return callMembers.includes(body) ? [[at, taken(body)]] : [];
      const schema = isRead(step) ? sections.find(({ name }) => name === section)?.schema : undefined;
      const names = Object.keys(schema?.properties ?? {}).filter((name) => callMembers.includes(name));
      return names.map((name) => [at, taken(name)]);
    }),
  );
}

/** False for forms that are sent but not loaded, such as entry and office forms. */
const isRead = ({ status, calls }: Step): boolean => status !== undefined || (calls !== undefined && calls !== false);
