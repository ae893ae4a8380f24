import type { FastifyInstance } from 'fastify';
import { nanoid } from 'nanoid';
import { type Draft, drafts, type TypedDraft } from '../../../contract/drafts';
import { messages } from '../../../messages/serverMessages';
import { linkedNames, migrateAnswers, migrateSection } from '../../../model/answers/migrations';
import { toPointer } from '../../../model/answers/paths';
import { draftRevision, revisionOfSaved } from '../../../model/answers/stepBody';
import type { Catalog } from '../../../model/section/catalog';
import { withoutRemoved } from '../../../model/section/prune';
import type { Answers, PlainSection, Step } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { hiddenAnswerErrors } from '../../applications/checkBody';
import { hasMaskedSsn, maskAnswers, openAnswers, sealAnswers, unmaskAnswers } from '../../applications/sealedAnswers';
import type { StoredDraft } from '../../applications/steps/draftRepository';
import { formsUsed } from '../../applications/steps/formsUsed';
import { type OpenStep, openStep } from '../../applications/steps/openStep';
import { draftAdditionalData } from '../../applications/steps/readStored';
import { renameDrafts } from '../../applications/steps/renameDrafts';
import { findKnownSsns } from '../../applications/steps/validateStep';
import { answer, routesOf } from '../../platform/http/routesOf';
import type { Applicant } from '../../platform/sessions/sessions';
import { refuse } from './stepsErrors';

export function draftRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, drafts);

  on('GET /drafts/:trn/:section', async ({ params, applicant }) =>
    answer((await findDraft(deps, applicant, currentSectionName(deps, params.section))) ?? null),
  );

  on(
    'PUT /drafts/:trn/:section',
    async ({ params, body, applicant, headers }) => {
      const { section, answers } = migrateInput(deps, params.section, body.answers, headers['forms-version']);
      return answer({ revision: await saveDraft(deps, applicant, section, { ...body, answers }) });
    },
    { bodyLimit: MAX_BYTES },
  );
}

/** Migrates a draft from a page with older forms. Throws `notFound` if the section is gone. */
function migrateInput({ forms }: Pick<ApplicationDeps, 'forms'>, section: string, answers: Answers, version: unknown) {
  if (typeof version !== 'string' || version === forms.version) return { section, answers };
  const migrated = migrateSection(section, answers, forms.migrationsFrom(version));
  if (!migrated) throw refuse('notFound');
  return migrated;
}

function currentSectionName({ forms }: Pick<ApplicationDeps, 'forms'>, section: string): string {
  const isKnown = (name: string) => forms.catalog.sectionNames.includes(name);
  return isKnown(section) ? section : (linkedNames(section, forms.pastMigrations).find(isKnown) ?? section);
}

// Drafts can contain drawn signatures.
const MAX_BYTES = 1_000_000;

/** Throws `notFound` for an unknown section. */
export async function findDraft(
  deps: ApplicationDeps,
  applicant: Applicant,
  section: string,
): Promise<Draft | undefined> {
  findStepOfSection(deps.forms.catalog, section);
  await renameFormerDrafts(deps, applicant, section);
  const stored = await deps.stores.drafts.find(applicant.trn, section);
  return stored && describeDraft(deps, applicant, section, stored);
}

