import { messages } from '../../../messages/serverMessages';
import { listOfficeEmails } from '../../applications/accommodation/accommodationRepository';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Feature } from '../../applications/feature';
import { writeMail } from '../../platform/mail/mail';
import { accommodationRoutes, type ContactGuard } from './accommodationRoutes';

/** Requests for accommodation. In the office, only accommodation contacts can read them. */
export const createAccommodation = (office: ContactGuard) =>
  ({
    routes: (api, deps) => accommodationRoutes(api, deps, office),
    jobs: {
      // Has no `delay`, because a timeline entry about a delay would reveal the request to the people who decide.
      'accommodation-mail': (deps, { trn }: { trn: string }) => sendRequestMail(deps, trn),
    },
  }) satisfies Feature;

/** Emails the accommodation contacts, or the owners if there are none. The email doesn't include the request. */
async function sendRequestMail(deps: ApplicationDeps, trn: string): Promise<void> {
  const application = await deps.stores.applications.find(trn);
  if (!application) return;
  const { subscriber_id: landlord, subscriber_name: subscriber, support_email: support } = application;
  const { mail } = messages('accommodation');
  const contacts = await listOfficeEmails(deps.db, landlord, 'accommodation');
  const readers = contacts.length ? contacts : await listOfficeEmails(deps.db, landlord, 'owner');
  const values = { landlord, subscriber, support, link: `${deps.config.appUrl}/office` };
  for (const { email: to, language } of readers) {
    const texts = deps.forms.languages[language];
    await deps.mail.send({ to, ...writeMail(texts, contacts.length ? mail.request : mail.noContact, values) });
  }
}
