import { isRecord } from '../../model/answers/paths';
import type { SchemaIssue } from '../../model/section/catalogError';
import { suggest } from '../../model/section/checkSchema';
import { applicantFlows } from '../../model/section/flow';
import type { Flow, SchemaNode, Section } from '../../model/types';
import type { LintCheck, LintSources } from './sources';

const SERVED = ['entry', 'office', ...applicantFlows].map((name) => `flows/${name}.json`);

/** Reports `dangling-path` in `order`, `unreachable-section`, `unserved-flow` and `duplicate-id`. */
export const lintFlows: LintCheck = ({ sections, flows }) => {
  const byName = new Map(sections.map((section) => [section.name, section]));
  const named = new Set(
    flows.flatMap(({ flow }) => flow.steps.flatMap((step) => step.sections.map((one) => one.section))),
  );
  return [
    ...flows.flatMap(({ file, flow }) => [...orders(file, flow, byName), ...findDuplicates(file, flow)]),
    ...flows
      .filter(({ file }) => !SERVED.includes(file))
      .map(({ file }) => ({
        code: 'unserved-flow',
        file,
        path: '',
        fix: `The portal doesn't use this flow, so nobody sees its steps. Add them to one of ${SERVED.join(', ')}, or delete the file.`,
      })),
    ...sections
      .filter(({ name }) => !named.has(name))
      .map(({ name }) => ({
        code: 'unreachable-section',
        file: `${name}.schema.json`,
        path: '',
        fix: 'No flow uses this section. Add it to a file in flows/, or delete its files (with a migration if applicants have answered it).',
      })),
  ];
};

function orders(file: string, { steps }: Flow, sections: Map<string, Section>): SchemaIssue[] {
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
          `The question '${name}' isn't in the step's order, so it would never be sent. Add it.`,
        ),
      ),
    ];
  });
}

function findDuplicates(file: string, { steps }: Flow): SchemaIssue[] {
  return steps.flatMap((step, i) => {
    const sections = eachSection({ steps: [step] });
    return sections.flatMap((one, j): SchemaIssue[] => {
      const before = sections.slice(0, j);
      const path = `/steps/${i}/sections/${j}`;
      if (before.some(({ section }) => section === one.section))
        return [problem('duplicate-id', file, path, `The section '${one.section}' is in this step twice. Delete one.`)];
      if (before.some(({ body }) => body === one.body) && one.body !== '.' && !step.encode)
        return [problem('duplicate-id', file, `${path}/body`, `Two sections write to '${one.body}'. Rename one.`)];
      if (before.some(({ anchor, part }) => anchor === one.anchor && !(part && one.part)))
        return [
          problem(
            'duplicate-id',
            file,
            `${path}/anchor`,
            `Two sections are at '#${one.anchor}'. Rename one, or give each its own 'part'.`,
          ),
        ];
      return [];
    });
  });
}

function eachSection({ steps }: Pick<Flow, 'steps'>) {
  return steps.flatMap((step, i) => step.sections.map((one, j) => ({ ...one, path: `/steps/${i}/sections/${j}` })));
}

function problem(code: string, file: string, path: string, fix: string): SchemaIssue {
  return { code, file, path, fix };
}

/** `dangling-path`: a persona names a flow, step, section or question that doesn't exist. */
export const lintPersonas: LintCheck = (sources) =>
  Object.entries(sources.files)
    .filter(([file]) => file.startsWith('personas/'))
    .flatMap(([file, persona]) => (isRecord(persona) ? lintPersona(file, persona, sources) : []));

function lintPersona(file: string, { flows }: Record<string, unknown>, sources: LintSources): SchemaIssue[] {
  const known = new Map(sources.flows.map((one) => [one.file.slice('flows/'.length, -'.json'.length), one.flow]));
  return members(flows).flatMap(([name, steps]) => {
    const flow = known.get(name);
    if (!flow) return [missingReference(file, `/flows/${name}`, name, [...known.keys()])];
    return members(steps).flatMap(([id, sections]) => {
      const at = `/flows/${name}/${id}`;
      const step = flow.steps.find((one) => one.id === id);
      if (!step)
        return [
          missingReference(
            file,
            at,
            id,
            flow.steps.map((one) => one.id),
          ),
        ];
      const names = step.sections.map((one) => one.section);
      return members(sections).flatMap(([section, given]) => {
        if (!names.includes(section)) return [missingReference(file, `${at}/${section}`, section, names)];
        return lintGiven(file, `${at}/${section}`, given, sources.sections.find((one) => one.name === section)?.schema);
      });
    });
  });
}

/** Checks a persona's answers. If errors are expected, the answers are in the member `answers`. */
function lintGiven(file: string, at: string, given: unknown, schema: SchemaNode | undefined): SchemaIssue[] {
  const refused = isRecord(given) && isRecord(given.answers) && isRecord(given.errors);
  return refused ? lintAnswers(file, `${at}/answers`, given.answers, schema) : lintAnswers(file, at, given, schema);
}

function lintAnswers(file: string, at: string, answers: unknown, schema: SchemaNode | undefined): SchemaIssue[] {
  if (Array.isArray(answers)) return answers.flatMap((row, i) => lintAnswers(file, `${at}/${i}`, row, schema?.items));
  if (!isRecord(answers) || !schema?.properties) return [];
  return Object.entries(answers).flatMap(([name, value]) => {
    const node = schema.properties?.[name];
    if (!node) return [missingReference(file, `${at}/${name}`, name, Object.keys(schema.properties ?? {}))];
    return lintAnswers(file, `${at}/${name}`, value, node);
  });
}

function members(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function missingReference(file: string, path: string, word: string, names: string[]): SchemaIssue {
  return { code: 'dangling-path', file, path, fix: suggest(word, names) };
}
