import type { FastifyInstance } from 'fastify';
import { nanoid } from 'nanoid';
import texts from '../../../schemas/texts/operator.json';
import { type Draft, drafts, type TypedDraft } from '../../contract/drafts';
import { revisionOfSaved } from '../../model/body';
import type { Catalogue } from '../../model/catalogue';
import { migrateAnswers, pendingMigrations } from '../../model/migrations';
import { withoutRemoved } from '../../model/prune';
import type { Answers, Step } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import { hasMasked, maskAnswers, openAnswers, sealAnswers, unmaskAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import type { StoredDraft } from './draftStore';
import { knownSsns } from './judgeStep';
import { draftBound, type OpenStep, openStep } from './openStep';
import { madeWith } from './stepStore';

/** What was typed and not yet saved, per section; judged by nothing but its size (api.md, drafts). */
export function draftRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, drafts);

  on('GET /drafts/:trn/:section', async ({ params, applicant }) =>
    answer((await findDraft(deps, applicant, params.section)) ?? null),
  );

  on(
    'PUT /drafts/:trn/:section',
    async ({ params: { section }, body, applicant, headers }) => {
      const answers = asAskedNow(deps, section, body.answers, headers['forms-version']);
      return answer({ revision: await keepDraft(deps, applicant, section, { ...body, answers }) });
    },
    { bodyLimit: MOST_BYTES },
  );
}

/** What was typed into a page that was opened before the schema files changed, brought to today's questions. */
function asAskedNow({ forms }: Deps, section: string, answers: Answers, version: unknown): Answers {
  if (typeof version !== 'string' || version === forms.version) return answers;
  return migrateAnswers(section, answers, pendingMigrations(forms.migrations, version));
}

// A drawn signature is part of its section's draft.
const MOST_BYTES = 1_000_000;

/** What was typed into a section; undefined when nothing was. Throws `notFound` for a section that no application asks. */
export async function findDraft(deps: Deps, applicant: Applicant, section: string): Promise<Draft | undefined> {
  stepOfSection(deps.forms.catalogue, section);
  const stored = await deps.stores.drafts.find(applicant.trn, section);
  return stored && seeDraft(deps, applicant, section, stored);
}

/**
 * Keeps what is typed into a section and gives its revision. Throws `staleDraft` with what stands there when another text came
 * since the one the mark names, and `submitted` when it is too late.
 */
async function keepDraft(
  deps: Deps,
  applicant: Applicant,
  section: string,
  { answers, mark }: TypedDraft,
): Promise<string> {
  const { flow, step } = stepOfSection(deps.forms.catalogue, section);
  const schema = deps.forms.catalogue.section(section).schema;
  const [overlay, key] = await Promise.all([
    deps.forms.overlayOf(applicant.subscriberId),
    deps.keyring.keyOf(applicant.trn),
  ]);
  // What is stored is asked for only where it decides: a draft is written every second, most without a masked number.
  const known = hasMasked(schema, answers) ? knownSsns(deps, await openStep(deps, applicant, flow, step.id)) : [];
  const asked = withoutRemoved(deps.forms.plainOf(section, overlay), answers);
  const clear = unmaskAnswers(schema, asked, known);
  const revision = mark ? `${mark.page}.${mark.at}` : nanoid();
  const kept = await deps.stores.drafts.keep({
    trn: applicant.trn,
    step: step.id,
    section,
    data: sealAnswers(schema, clear, key, draftBound(applicant.trn, section)),
    now: deps.clock(),
    afterwards: flow === 'success',
    revision,
    mark,
    ...madeWith(deps, overlay),
  });
  return kept ? revision : whatStands(deps, applicant, section, mark?.page);
}

/** Why nothing was kept; a newer text of the same page is none. */
async function whatStands(deps: Deps, applicant: Applicant, section: string, page?: string): Promise<string> {
  const { flow, step } = stepOfSection(deps.forms.catalogue, section);
  const open = await openStep(deps, applicant, flow, step.id);
  if (open.submitted && flow !== 'success') throw refuse('submitted');
  const stored = await deps.stores.drafts.find(applicant.trn, section);
  if (stored?.page && stored.page === page) return stored.revision;
  const records = stored ? await seeDraft(deps, applicant, section, stored) : seeSaved(deps, open, section);
  throw refuse('staleDraft', { records });
}

async function seeDraft(deps: Deps, { trn }: Applicant, section: string, stored: StoredDraft): Promise<Draft> {
  const pending = pendingMigrations(deps.forms.migrations, stored.schemaVersion);
  const { schema } = deps.forms.catalogue.section(section);
  const sealed = migrateAnswers(section, stored.data, pending);
  const onLost = (path: string) => deps.log.warn({ trn, field: `${section}/${path}` }, texts.unreadable);
  const clear = openAnswers(schema, sealed, await deps.keyring.keyOf(trn), draftBound(trn, section), onLost);
  return { answers: maskAnswers(schema, clear), revision: stored.revision };
}

function seeSaved(deps: Deps, { answers, version }: OpenStep, section: string): Draft {
  const { schema } = deps.forms.catalogue.section(section);
  return { answers: maskAnswers(schema, answers[section] ?? {}), revision: revisionOfSaved(version) };
}

/** The step that asks a section. Throws `notFound` for a section that no application asks. */
function stepOfSection(catalogue: Catalogue, section: string): { flow: string; step: Step } {
  for (const flow of ['application', 'success']) {
    const step = catalogue.flow(flow).steps.find((one) => one.sections.some((part) => part.section === section));
    if (step) return { flow, step };
  }
  throw refuse('notFound');
}
