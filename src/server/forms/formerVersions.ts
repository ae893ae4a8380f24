import { type Migration, migrationsBetween, migrationsUpTo, readMigrations } from '../../model/answers/migrations';
import { ownMember } from '../../model/answers/paths';
import { isLessProtected, type Pii } from '../../model/answers/pii';
import type { Catalog } from '../../model/section/catalog';
import { findRedirects } from '../../model/section/pages';
import type { Flow, SchemaFiles } from '../../model/types';
import { protectedFields } from './checkBreakingChanges';
import type { FormRepository, VersionFacts } from './formRepository';

export interface FormerVersions {
  /** Returns the migrations since `version`. If it's unknown, starts after the migration that its name ends with. */
  migrationsFrom(version: string | null, now: readonly Migration[]): Migration[];
  migrations: readonly Migration[];
  redirects(flow: Flow): Record<string, string>;
  /** The strongest protection that each field ever had. */
  protected: Readonly<Record<string, Pii>>;
}

export async function readFormerVersions(store: Pick<FormRepository, 'listVersions'>): Promise<FormerVersions> {
  const versions = await store.listVersions();
  const byName = new Map(versions.map(({ version, migrations }) => [version, readMigrations(migrations)]));
  const all = [...new Map([...byName.values()].flat().map((one) => [one.name, one])).values()];
  const migrations = all.sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    migrationsFrom(version, now) {
      const own = version === null ? [] : byName.get(version);
      return migrationsBetween(own ?? migrationsUpTo(migrations, version), now);
    },
    migrations,
    redirects: (flow) =>
      findRedirects(
        flow,
        versions.flatMap(({ steps }) => steps),
      ),
    protected: strongest(versions.map((one) => one.protected)),
  };
}

function strongest(all: readonly Record<string, Pii>[]): Record<string, Pii> {
  const found = new Map<string, Pii>();
  for (const fields of all)
    for (const [field, kind] of Object.entries(fields))
      if (!isLessProtected(found.get(field), kind)) found.set(field, kind);
  return Object.fromEntries(found);
}

export function describeVersion(files: SchemaFiles, catalog: Catalog): VersionFacts {
  const steps = ownMember<unknown>(files, 'flows/application.json') ? catalog.flow('application').steps : [];
  const migrations = Object.entries(files).filter(([file]) => file.startsWith('migrations/'));
  return {
    migrations: Object.fromEntries(migrations),
    steps: steps.map(({ id, route, viewRoute, sections }) => ({
      ...{ id, route, viewRoute },
      sections: sections.map(({ section }) => section),
    })),
    protected: protectedFields(catalog),
  };
}
