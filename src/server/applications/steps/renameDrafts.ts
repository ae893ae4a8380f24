import { migrateSection } from '../../../model/answers/migrations';
import { transaction } from '../../platform/db/transaction';
import type { ApplicationDeps } from '../applicationDeps';
import { openAnswers, sealAnswers } from '../sealedAnswers';
import { draftAdditionalData } from './readStored';
import { lockDrafts, renameDraft } from './storedAnswerRepository';

/** Renames the drafts of renamed sections. Never overwrites a draft that has the new name. */
export async function renameDrafts(
  deps: Pick<ApplicationDeps, 'forms' | 'keyring' | 'db'>,
  trn: string,
  sections: readonly string[],
): Promise<void> {
  const { forms } = deps;
  const key = await deps.keyring.keyOf(trn);
  await transaction(deps.db, async (client) => {
    for (const { section, data, schema_version } of await lockDrafts(client, trn, sections)) {
      const migrated = migrateSection(section, data, forms.migrationsFrom(schema_version));
      if (!migrated || migrated.section === section || !forms.catalog.sectionNames.includes(migrated.section)) continue;
      const { schema } = forms.catalog.section(migrated.section);
      const clear = openAnswers(schema, migrated.answers, key, draftAdditionalData(trn, section), () => undefined);
      const sealed = sealAnswers(schema, clear, key, draftAdditionalData(trn, migrated.section));
      const { schemaVersion } = forms;
      await renameDraft(client, trn, section, { section: migrated.section, data: sealed, schemaVersion });
    }
  });
}
