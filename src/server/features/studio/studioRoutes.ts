import type { FastifyInstance } from 'fastify';
import {
  type EditorRequest,
  type FieldEditor,
  type Preview,
  type PreviewRequest,
  type StudioChoices,
  studio,
  studioVersions,
} from '../../../contract/studio';
import { toIsoDate } from '../../../model/format/dates';
import { todayIn } from '../../../model/format/todayIn';
import { cite, type Jurisdictions, lawOf } from '../../../model/law/jurisdictions';
import { mergeLaw } from '../../../model/law/lawSettings';
import { readConfigSettings } from '../../../model/section/subscriberSettings';
import { type FileChanges, mayDo, REMOVED } from '../../../model/studio/roles';
import type { ApplicationType, Context, ServedSection, SubscriberSettings } from '../../../model/types';
import type { LintIssue } from '../../../schema-tools/lint/lintSchemas';
import { listSteps } from '../../../schema-tools/restructure/structure';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { languageOf } from '../../forms/languages';
import { applyChanges } from '../../forms/schemaFiles';
import type { SchemaWork } from '../../forms/schemaWork';
import { answer, routesOf } from '../../platform/http/routesOf';
import { describeSections } from './describeSections';
import { MAX_CHANGES, requireStudio, type StudioAccess } from './studioAccess';
import { createRejection, refuse } from './studioErrors';
import { assertDepth, runForRequest } from './studioThread';
import { findFirstSubscriber, listSubscribers } from './subscriberRepository';
import { readSettings, toSubscriberSettings } from './subscriberVersion';
import { findVersion, type VersionRow } from './versionRepository';

export function studioRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, studio);

  on('GET /studio', async () => answer(await readChoices(deps)), { onRequest: requireStudio(deps, 'look') });
  on(
    'POST /studio/section',
    async ({ body, studio }) => {
      return answer(await previewSection(deps, await withStored(deps, body, studio)));
    },
    { bodyLimit: MAX_CHANGES, onRequest: requireStudio(deps, 'look') },
  );
}

/** Later issues are usually caused by the first ones. */
const MAX_ISSUES = 20;

async function readChoices({
  forms,
  config,
  db,
}: Pick<ApplicationDeps, 'forms' | 'config' | 'db'>): Promise<StudioChoices> {
  const { catalog, files, version, publishedNumber: head, blockers: heldBack } = forms;
  const subscribers = (await listSubscribers(db)).map(async (one) => ({
    ...one,
    overlay: await forms.getSubscriberSettings(one.id),
  }));
  const listNames = (folder: string) =>
    Object.keys(files)
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => file.slice(folder.length + 1, -'.json'.length));
  return {
    version,
    head,
    heldBack: heldBack.slice(0, MAX_ISSUES),
    isLive: !config.production,
    sections: describeSections(catalog, files),
    steps: listSteps(files).map(({ step: { id, title, sections } }) => ({
      ...{ id, title },
      sections: sections.map(({ section }) => section),
    })),
    subscribers: await Promise.all(subscribers),
    configs: listNames('configs').map((name) => {
      const config = files[`configs/${name}.json`] ?? {};
      return { name, title: config.title ?? name, overlay: readConfigSettings(config) };
    }),
    places: describePlaces(forms.jurisdictions),
    languages: listNames('translations').map((id) => ({ id, name: files[`translations/${id}.json`]?.language ?? id })),
  };
}

type Drafted = Pick<PreviewRequest, 'version' | 'changes' | 'overlay'>;

/** Adds a stored version to a request. Throws `notFound`, or `notAllowed` for changes if the role can't edit. */
export async function withStored<Request extends Drafted>(
  { db }: Pick<ApplicationDeps, 'db'>,
  request: Request,
  { role }: StudioAccess,
): Promise<Request> {
  if (request.changes && !mayDo(role, 'edit')) throw refuse('notAllowed');
  if (request.version === undefined) return request;
  const version = await findVersion(db, request.version);
  if (!version) throw refuse('notFound');
  return withVersion(request, version);
}

function withVersion<Request extends Drafted>(request: Request, { subscriber_id, files }: VersionRow): Request {
  if (subscriber_id === null) return { ...request, changes: request.changes ?? files };
  const { texts } = request.overlay;
  return { ...request, overlay: { texts, ...toSubscriberSettings(readSettings(files).settings) } };
}

