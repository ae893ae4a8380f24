import type { FastifyInstance } from 'fastify';
import {
  type EditorWish,
  type FieldEditor,
  type Preview,
  type PreviewWish,
  type StudioChoices,
  studio,
  studioVersions,
} from '../../contract/studio';
import { configOverlay } from '../../model/overlay';
import type { FileChanges } from '../../model/studio';
import { mayDo } from '../../model/studio';
import type { ApplicationType, Context, ServedSection } from '../../model/types';
import { configKeys } from '../../tools/schemas/lint/lintConfigs';
import type { Finding } from '../../tools/schemas/lint/lintSchemas';
import type { Deps } from '../deps';
import { todayIn } from '../forms/forms';
import { languageOf } from '../forms/languages';
import { layFiles } from '../forms/schemaFiles';
import { schemaThread } from '../forms/schemaThread';
import type { SchemaWork } from '../forms/schemaWork';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { heldBack } from './publishVersion';
import { requireStudio } from './studioAccess';
import { listSubscribers, overlayOf, readSettings } from './subscriberVersion';
import { findVersion, type VersionRow } from './versionStore';

/** For those who edit schemas/: sections under any settings, live or with files changed. In development for everyone to look at. */
export function studioRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, studio);

  on('GET /studio', async () => answer(await studioChoices(deps)), { onRequest: requireStudio(deps, 'look') });
  on(
    'POST /studio/section',
    async ({ body, studio }) => {
      if (body.changes && !mayDo(studio.role, 'edit')) throw refuse('notAllowed');
      const kept = body.version === undefined ? undefined : await findVersion(deps.db, body.version);
      if (body.version !== undefined && !kept) throw refuse('notFound');
      return answer(await previewSection(deps, kept ? ofVersion(body, kept) : body));
    },
    { onRequest: requireStudio(deps, 'look') },
  );
}

/** So many findings are read; the rest follows from them, or comes after. */
const MOST_TOLD = 20;

/** The choices, read from the schema files as they are now. */
async function studioChoices({ forms, config, db }: Deps): Promise<StudioChoices> {
  const { catalogue, files, version, heldBack } = forms;
  const subscribers = (await listSubscribers(db)).map(async (one) => ({
    ...one,
    overlay: await forms.overlayOf(one.id),
  }));
  const named = (folder: string) =>
    Object.keys(files)
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => file.slice(folder.length + 1, -'.json'.length));
  return {
    version,
    heldBack: heldBack.slice(0, MOST_TOLD),
    isLive: !config.production,
    sections: catalogue.sectionNames.map((name) => {
      const { schema } = catalogue.section(name);
      return { name, title: schema.title ?? name, keys: [...new Set(configKeys(schema).map(({ key }) => key))].sort() };
    }),
    subscribers: await Promise.all(subscribers),
    configs: named('configs').map((name) => {
      const config = files[`configs/${name}.json`] ?? {};
      return { name, title: config.title ?? name, overlay: configOverlay(config) };
    }),
    languages: named('translations').map((id) => ({ id, name: files[`translations/${id}.json`]?.language ?? id })),
  };
}

/** A kept version of one subscriber is seen under what it sets, one for everybody as its files. */
function ofVersion(wish: PreviewWish, { subscriber_id, files }: VersionRow): PreviewWish {
  if (subscriber_id === null) return { ...wish, changes: wish.changes ?? files };
  const { texts } = wish.overlay;
  return { ...wish, overlay: { texts, ...overlayOf(readSettings(files).settings) } };
}

/** Throws `notFound` for a section that is not there. */
async function previewSection(
  deps: Deps,
  { applicationType, overlay, language, ...wish }: PreviewWish,
): Promise<Preview> {
  const context = await inventedContext(deps, applicationType);
  const draft = draftOf(deps, wish.section, wish.changes);
  const drawn = await schemaThread.run('drawSection', { ...draft, overlay, language, context });
  return { ...(await serveDrawn(deps, drawn)), context };
}

/** What is live with files changed, for the thread that draws it. */
export function draftOf({ forms, clock }: Deps, section: string, changes: FileChanges = {}) {
  const texts = layFiles(forms.texts, changes);
  return { texts, changed: Object.keys(changes), section, today: clock().toISOString().slice(0, 10) };
}

type Drawn = NonNullable<ReturnType<SchemaWork['drawSection'] | SchemaWork['drawEditor']>>;
type Shown = Exclude<Drawn, { findings: unknown }>;

/** A section that was drawn, its rules kept for the page to fetch. Throws `notFound` where it is not there, and `heldBack` for what cannot be drawn. */
export async function serveDrawn<Made extends Shown>(
  { stores }: Deps,
  made: Made | { findings: Finding[] } | undefined,
): Promise<Omit<Made, 'section' | 'hash' | 'code'> & { served: ServedSection }> {
  if (!made) throw refuse('notFound');
  if ('findings' in made) throw heldBack(made.findings);
  const { section, hash, code, ...rest } = made;
  await stores.forms.keepValidator(hash, code);
  return { ...rest, served: { ...section, validator: `/api/forms/validators/${hash}.js` } };
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

/** The editor of a field: a section made from schemas/meta, resolved, compiled and served as any other. */
export function editorRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, studioVersions);
  on('POST /studio/editor', async (request) => answer(await editorOf(deps, request.body, languageOf(request))), {
    onRequest: requireStudio(deps, 'edit'),
  });
}

/** Throws `notFound` for a field that is not there. */
async function editorOf(deps: Deps, { section, changes, ...wish }: EditorWish, language: string): Promise<FieldEditor> {
  const drawn = await schemaThread.run('drawEditor', { ...draftOf(deps, section, changes), ...wish, language });
  const [context, served] = await Promise.all([inventedContext(deps, 'Property'), serveDrawn(deps, drawn)]);
  return { ...served, context };
}
