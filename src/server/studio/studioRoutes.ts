import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { configOverlay, type SampleConfig } from '../../model/overlay';
import type { Preview, PreviewWish } from '../../model/preview';
import { resolveSection } from '../../model/resolveSection';
import { sectionMessages } from '../../model/sectionMessages';
import { translate } from '../../model/translate';
import type { ApplicationType, Context, Overlay } from '../../model/types';
import { configKeys } from '../../tools/schemas/lint/lintConfigs';
import { completeSection } from '../../tools/schemas/prove/completeSection';
import type { Config } from '../config';
import type { Deps } from '../deps';
import { compileForBoth } from '../forms/compiledSections';
import { readLists } from '../forms/formStore';
import { type Forms, todayIn } from '../forms/forms';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';

/** For those who edit schemas/: sections under any settings. In development for everyone, elsewhere with the operator's token alone. */
export function studioRoutes(api: FastifyInstance, deps: Deps): void {
  const guard = async (request: FastifyRequest) => refuseStrangers(request, deps.config);
  const options = { config: { open: true }, schema: { hide: true }, onRequest: guard };

  api.get('/studio', options, async () => answer({ ...studioChoices(deps.forms), isLive: !deps.config.production }));

  api.post<{ Body: PreviewWish }>(
    '/studio/section',
    { ...options, schema: { hide: true, body: WISH } },
    async ({ body }) => answer(await previewSection(deps, body)),
  );
}

/** Without a token in the settings there is no Studio outside development; what is asked for then is not found. */
function refuseStrangers({ headers }: FastifyRequest, { production, operatorToken }: Config): void {
  if (!production) return;
  if (!operatorToken) throw refuse('notFound');
  if (typeof headers.operator !== 'string' || !isSame(headers.operator, operatorToken)) throw refuse('noSession');
}

/** Digests are of one length, so that the time taken tells nothing. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

const WISH = {
  type: 'object',
  required: ['section', 'applicationType', 'overlay'],
  additionalProperties: false,
  properties: {
    section: { type: 'string', maxLength: 100 },
    applicationType: { enum: ['Office', 'Agent', 'Property', 'Floor', 'Unit'] },
    language: { type: 'string', pattern: '^[a-z]{2}$' },
    overlay: {
      type: 'object',
      required: ['settings'],
      properties: {
        settings: { type: 'object', additionalProperties: { enum: ['Hide', 'Required', 'Optional'] } },
        texts: { type: 'object' },
      },
    },
  },
};

/** What the Studio offers to choose from. */
interface StudioChoices {
  version: string;
  sections: { name: string; title: string; keys: string[] }[];
  configs: { name: string; title: string; overlay: Overlay }[];
  languages: { id: string; name: string }[];
}

/** The choices, read from the schema files as they are now. */
function studioChoices({ catalogue, files, schemaVersion }: Forms): StudioChoices {
  const named = (folder: string) => Object.entries(files).filter(([file]) => file.startsWith(`${folder}/`));
  const idOf = (file: string) => file.slice(file.indexOf('/') + 1, -'.json'.length);
  return {
    version: schemaVersion,
    sections: catalogue.sectionNames.map((name) => {
      const { schema } = catalogue.section(name);
      return { name, title: schema.title ?? name, keys: [...new Set(configKeys(schema).map(({ key }) => key))].sort() };
    }),
    configs: named('configs').map(([file, config]) => ({
      name: idOf(file),
      title: (config as SampleConfig).title ?? idOf(file),
      overlay: configOverlay(config as SampleConfig),
    })),
    languages: named('translations').map(([file, content]) => ({
      id: idOf(file),
      name: (content as { language: string }).language,
    })),
  };
}

/** Throws `notFound` for a section that is not there. */
async function previewSection(
  deps: Deps,
  { section, applicationType, overlay, language }: PreviewWish,
): Promise<Preview> {
  const { catalogue, files } = deps.forms;
  if (!catalogue.sectionNames.includes(section)) throw refuse('notFound');
  const words = wordsOf(files[`translations/${language}.json`]);
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
async function contextOf({ db, clock }: Deps, applicationType: ApplicationType): Promise<Context> {
  const { rows } = await db.query<{ id: string; time_zone: string; property: number | null }>(
    `select s.id, s.time_zone, (select min(p.id) from property p where p.subscriber_id = s.id) as property
     from subscriber s order by s.id limit 1`,
  );
  const [first] = rows;
  return {
    today: todayIn(first?.time_zone ?? 'UTC', clock()),
    applicationType,
    applicant: { first_name: 'Robin', last_name: 'Hale' },
    lists: first ? await readLists(db, first.id, first.property) : {},
  };
}

function wordsOf(file: unknown): Record<string, string> {
  return (file as { texts?: Record<string, string> } | undefined)?.texts ?? {};
}

function translateMessages(messages: Record<string, string>, words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(messages).map(([keyword, text]) => [keyword, words[text] ?? text]));
}