async function previewSection(
  deps: ApplicationDeps,
  { applicationType, overlay, language, place, ...request }: PreviewRequest,
): Promise<Preview> {
  const settings = underLaw(deps, overlay, place);
  const context = await createPreviewContext(deps, applicationType);
  const draft = await createDraft(deps, request.section, request.changes);
  const drawn = await runForRequest('drawSection', { ...draft, settings, language, context }, draft.changed[0]);
  return { ...(await serveDrawn(deps, drawn)), context };
}

/** Merges settings with a place's law. Throws `notFound` if the place has no file. */
export function underLaw({ forms }: Pick<ApplicationDeps, 'forms'>, overlay: SubscriberSettings, place?: string) {
  if (place === undefined) return overlay;
  if (!Object.hasOwn(forms.jurisdictions, place)) throw refuse('notFound');
  return mergeLaw(overlay, lawOf(forms.jurisdictions, place));
}

function describePlaces(all: Jurisdictions): StudioChoices['places'] {
  const names = Object.keys(all).sort();
  return names.map((id) => {
    const { title, rules } = lawOf(all, id);
    return {
      id,
      title,
      rules: rules.map((rule) => ({ text: rule.text, statute: cite(rule), link: rule.source.link })),
    };
  });
}

export async function createDraft(
  deps: Pick<ApplicationDeps, 'forms' | 'clock'>,
  section: string,
  changes: FileChanges = {},
) {
  return { ...(await applyDraft(deps, changes)), section };
}

/**
 * Applies changes to the active files. A null change restores the file from schemas/. Throws `heldBack` if a file's
 * JSON is nested too deeply.
 */
export async function applyDraft(
  { forms, clock }: Pick<ApplicationDeps, 'forms' | 'clock'>,
  changes: FileChanges = {},
) {
  assertDepth(changes);
  const restored = Object.keys(changes).filter((file) => changes[file] === null);
  const folder = restored.length > 0 ? await forms.readFolder() : {};
  const originals = Object.fromEntries(restored.map((file) => [file, folder[file] ?? REMOVED]));
  const texts = applyChanges(forms.texts, { ...changes, ...originals });
  return { texts, changed: Object.keys(changes), today: toIsoDate(clock()) };
}

type Drawn = NonNullable<ReturnType<SchemaWork['drawSection'] | SchemaWork['drawEditor']>>;
type Shown = Exclude<Drawn, { findings: unknown }>;

/** Stores the validator of a rendered section. Throws `notFound` or `heldBack`. */
export async function serveDrawn<Drawing extends Shown>(
  { stores }: Pick<ApplicationDeps, 'stores'>,
  drawing: Drawing | { findings: LintIssue[] } | undefined,
): Promise<Omit<Drawing, 'section' | 'hash' | 'code'> & { served: ServedSection }> {
  if (!drawing) throw refuse('notFound');
  if ('findings' in drawing) throw createRejection(drawing.findings);
  const { section, hash, code, ...rest } = drawing;
  await stores.forms.storeValidator(hash, code);
  return { ...rest, served: { ...section, validator: `/api/forms/validators/${hash}.js` } };
}

export async function createPreviewContext(
  { db, stores, clock }: Pick<ApplicationDeps, 'db' | 'stores' | 'clock'>,
  applicationType: ApplicationType,
): Promise<Context> {
  const first = await findFirstSubscriber(db);
  return {
    today: todayIn(first?.time_zone ?? 'UTC', clock()),
    applicationType,
    applicant: { first_name: 'Robin', last_name: 'Hale' },
    lists: first ? await stores.forms.getLists(first.id, first.property) : {},
  };
}

/** Routes for field editors. An editor is a section generated from schemas/meta. */
export function editorRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, studioVersions);
  on('POST /studio/editor', async (request) => answer(await drawEditor(deps, request.body, languageOf(request))), {
    bodyLimit: MAX_CHANGES,
    onRequest: requireStudio(deps, 'edit'),
  });
}

async function drawEditor(
  deps: ApplicationDeps,
  { section, changes, ...request }: EditorRequest,
  language: string,
): Promise<FieldEditor> {
  const draft = await createDraft(deps, section, changes);
  const drawn = await runForRequest('drawEditor', { ...draft, ...request, language }, draft.changed[0]);
  const [context, served] = await Promise.all([createPreviewContext(deps, 'Property'), serveDrawn(deps, drawn)]);
  return { ...served, context };
}
