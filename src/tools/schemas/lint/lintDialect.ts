import { checkFlow } from '../../../model/checkFlow';
import { checkSchema } from '../../../model/checkSchema';
import { checkUi } from '../../../model/checkUi';
import type { LintCheck } from './lintSources';

/** What the program itself refuses at start: `unknown-keyword`, `branching`, `dangling-path`, `ui-path`, `unknown-widget` and the like. */
export const lintDialect: LintCheck = ({ sections, flows, widgets, files }) => {
  const byName = new Map(sections.map((section) => [section.name, section]));
  const orphans = Object.keys(files).filter(
    (file) => file.endsWith('.ui.json') && !(file.replace('.ui.json', '.schema.json') in files),
  );
  return [
    ...sections.flatMap((section) => [...checkSchema(section), ...checkUi(section, widgets)]),
    ...flows.flatMap(({ file, flow }) => checkFlow(file.replace(/\.json$/, ''), flow, byName)),
    ...orphans.map((file) => ({
      code: 'ui-without-schema',
      file,
      path: '',
      mend: `Add ${file.replace('.ui.', '.schema.')} or delete this file.`,
    })),
  ];
};
