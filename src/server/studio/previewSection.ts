import type { Preview, PreviewWish } from '../../model/preview';
import { resolveSection } from '../../model/resolveSection';
import { sectionMessages } from '../../model/sectionMessages';
import { translate } from '../../model/translate';
import type { ApplicationType, Context } from '../../model/types';
import { completeSection } from '../../tools/schemas/prove/completeSection';
import type { Deps } from '../deps';
import { compileForBoth } from '../forms/compiledSections';
import { createFormStore, readLists } from '../forms/formStore';
import { todayIn } from '../forms/forms';
import { refuse } from '../http/errors';

/** Throws `notFound` for a section that is not there. */
export async function previewSection(
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
  await createFormStore(deps.db).keepValidator(hash, code);
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
