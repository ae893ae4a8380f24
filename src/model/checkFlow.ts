import type { Problem } from './catalogueError';
import { suggest } from './checkSchema';
import type { Flow } from './types';

/** What is wrong with a flow file: sections that have no files, step ids or anchors that stand twice. */
export function checkFlow(name: string, flow: Flow, sections: ReadonlyMap<string, unknown>): Problem[] {
  const report = (code: string, path: string, mend: string): Problem => ({ code, file: `${name}.json`, path, mend });
  const unknown = flow.steps.flatMap((step, i) =>
    step.sections.flatMap(({ section }, j) =>
      sections.has(section)
        ? []
        : [report('unknown-section', `/steps/${i}/sections/${j}`, suggest(section, [...sections.keys()]))],
    ),
  );
  const ids = flow.steps.map((step) => step.id);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  return [
    ...unknown,
    ...twice.map((id) => report('duplicate-step', '/steps', `Two steps are called '${id}'; rename one.`)),
  ];
}
