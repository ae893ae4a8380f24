import type { FastifyInstance } from 'fastify';
import { type Preview, type PreviewWish, type StudioChoices, studio } from '../../contract/studio';
import { configOverlay } from '../../model/overlay';
import { resolveSection } from '../../model/resolveSection';
import { sectionMessages } from '../../model/sectionMessages';
import { mayDo } from '../../model/studio';
import { translate } from '../../model/translate';
import type { SchemaFiles } from '../../model/types';
import { configKeys } from '../../tools/schemas/lint/lintConfigs';
import { completeSection } from '../../tools/schemas/prove/completeSection';
import type { Deps } from '../deps';
import { compileForBoth } from '../forms/compiledSections';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { changedSchemas, inventedContext } from './changedSchemas';
import { requireStudio } from './studioAccess';
import { listSubscribers } from './subscriberVersion';
import { findVersion } from './versionStore';

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
      return answer(await previewSection(deps, { ...body, changes: body.changes ?? kept?.files }));
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
  const context = await inventedContext(deps, applicationType);
  const completion = completeSection(plain, checker, context);
  const { name, schema, ui, rules, removed } = plain;
  return {
    served: { name, schema, ui, rules, removed, validator: `/api/forms/validators/${hash}.js` },
    context,
    files: { schema: files[`${section}.schema.json`], ui: files[`${section}.ui.json`] },
    merged: plain.strict,
    personas: personasOf(files, section),
    messages: sectionMessages(plain.strict),
    ...('answers' in completion && { example: completion.answers }),
  };
}

/** What each persona answers in a section. */
function personasOf(files: SchemaFiles, section: string): Preview['personas'] {
  const names = Object.keys(files).filter((file) => file.startsWith('personas/'));
  return names.flatMap((file) => {
    const { name, flows }: Persona = files[file] ?? {};
    const steps = Object.values(flows ?? {}).flatMap((flow) => Object.values(flow));
    const answers = steps.find((step) => section in step)?.[section];
    return name && answers ? [{ name, answers }] : [];
  });
}

interface Persona {
  name?: string;
  flows?: Record<string, Record<string, Record<string, Record<string, unknown>>>>;
}

function translateMessages(messages: Record<string, string>, words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(messages).map(([keyword, text]) => [keyword, words[text] ?? text]));
}
