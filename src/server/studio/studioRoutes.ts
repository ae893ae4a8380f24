import type { FastifyInstance } from 'fastify';
import { type Preview, type PreviewWish, type StudioChoices, studio } from '../../contract/studio';
import { CatalogueError } from '../../model/catalogueError';
import { configOverlay } from '../../model/overlay';
import { resolveSection } from '../../model/resolveSection';
import { sectionMessages } from '../../model/sectionMessages';
import { type FileChanges, mayDo } from '../../model/studio';
import { translate } from '../../model/translate';
import type { ApplicationType, Context } from '../../model/types';
import { configKeys } from '../../tools/schemas/lint/lintConfigs';
import { lintSchemas } from '../../tools/schemas/lint/lintSchemas';
import { completeSection } from '../../tools/schemas/prove/completeSection';
import type { Deps } from '../deps';
import { compileForBoth } from '../forms/compiledSections';
import { todayIn } from '../forms/forms';
import { layFiles } from '../forms/publishedFiles';
import { makeSchemas } from '../forms/schemaFiles';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';
import { heldBack, refuseFindings } from './publishVersion';
import { requireStudio } from './studioAccess';
import { listSubscribers } from './subscriberVersion';

/** For those who edit schemas/: sections under any settings, live or with files changed. In development for everyone to look at. */
export function studioRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, studio);

  on('GET /studio', async () => answer(await studioChoices(deps)), { onRequest: requireStudio(deps, 'look') });
  on(
    'POST /studio/section',
    async ({ body, studio }) => {
      if (body.changes && !mayDo(studio.role, 'edit')) throw refuse('notAllowed');
      return answer(await previewSection(deps, body));
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

/** Throws `notFound` for a section that is not there. */
async function previewSection(
  deps: Deps,
  { section, applicationType, overlay, language, changes }: PreviewWish,
): Promise<Preview> {
  const { catalogue, files } = changes ? changedSchemas(deps, section, changes) : deps.forms;
  if (!catalogue.sectionNames.includes(section)) throw refuse('notFound');
  const words = files[`translations/${language}.json`]?.texts ?? {};
  const translated = translate(catalogue.section(section), words);
  const plain = resolveSection(translated, overlay, translateMessages(catalogue.messages, words));
  const { checker, module } = compileForBoth(plain);
  const { hash, code } = module();
  await deps.stores.forms.keepValidator(hash, code);
  const context = await contextOf(deps, applicationType);
  const completion = completeSection(plain, checker, context);
  const { name, schema, ui, rules, removed } = plain;
  return {
    served: { name, schema, ui, rules, removed, validator: `/api/forms/validators/${hash}.js` },
    context,
    files: { schema: files[`${section}.schema.json`], ui: files[`${section}.ui.json`] },
    merged: plain.strict,
    messages: sectionMessages(plain.strict),
    ...('answers' in completion && { example: completion.answers }),
  };
}

/** Faults by which a section cannot be drawn, or could keep the process busy; what else is wrong with a change, the gate says. */
const STOPS = /^(not-json|meta|bad-pattern|slow-pattern)$/;

/** What is live with files changed. Throws `heldBack` for what cannot be drawn. */
function changedSchemas({ forms, clock }: Deps, section: string, changes: FileChanges) {
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
async function contextOf({ db, stores, clock }: Deps, applicationType: ApplicationType): Promise<Context> {
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

function translateMessages(messages: Record<string, string>, words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(messages).map(([keyword, text]) => [keyword, words[text] ?? text]));
}
