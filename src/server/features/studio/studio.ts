import { messages } from '../../../messages/serverMessages';
import { DAY_MS } from '../../../model/format/dates';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Feature } from '../../applications/feature';
import { writeMail } from '../../platform/mail/mail';
import { type LoginRequest, sendLoginLink } from '../../platform/sessions/staffLogin';
import { deleteResolved } from './commentRepository';
import { commentRoutes } from './commentRoutes';
import { publishDue } from './publishVersion';
import { rehearsalRoutes } from './rehearsalRoutes';
import { studioLoginRoutes } from './studioAccess';
import { studioErrors } from './studioErrors';
import { findStudioPerson, studioStaff, studioUrl } from './studioPeopleRepository';
import { editorRoutes, studioRoutes } from './studioRoutes';
import { reloadOnPublish, versionRoutes } from './versionRoutes';

const RESOLVED_DAYS = 30;

/** The Studio, where staff edit the forms. */
export const studio = {
  errors: studioErrors,
  routes(api, deps) {
    api.decorateRequest('studio');
    studioRoutes(api, deps);
    rehearsalRoutes(api, deps);
    studioLoginRoutes(api, deps);
    versionRoutes(api, deps);
    editorRoutes(api, deps);
    commentRoutes(api, deps);
  },
  rootRoutes: reloadOnPublish,
  jobs: {
    'studio-login': (deps, request: LoginRequest) => sendStudioLink(deps, request),
    'studio-publish': (deps, { id }: { id: string }) => publishDue(deps, id),
  },
  async deleteExpired({ db, clock }, yesterday) {
    await studioStaff.sweep(db, yesterday);
    await deleteResolved(db, new Date(clock().getTime() - RESOLVED_DAYS * DAY_MS));
  },
} satisfies Feature;

async function sendStudioLink(deps: ApplicationDeps, { email, isRepeat }: LoginRequest): Promise<void> {
  const person = await findStudioPerson(deps.db, email);
  if (!person) return;
  await sendLoginLink(deps, studioStaff, { personId: person.id, isRepeat }, async (token) => {
    const values = { landlord: undefined, link: studioUrl(deps.config.appUrl, token) };
    await deps.mail.send({ to: person.email, ...writeMail(undefined, messages('studio').mail.login, values) });
  });
}
