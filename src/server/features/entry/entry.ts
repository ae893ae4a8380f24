import { messages } from '../../../messages/serverMessages';
import { formatMoment } from '../../../model/format/dates';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { entryPath } from '../../applications/entryLinks';
import type { Feature } from '../../applications/feature';
import { writeMail } from '../../platform/mail/mail';
import { invalidateTokens, issueToken } from '../../platform/sessions/tokenRepository';
import type { EntryDeps } from './addresses';
import { applicationRoutes } from './applicationRoutes';
import { entryErrors } from './entryErrors';
import { addressRoutes, entryRoutes, logoRoutes } from './entryRoutes';

export const entry = {
  errors: entryErrors,
  routes(api, deps) {
    entryRoutes(api, deps);
    addressRoutes(api, deps);
    logoRoutes(api, deps);
    applicationRoutes(api, deps);
  },
  jobs: {
    invitation: (deps, { trn, language }: { trn: string; language: string }) => sendInvitation(deps, trn, language),
  },
} satisfies Feature<EntryDeps>;

/** Emails an invitation. The token is created here, so it's never in the job table. */
export async function sendInvitation(deps: ApplicationDeps, trn: string, language: string): Promise<void> {
  const application = await deps.stores.applications.find(trn);
  const link = await deps.stores.links.findByTrn(trn);
  const expiresAt = link?.expires_at;
  if (!application || application.account_id || !link || link.revoked_at || !expiresAt) return;
  if (expiresAt <= deps.clock()) return;
  await invalidateTokens(deps.db, 'invitation', { trn }, deps.clock());
  const token = await issueToken(deps.db, { purpose: 'invitation', trn, expiresAt });
  const values = {
    subscriber: application.subscriber_name,
    landlord: application.subscriber_id,
    support: application.support_email,
    link: `${deps.config.appUrl}${entryPath(link, trn)}?t=${token}`,
    date: formatMoment(expiresAt, { dateStyle: 'medium', timeZone: 'UTC' }, language),
  };
  await deps.mail.send({
    to: application.email,
    ...writeMail(deps.forms.languages[language], messages('server').mail.invitation, values),
  });
}
