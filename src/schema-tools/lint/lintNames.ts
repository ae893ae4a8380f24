import { isRecord, toPointer } from '../../model/answers/paths';
import type { SchemaIssue } from '../../model/section/catalogError';
import { isReservedName, reservedNames } from '../../model/section/reservedNames';
import { configKeys } from './lintConfigs';
import { type LintCheck, visitNodes } from './sources';

/** `reserved-name`: the name of a member that every object inherits, or a name that starts with `$`. */
export const lintNames: LintCheck = (sources) => [...members(sources), ...fields(sources), ...steps(sources)];

/** Skips translations (their keys are texts) and the files in `meta/`. */
const members: LintCheck = ({ files }) =>
  Object.entries(files)
    .filter(([file]) => !/^(translations|meta)\//.test(file))
    .flatMap(([file, content]) => reservedMembers(content).map((path) => reserved(file, toPointer(path))));

function reservedMembers(node: unknown, at: string[] = []): string[][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(isRecord(node) && reservedNames.includes(name) ? [[...at, name]] : []),
    ...reservedMembers(value, [...at, name]),
  ]);
}

const fields: LintCheck = ({ sections }) =>
  sections.flatMap(({ name: section, schema }) => {
    const file = `${section}.schema.json`;
    const named = visitNodes(schema).filter(
      ({ name, path }) => path.endsWith(`/properties/${name}`) && name.startsWith('$'),
    );
    const settings = configKeys(schema).filter(({ key }) => isReservedName(key));
    return [
      ...(isReservedName(section) ? [reserved(file, '', section)] : []),
      ...named.map(({ path }) => reserved(file, path)),
      ...settings.map(({ key, path }) => reserved(file, path, key)),
    ];
  });

const steps: LintCheck = ({ flows }) =>
  flows.flatMap(({ file, flow }) =>
    flow.steps.flatMap((step, i) => [
      ...(['id', 'status'] as const)
        .filter((key) => isReservedName(step[key] ?? ''))
        .map((key) => reserved(file, `/steps/${i}/${key}`, step[key])),
      ...step.sections.flatMap(({ body }, j) =>
        isReservedName(body) ? [reserved(file, `/steps/${i}/sections/${j}/body`, body)] : [],
      ),
    ]),
  );

function reserved(file: string, path: string, name = path.split('/').at(-1)): SchemaIssue {
  return { code: 'reserved-name', file, path, fix: `The program can't use the name '${name}'. Choose another one.` };
}
