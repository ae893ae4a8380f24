import type { FastifyInstance } from 'fastify';
import { type Rehearsal, type RehearsalRequest, studio } from '../../../contract/studio';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { answer, routesOf } from '../../platform/http/routesOf';
import { MAX_CHANGES, requireStudio } from './studioAccess';
import { createRejection } from './studioErrors';
import { applyDraft, createPreviewContext, underLaw, withStored } from './studioRoutes';
import { runForRequest } from './studioThread';

/** Compares a draft with the live forms. Stores nothing. */
export function rehearsalRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, studio);
  on(
    'POST /studio/rehearsal',
    async ({ body, studio }) => answer(await rehearse(deps, body, await withStored(deps, body, studio))),
    { bodyLimit: MAX_CHANGES, onRequest: requireStudio(deps, 'look') },
  );
}

async function rehearse(
  deps: ApplicationDeps,
  { overlay, liveOverlay = overlay, place }: RehearsalRequest,
  drafted: RehearsalRequest,
): Promise<Rehearsal> {
  const draft = await applyDraft(deps, drafted.changes);
  const found = await runForRequest(
    'rehearse',
    {
      ...draft,
      live: { texts: deps.forms.texts, settings: underLaw(deps, liveOverlay, place) },
      settings: underLaw(deps, drafted.overlay, place),
      context: await createPreviewContext(deps, 'Property'),
    },
    draft.changed[0],
  );
  if ('findings' in found) throw createRejection(found.findings);
  return found;
}
