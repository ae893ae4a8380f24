import type { FastifyInstance } from 'fastify';
import { type Sources, studioVersions, type VersionChange } from '../../../contract/studio';
import { messages } from '../../../messages/serverMessages';
import { nextNumber } from '../../../model/answers/migrations';
import { SETTINGS_FILE } from '../../../model/studio/roles';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { measureRetention } from '../../applications/retentionRule';
import { languageOf } from '../../forms/languages';
import { findLiveNumber } from '../../forms/publishedRepository';
import { answer, routesOf } from '../../platform/http/routesOf';
import { countAffected } from './countAffected';
import { readNewer } from './newerFiles';
import { saveVersion, undoVersion, validateChange } from './publishVersion';
import { restructureDraft } from './restructureDraft';
import { readSharedFiles } from './sharedFiles';
import { MAX_CHANGES, requireStudio } from './studioAccess';
import { refuse } from './studioErrors';
import { assertDepth } from './studioThread';
import { readStoredSettings } from './subscriberVersion';
import { listActions, logAction } from './versionActionRepository';
import { describeVersion, endVersion, findVersion, listVersions, type VersionRow } from './versionRepository';

export function versionRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const texts = messages('studio');
  const on = routesOf(api, deps, studioVersions);
  const { db } = deps;
  const look = { onRequest: requireStudio(deps, 'look') };
  const edit = { bodyLimit: MAX_CHANGES, onRequest: requireStudio(deps, 'edit') };
  const publish = { onRequest: requireStudio(deps, 'publish') };

  on('GET /studio/sources/:section', async ({ params }) => answer(readSources(deps, params.section)), look);

  on('GET /studio/files', async (request) => answer(readSharedFiles(deps, languageOf(request))), look);

  on(
    'GET /studio/settings/:subscriber',
    async ({ params }) => {
      const text = await readStoredSettings(db, params.subscriber);
      return answer({ files: { [SETTINGS_FILE]: text }, head: await findLiveNumber(db) });
    },
    look,
  );

  on(
    'POST /studio/check',
    async ({ body }) => {
      assertDepth(body.changes);
      const { blockers: findings, texts: changed } = await validateChange(deps, body);
      const affected = await countAffected(deps, body, changed);
      const retention = await measureRetentionChange(deps, body, changed);
      return answer({
        findings: findings.slice(0, MAX_ISSUES),
        affected,
        retention,
        nextMigration: nextMigration(deps),
      });
    },
    edit,
  );

  on('POST /studio/restructure', async ({ body }) => answer(await restructureDraft(deps, body)), edit);

  on('POST /studio/newer', async ({ body }) => answer(await readNewer(deps, body)), edit);

  on(
    'GET /studio/versions',
    async () => {
      const [versions, head] = await Promise.all([listVersions(db), findLiveNumber(db)]);
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
      assertDepth(body.changes);
      const row = await saveVersion(deps, body, studio);
      return answer(describeVersion(row), texts.done[row.state === 'refused' ? 'draft' : row.state]);
    },
    edit,
  );

  on(
    'POST /studio/versions/:id/undo',
    async ({ params, query, studio }) => {
      const isAnyway = query.anyway === 'true';
      const row = await undoVersion(deps, await requireVersion(deps, params.id), { by: studio, isAnyway });
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
      await logAction(db, deps.clock(), { kind: 'withdraw', by: studio, version: row.id });
      return answer(describeVersion(row), texts.done.withdrawn);
    },
    edit,
  );

  on('GET /studio/acts', async () => answer({ acts: await listActions(db) }), publish);
}

const MAX_ISSUES = 20;

async function requireVersion({ db }: Pick<ApplicationDeps, 'db'>, id: string): Promise<VersionRow> {
  const row = await findVersion(db, id);
  if (!row) throw refuse('notFound');
  return row;
}

function nextMigration({ forms }: Pick<ApplicationDeps, 'forms'>): number {
  return Number(nextNumber(forms.migrations));
}

/** Returns a section's files, with definitions, translations, settings and personas. Throws `notFound`. */
function readSources({ forms }: Pick<ApplicationDeps, 'forms'>, section: string): Sources {
  if (!forms.catalog.sectionNames.includes(section)) throw refuse('notFound');
  const sectionFiles = [`${section}.schema.json`, `${section}.ui.json`];
  const definitions = sectionFiles.flatMap((file) =>
    [...(forms.texts[file] ?? '').matchAll(/definitions\/[a-z0-9-]+\.json/g)].map(String),
  );
  const sharedFiles = Object.keys(forms.texts).filter((file) => /^(translations|configs)\//.test(file));
  const answersSection = ([file, text]: [string, string]) =>
    file.startsWith('personas/') && text.includes(`"${section}"`);
  const personas = Object.entries(forms.texts)
    .filter(answersSection)
    .map(([file]) => file);
  const names = [...new Set([...sectionFiles, ...definitions, ...sharedFiles, ...personas])].filter(
    (file) => file in forms.texts,
  );
  const files = Object.fromEntries(names.map((file) => [file, forms.texts[file] ?? '']));
  return { files, head: forms.publishedNumber };
}

function measureRetentionChange(
  { db, clock }: Pick<ApplicationDeps, 'db' | 'clock'>,
  { changes }: VersionChange,
  texts: Record<string, string>,
) {
  if (!(RETENTION in changes)) return undefined;
  try {
    return measureRetention(db, JSON.parse(texts[RETENTION] ?? ''), clock());
  } catch {
    // Lint reports invalid JSON.
    return undefined;
  }
}

const RETENTION = 'retention.json';

/** Reloads the forms when any process publishes a version. Polls if the database sends no notifications. */
export function reloadOnPublish(
  app: FastifyInstance,
  { db, events, forms }: Pick<ApplicationDeps, 'db' | 'events' | 'forms'>,
  { every = POLL_MS } = {},
): void {
  let tried = 0;
  const reload = () => forms.reload().catch((error) => app.log.error(error));
  const poll = async () => {
    if (events.isLive()) return;
    const newest = await findLiveNumber(db);
    if (newest <= Math.max(tried, forms.publishedNumber)) return;
    tried = newest;
    await reload();
  };
  const timer = setInterval(() => void poll().catch((error) => app.log.error(error)), every).unref();
  const stop = events.subscribe('schemas', () => void reload());
  app.addHook('preClose', async () => {
    clearInterval(timer);
    stop();
  });
}

const POLL_MS = 30_000;
