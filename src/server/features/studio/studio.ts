import { messages } from '../../../messages/serverMessages';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Feature } from '../../applications/feature';
import { writeMail } from '../../platform/mail/mail';
import { type LoginRequest, sendLoginLink } from '../../platform/sessions/staffLogin';
import { publishDue } from './publishVersion';
import { studioLoginRoutes } from './studioAccess';
import { studioErrors } from './studioErrors';
import { findStudioPerson, studioStaff, studioUrl } from './studioPeopleRepository';
import { editorRoutes, studioRoutes } from './studioRoutes';
import { reloadOnPublish, versionRoutes } from './versionRoutes';

/** The feature in which staff edit the forms. */
export const studio = {
  errors: studioErrors,
  routes(api, deps) {
    api.decorateRequest('studio');
    studioRoutes(api, deps);
    studioLoginRoutes(api, deps);
    versionRoutes(api, deps);
    editorRoutes(api, deps);
  },
  rootRoutes: reloadOnPublish,
  jobs: {
    'studio-login': (deps, request: LoginRequest) => sendStudioLink(deps, request),
    'studio-publish': (deps, { id }: { id: string }) => publishDue(deps, id),
  },
  deleteExpired: ({ db }, yesterday) => studioStaff.sweep(db, yesterday),
} satisfies Feature;

/** Emails a login link. Unknown addresses get nothing. */
async function sendStudioLink(deps: ApplicationDeps, { email, isRepeat }: LoginRequest): Promise<void> {
  const person = await findStudioPerson(deps.db, email);
  if (!person) return;
  await sendLoginLink(deps, studioStaff, { personId: person.id, isRepeat }, async (token) => {
    const values = { link: studioUrl(deps.config.appUrl, token) };
    await deps.mail.send({ to: person.email, ...writeMail(undefined, messages('studio').mail.login, values) });
  });
}
