import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Preview, type PreviewWish, type StudioChoices, studio } from '../../contract/studio';
import { configOverlay } from '../../model/overlay';
import { resolveSection } from '../../model/resolveSection';
import { sectionMessages } from '../../model/sectionMessages';
import { translate } from '../../model/translate';
import type { ApplicationType, Context } from '../../model/types';
import { configKeys } from '../../tools/schemas/lint/lintConfigs';
import { completeSection } from '../../tools/schemas/prove/completeSection';
import type { Config } from '../config';
import type { Deps } from '../deps';
import { compileForBoth } from '../forms/compiledSections';
import { todayIn } from '../forms/forms';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';

/** For those who edit schemas/: sections under any settings. In development for everyone, elsewhere only with the operator's token. */
export function studioRoutes(api: FastifyInstance, deps: Deps): void {
  const guard = async (request: FastifyRequest) => refuseStrangers(request, deps.config);
  const on = routesOf(api, deps, studio);

  on('GET /studio', async () => answer(studioChoices(deps)), { onRequest: guard });
  on('POST /studio/section', async ({ body }) => answer(await previewSection(deps, body)), { onRequest: guard });
}

/** Without a token in the settings there is no Studio outside development; what is asked for then is not found. */
function refuseStrangers({ headers }: FastifyRequest, { production, operatorToken }: Config): void {
  if (!production) return;
  if (!operatorToken) throw refuse('notFound');
  if (typeof headers.operator !== 'string' || !isSame(headers.operator, operatorToken)) throw refuse('noSession');
}

/** Digests are of one length, so that the time taken says nothing. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** So many findings are read; the rest follows from them, or comes after. */
const MOST_TOLD = 20;

/** The choices, read from the schema files as they are now. */
function studioChoices({ forms: { catalogue, files, schemaVersion, heldBack }, config }: Deps): StudioChoices {
  const named = (folder: string) =>
    Object.keys(files)
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => file.slice(folder.length + 1, -'.json'.length));
  return {
    version: schemaVersion,
    heldBack: heldBack.slice(0, MOST_TOLD),
    isLive: !config.production,
    sections: catalogue.sectionNames.map((name) => {
      const { schema } = catalogue.section(name);
      return { name, title: schema.title ?? name, keys: [...new Set(configKeys(schema).map(({ key }) => key))].sort() };
    }),
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
  { section, applicationType, overlay, language }: PreviewWish,
): Promise<Preview> {
  const { catalogue, files } = deps.forms;
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
