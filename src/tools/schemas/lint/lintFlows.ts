import type { Problem } from '../../../model/catalogueError';
import { suggest } from '../../../model/checkSchema';
import { isRecord } from '../../../model/paths';
import type { Flow, Section } from '../../../model/types';
import type { LintCheck } from './lintSources';

const CONTEXT = ['today', 'applicationType', 'applicant', 'emailTaken', 'lists'];

/** `dangling-path` in a flow's order and conditions, `unreachable-section` where no flow leads, `duplicate-id` of anchors, sections and bodies. */
export const lintFlows: LintCheck = ({ sections, flows }) => {
  const byName = new Map(sections.map((section) => [section.name, section]));
  const named = new Set(
    flows.flatMap(({ flow }) => flow.steps.flatMap((step) => step.sections.map((one) => one.section))),
  );
  return [
    ...flows.flatMap(({ file, flow }) => [
      ...orders(file, flow, byName),
      ...contexts(file, flow),
      ...twice(file, flow),
    ]),
    ...sections
      .filter(({ name }) => !named.has(name))
      .map(({ name }) => ({
        code: 'unreachable-section',
        file: `${name}.schema.json`,
        path: '',
        mend: 'No flow leads here; name the section in a file of flows/ or delete it.',
      })),
  ];
};

function orders(file: string, { steps }: Flow, sections: Map<string, Section>): Problem[] {
  return steps.flatMap((step, i) => {
    if (!step.order) return [];
    const groups = step.sections.flatMap(({ section }) => Object.keys(sections.get(section)?.schema.properties ?? {}));
    const at = `/steps/${i}/order`;
    const unknown = step.order.flatMap((name, j) =>
      groups.includes(name) ? [] : [problem('dangling-path', file, `${at}/${j}`, suggest(name, groups))],
    );
    const missing = groups.filter((name) => !step.order?.includes(name));
    return [
      ...unknown,
      ...missing.map((name) =>
        problem(
          'dangling-path',
          file,
          at,
          `The question '${name}' is in no place of the order, so it would never be sent; add it.`,
        ),
      ),
    ];
  });
}

function contexts(file: string, { steps }: Flow): Problem[] {
  return eachSection({ steps }).flatMap(({ path, when }) => {
    const members = isRecord(when?.properties) ? Object.keys(when.properties) : [];
    return members
      .filter((name) => !CONTEXT.includes(name))
      .map((name) => problem('dangling-path', file, `${path}/when`, suggest(name, CONTEXT)));
  });
}

function twice(file: string, { steps }: Flow): Problem[] {
  return steps.flatMap((step, i) => {
    const sections = eachSection({ steps: [step] });
    return sections.flatMap((one, j): Problem[] => {
      const before = sections.slice(0, j);
      const path = `/steps/${i}/sections/${j}`;
      if (before.some(({ section }) => section === one.section))
        return [
          problem('duplicate-id', file, path, `The section '${one.section}' stands twice in this step; delete one.`),
        ];
      if (before.some(({ body }) => body === one.body) && one.body !== '.' && !step.encode)
        return [problem('duplicate-id', file, `${path}/body`, `Two sections write to '${one.body}'; rename one.`)];
      if (before.some(({ anchor, part }) => anchor === one.anchor && !(part && one.part)))
        return [
          problem(
            'duplicate-id',
            file,
            `${path}/anchor`,
            `Two sections are at '#${one.anchor}'; rename one, or give each its 'part'.`,
          ),
        ];
      return [];
    });
  });
}

function eachSection({ steps }: Pick<Flow, 'steps'>) {
  return steps.flatMap((step, i) => step.sections.map((one, j) => ({ ...one, path: `/steps/${i}/sections/${j}` })));
}

function problem(code: string, file: string, path: string, mend: string): Problem {
  return { code, file, path, mend };
}
