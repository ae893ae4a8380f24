import type { Problem } from '../../../model/catalogueError';
import { suggest } from '../../../model/checkSchema';
import { isRecord } from '../../../model/paths';
import type { SchemaNode } from '../../../model/types';
import type { LintCheck, LintSources } from './lintSources';

/** `dangling-path` in a persona: a flow, step, section or field that is not there. */
export const lintPersonas: LintCheck = (sources) =>
  Object.entries(sources.files)
    .filter(([file]) => file.startsWith('personas/'))
    .flatMap(([file, persona]) => (isRecord(persona) ? lintPersona(file, persona, sources) : []));

function lintPersona(file: string, { flows }: Record<string, unknown>, sources: LintSources): Problem[] {
  const known = new Map(sources.flows.map((one) => [one.file.slice('flows/'.length, -'.json'.length), one.flow]));
  return members(flows).flatMap(([name, steps]) => {
    const flow = known.get(name);
    if (!flow) return [dangling(file, `/flows/${name}`, name, [...known.keys()])];
    return members(steps).flatMap(([id, sections]) => {
      const at = `/flows/${name}/${id}`;
      const step = flow.steps.find((one) => one.id === id);
      if (!step)
        return [
          dangling(
            file,
            at,
            id,
            flow.steps.map((one) => one.id),
          ),
        ];
      const names = step.sections.map((one) => one.section);
      return members(sections).flatMap(([section, given]) => {
        if (!names.includes(section)) return [dangling(file, `${at}/${section}`, section, names)];
        return lintGiven(file, `${at}/${section}`, given, sources.sections.find((one) => one.name === section)?.schema);
      });
    });
  });
}

/** A refused persona has its answers and the messages they get side by side. */
function lintGiven(file: string, at: string, given: unknown, schema: SchemaNode | undefined): Problem[] {
  const refused = isRecord(given) && isRecord(given.answers) && isRecord(given.errors);
  return refused ? lintAnswers(file, `${at}/answers`, given.answers, schema) : lintAnswers(file, at, given, schema);
}

function lintAnswers(file: string, at: string, answers: unknown, schema: SchemaNode | undefined): Problem[] {
  if (Array.isArray(answers)) return answers.flatMap((row, i) => lintAnswers(file, `${at}/${i}`, row, schema?.items));
  if (!isRecord(answers) || !schema?.properties) return [];
  return Object.entries(answers).flatMap(([name, value]) => {
    const node = schema.properties?.[name];
    if (!node) return [dangling(file, `${at}/${name}`, name, Object.keys(schema.properties ?? {}))];
    return lintAnswers(file, `${at}/${name}`, value, node);
  });
}

function members(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function dangling(file: string, path: string, word: string, names: string[]): Problem {
  return { code: 'dangling-path', file, path, mend: suggest(word, names) };
}
