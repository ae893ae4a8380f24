import { setImmediate } from 'node:timers/promises';
import type { Deps } from '../deps';

/** Compiles every section for every subscriber, a section at a time, so that no applicant waits for it; stops when told. */
export async function warmForms(deps: Deps, isStopped: () => boolean): Promise<void> {
  const { rows } = await deps.db.query<{ id: string }>('select id from subscriber order by id limit 20');
  for (const { id } of rows) {
    const overlay = await deps.forms.overlayOf(id);
    for (const section of deps.forms.catalogue.sectionNames) {
      if (isStopped()) return;
      await deps.forms.publish(section, overlay);
      // Requests that came meanwhile go first.
      await setImmediate();
    }
  }
}
