import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import texts from '../../../schemas/texts/studio.json';
import type { Affected } from '../../contract/studio';
import { type Sources, studioVersions } from '../../contract/studio';
import { readMigrations } from '../../model/migrations';
import type { FileChanges } from '../../model/studio';
import { SETTINGS_FILE } from '../../model/studio';
import type { BreakingChange } from '../../tools/schemas/impact/breakingChanges';
import type { Deps } from '../deps';
import { findPublished } from '../forms/schemaFiles';
import { schemaThread } from '../forms/schemaThread';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { listActs, noteAct } from './acts';
import type { Wanted } from './publishVersion';
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
      const { findings, texts: changed } = await judgeChange(deps, body);
      const affected = await countAffected(deps, body, changed);
      return answer({ findings: findings.slice(0, MOST_TOLD), affected, nextMigration: nextMigration(deps) });
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

/** A section's own files, the definitions that it takes in, the translations, the samples, and the personas that answer it. Throws `notFound`. */
async function sourcesOf({ forms, db }: Deps, section: string): Promise<Sources> {
  if (!forms.catalogue.sectionNames.includes(section)) throw refuse('notFound');
  // Read first: a version that goes live in between makes the texts newer than the number, never older.
  const { head } = await findPublished(db);
  const own = [`${section}.schema.json`, `${section}.ui.json`];
  const taken = own.flatMap((file) =>
    [...(forms.texts[file] ?? '').matchAll(/definitions\/[a-z0-9-]+\.json/g)].map(String),
  );
  const whole = Object.keys(forms.texts).filter((file) => /^(translations|configs)\//.test(file));
  const isAnswering = ([file, text]: [string, string]) => file.startsWith('personas/') && text.includes(`"${section}"`);
  const personas = Object.entries(forms.texts)
    .filter(isAnswering)
    .map(([file]) => file);
  const names = [...new Set([...own, ...taken, ...whole, ...personas])].filter((file) => file in forms.texts);
  return { files: Object.fromEntries(names.map((file) => [file, forms.texts[file] ?? ''])), head };
}

/**
 * How many applications have answered the sections of a change, and how many of them hold what it breaks, by subscriber. Whether a migration
 * speaks of it makes no difference here: it says what becomes of those answers, not that there are none.
 */
export async function countAffected(
  { db, forms }: Deps,
  { subscriber, changes }: Wanted,
  texts: Record<string, string>,
): Promise<Affected[] | null> {
  if (subscriber !== null) return [];
  const breaking = await schemaThread.run('breaking', { before: { ...forms.texts }, texts });
  if (!breaking) return null;
  const named = [...sectionsOf(changes), ...breaking.map(({ section }) => section)];
  const sections = [...new Set(named)].filter((name) => forms.catalogue.sectionNames.includes(name));
  const counts = sections.map((section) =>
    countIn(
      db,
      section,
      breaking.filter((one) => one.section === section),
    ),
  );
  return (await Promise.all(counts)).flat();
}

function sectionsOf(changes: FileChanges): string[] {
  return Object.keys(changes).flatMap((file) => /^([^/]+)\.(?:schema|ui)\.json$/.exec(file)?.[1] ?? []);
}

async function countIn(db: pg.Pool, section: string, breaking: readonly BreakingChange[]): Promise<Affected[]> {
  const { rows } = await db.query<Affected>(COUNT, [section, breaking.map(jsonPath)]);
  return rows.map((row) => ({ ...row, section }));
}

/** Where an answer stands that a change touches: `address/[]/city` → `$."address"[*]."city"`; of one newly required, where it is missing. */
function jsonPath({ field, change }: BreakingChange): string {
  const steps = field.split('/').filter(Boolean);
  const last = steps.at(-1) ?? '';
  const at = (parts: readonly string[]) =>
    parts.map((part) => (part === '[]' ? '[*]' : `.${JSON.stringify(part)}`)).join('');
  if (change !== 'newly-required') return `$${at(steps)}`;
  return `$${at(steps.slice(0, -1))} ? (!(exists(@.${JSON.stringify(last)})))`;
}

/** Sealed answers stand under their names, so they are counted without being opened. */
const COUNT = `with given as (
    select trn, data from draft where section = $1
    union all
    select trn, data -> $1 from step_answer where data ? $1)
  select s.name as subscriber, count(distinct g.trn)::int as answered,
    (count(distinct g.trn) filter (where exists (
      select from unnest($2::text[]) as place where jsonb_path_exists(g.data, place::jsonpath))))::int as affected
  from given g join application a on a.trn = g.trn join subscriber s on s.id = a.subscriber_id
  group by s.id, s.name order by s.name limit 100`;

/** Takes in what any process publishes, at once, until the server ends. */
export function followVersions(app: FastifyInstance, { events, forms }: Pick<Deps, 'events' | 'forms'>): void {
  const stop = events.subscribe('schemas', () => {
    forms.reload().catch((error) => app.log.error(error));
  });
  app.addHook('preClose', async () => {
    stop();
  });
}
