import { CatalogueError } from '../../model/catalogueError';
import type { FileChanges } from '../../model/studio';
import type { ApplicationType, Context } from '../../model/types';
import { lintSchemas } from '../../tools/schemas/lint/lintSchemas';
import type { Deps } from '../deps';
import { todayIn } from '../forms/forms';
import { layFiles } from '../forms/publishedFiles';
import { makeSchemas } from '../forms/schemaFiles';
import { heldBack, refuseFindings } from './publishVersion';

/** Faults by which a section cannot be drawn, or could keep the process busy; what else is wrong with a change, the gate says. */
const STOPS = /^(not-json|meta|bad-pattern|slow-pattern)$/;

/** What is live with files changed. Throws `heldBack` for what cannot be drawn. */
export function changedSchemas({ forms, clock }: Deps, section: string, changes: FileChanges) {
  const texts = layFiles(forms.texts, changes);
  const isNeeded = (file: string) =>
    file in changes || file.startsWith(`${section}.`) || /^(definitions|meta)\//.test(file);
  const some = Object.fromEntries(Object.entries(texts).filter(([file]) => isNeeded(file)));
  const widgets = forms.files['meta/widgets.json'] ?? [];
  const findings = lintSchemas({ texts: some, widgets, today: clock().toISOString().slice(0, 10) });
  refuseFindings(findings.filter(({ code, file }) => STOPS.test(code) && file in changes));
  try {
    return makeSchemas(texts);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw heldBack(error.problems.map((problem) => ({ ...problem, line: 1 })));
  }
}

/** An invented applicant at the first subscriber's first property. */
export async function inventedContext({ db, stores, clock }: Deps, applicationType: ApplicationType): Promise<Context> {
  const { rows } = await db.query<{ id: string; time_zone: string; property: number | null }>(
    `select s.id, s.time_zone, (select min(p.id) from property p where p.subscriber_id = s.id) as property
     from subscriber s order by s.id limit 1`,
  );
  const [first] = rows;
  return {
    today: todayIn(first?.time_zone ?? 'UTC', clock()),
    applicationType,
    applicant: { first_name: 'Robin', last_name: 'Hale' },
    lists: first ? await stores.forms.listsOf(first.id, first.property) : {},
  };
}
