import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/studio.json';
import { type Sources, studioVersions } from '../../contract/studio';
import { readMigrations } from '../../model/migrations';
import { SETTINGS_FILE } from '../../model/studio';
import type { Deps } from '../deps';
import { findPublished } from '../forms/publishedFiles';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { listActs, noteAct } from './acts';
import { judgeChange, saveVersion, undoVersion } from './publishVersion';
import { requireStudio } from './studioAccess';
import { storedSettings } from './subscriberVersion';
import { describeVersion, endVersion, findVersion, listVersions, type VersionRow } from './versionStore';

/** Changing what is asked: what is live, what would hold a change back, and the versions. */
export function versionRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, studioVersions);
  const { db } = deps;
  const look = { onRequest: requireStudio(deps, 'look') };
  const edit = { onRequest: requireStudio(deps, 'edit') };
  const publish = { onRequest: requireStudio(deps, 'publish') };

  on('GET /studio/sources/:section', async ({ params }) => answer(await sourcesOf(deps, params.section)), look);

  on(
    'GET /studio/settings/:subscriber',
    async ({ params }) => {
      const text = await storedSettings(db, params.subscriber);
      return answer({ files: { [SETTINGS_FILE]: text }, head: (await findPublished(db)).head });
    },
    look,
  );

  on(
    'POST /studio/judge',
    async ({ body }) => {
      const { findings } = await judgeChange(deps, body);
      return answer({ findings: findings.slice(0, MOST_TOLD), nextMigration: nextMigration(deps) });
    },
    edit,
  );

  on(
    'GET /studio/versions',
    async () => {
      const [versions, { head }] = await Promise.all([listVersions(db), findPublished(db)]);
      return answer({ versions: versions.map(describeVersion), head });
    },
    look,
  );

  on(
    'GET /studio/versions/:id',
    async ({ params }) => {
      const row = await requireVersion(deps, params.id);
      return answer({ version: describeVersion(row), changes: row.files, replaced: row.replaced });
    },
    look,
  );

  on(
    'POST /studio/versions',
    async ({ body, studio }) => {
      if (body.when !== 'draft' && studio.role !== 'publish') throw refuse('notAllowed');
      const row = await saveVersion(deps, body, studio);
      return answer(describeVersion(row), texts.done[row.state === 'refused' ? 'draft' : row.state]);
    },
    edit,
  );

  on(
    'POST /studio/versions/:id/undo',
    async ({ params, studio }) => {
      const row = await undoVersion(deps, await requireVersion(deps, params.id), studio);
      return answer(describeVersion(row), texts.done.undone);
    },
    publish,
  );

  on(
    'POST /studio/versions/:id/withdraw',
    async ({ params, studio }) => {
      const { state } = await requireVersion(deps, params.id);
      if (state === 'scheduled' && studio.role !== 'publish') throw refuse('notAllowed');
      const row = await endVersion(db, params.id, 'withdrawn');
      if (!row) throw refuse('notFound');
      await noteAct(db, deps.clock(), { kind: 'withdraw', by: studio, version: row.id });
      return answer(describeVersion(row), texts.done.withdrawn);
    },
    edit,
  );

  on('GET /studio/acts', async () => answer({ acts: await listActs(db) }), publish);
}

/** So many findings are read; the rest follows from them, or comes after. */
const MOST_TOLD = 20;

async function requireVersion({ db }: Deps, id: string): Promise<VersionRow> {
  const row = await findVersion(db, id);
  if (!row) throw refuse('notFound');
  return row;
}

function nextMigration({ forms }: Deps): number {
  return Number(readMigrations(forms.files).at(-1)?.name.match(/^\d+/)?.[0] ?? 0) + 1;
}

/** A section's own files, the definitions that it takes in, and the translations. Throws `notFound`. */
async function sourcesOf({ forms, db }: Deps, section: string): Promise<Sources> {
  if (!forms.catalogue.sectionNames.includes(section)) throw refuse('notFound');
  // Read first: a version that goes live in between makes the texts newer than the number, never older.
  const { head } = await findPublished(db);
  const own = [`${section}.schema.json`, `${section}.ui.json`];
  const taken = own.flatMap((file) =>
    [...(forms.texts[file] ?? '').matchAll(/definitions\/[a-z0-9-]+\.json/g)].map(String),
  );
  const words = Object.keys(forms.texts).filter((file) => file.startsWith('translations/'));
  const names = [...new Set([...own, ...taken, ...words])].filter((file) => file in forms.texts);
  return { files: Object.fromEntries(names.map((file) => [file, forms.texts[file] ?? ''])), head };
}