/** Throws `notFound`, `staleDraft`, `submitted` or `invalid`. */
async function saveDraft(
  deps: ApplicationDeps,
  applicant: Applicant,
  section: string,
  { answers, mark }: TypedDraft,
): Promise<string> {
  const { flow, step } = findStepOfSection(deps.forms.catalog, section);
  const schema = deps.forms.catalog.section(section).schema;
  await renameFormerDrafts(deps, applicant, section);
  const [settings, key] = await Promise.all([deps.forms.getSettings(applicant), deps.keyring.keyOf(applicant.trn)]);
  // Read only if needed, because drafts are saved often.
  const knownSsns = hasMaskedSsn(schema, answers)
    ? findKnownSsns(deps, await openStep(deps, applicant, flow, step.id))
    : [];
  const plainSection = deps.forms.getPlainSection(section, settings);
  assertVisible(plainSection, answers);
  const clear = unmaskAnswers(schema, withoutRemoved(plainSection, answers), knownSsns);
  const revision = mark ? draftRevision(mark) : nanoid();
  const isSaved = await deps.stores.drafts.save({
    trn: applicant.trn,
    step: step.id,
    section,
    data: sealAnswers(schema, clear, key, draftAdditionalData(applicant.trn, section)),
    now: deps.clock(),
    afterwards: flow === 'success',
    revision,
    base: mark,
    ...formsUsed(deps, settings),
  });
  return isSaved ? revision : resolveConflict(deps, applicant, section, mark?.page);
}

function assertVisible(section: PlainSection, answers: Answers): void {
  const errors = hiddenAnswerErrors(section, answers).map(({ path, message }) => {
    const field = toPointer(path);
    return { path: `/answers${field}`, section: section.name, field, message };
  });
  if (errors.length > 0) throw refuse('invalid', { errors });
}

/** Throws `submitted`, or `staleDraft` unless the same page saved the stored draft. Returns that draft's revision. */
async function resolveConflict(
  deps: ApplicationDeps,
  applicant: Applicant,
  section: string,
  page?: string,
): Promise<string> {
  const { flow, step } = findStepOfSection(deps.forms.catalog, section);
  const open = await openStep(deps, applicant, flow, step.id);
  if (open.submitted && flow !== 'success') throw refuse('submitted');
  const stored = await deps.stores.drafts.find(applicant.trn, section);
  if (stored?.page && stored.page === page) return stored.revision;
  const records = stored ? await describeDraft(deps, applicant, section, stored) : describeSaved(deps, open, section);
  throw refuse('staleDraft', { records });
}

async function describeDraft(
  deps: Pick<ApplicationDeps, 'forms' | 'log' | 'keyring'>,
  applicant: Applicant,
  section: string,
  stored: StoredDraft,
): Promise<Draft> {
  const { trn } = applicant;
  const { schema } = deps.forms.catalog.section(section);
  const sealed = migrateAnswers(section, stored.data, deps.forms.migrationsFrom(stored.schemaVersion));
  const onLost = (path: string) => deps.log.warn({ trn, field: `${section}/${path}` }, messages('operator').unreadable);
  const clear = openAnswers(schema, sealed, await deps.keyring.keyOf(trn), draftAdditionalData(trn, section), onLost);
  const visible = withoutRemoved(deps.forms.getPlainSection(section, await deps.forms.getSettings(applicant)), clear);
  return { answers: maskAnswers(schema, visible), revision: stored.revision };
}

function describeSaved(
  deps: Pick<ApplicationDeps, 'forms'>,
  { answers, version, settings }: OpenStep,
  section: string,
): Draft {
  const { schema } = deps.forms.catalog.section(section);
  const visible = withoutRemoved(deps.forms.getPlainSection(section, settings), answers[section] ?? {});
  return { answers: maskAnswers(schema, visible), revision: revisionOfSaved(version) };
}

async function renameFormerDrafts(
  deps: Pick<ApplicationDeps, 'forms' | 'keyring' | 'db'>,
  { trn }: Applicant,
  section: string,
): Promise<void> {
  const formerNames = linkedNames(section, deps.forms.pastMigrations).slice(1);
  if (formerNames.length > 0) await renameDrafts(deps, trn, formerNames);
}

function findStepOfSection(catalog: Catalog, section: string): { flow: string; step: Step } {
  for (const flow of ['application', 'success']) {
    const step = catalog.flow(flow).steps.find((one) => one.sections.some((part) => part.section === section));
    if (step) return { flow, step };
  }
  throw refuse('notFound');
}
