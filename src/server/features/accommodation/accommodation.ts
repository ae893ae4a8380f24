import { messages } from '../../../messages/serverMessages';
import { listOfficeEmails } from '../../applications/accommodation/accommodationRepository';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Feature } from '../../applications/feature';
import { writeMail } from '../../platform/mail/mail';
import { accommodationRoutes, type ContactGuard } from './accommodationRoutes';

/** Requests for a reasonable accommodation, sealed from the people who decide. */
export const createAccommodation = (office: ContactGuard) =>
  ({
    routes: (api, deps) => accommodationRoutes(api, deps, office),
    jobs: {
      // Without a delay: those are on the timeline of the people who decide.
      'accommodation-mail': (deps, { trn }: { trn: string }) => sendRequestMail(deps, trn),
    },
  }) satisfies Feature;

/** Says that a request waits, without its text and without the applicant. Owners are asked for a contact if there's none. */
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
