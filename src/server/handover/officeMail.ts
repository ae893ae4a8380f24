import texts from '../../../schemas/texts/handover.json';
import { formatMoment } from '../../model/format';
import type { Deps } from '../deps';
import { writeMail } from '../mail/mail';

/** The job that tells the landlord's office of a submitted application, where it wants to be told; nothing of the applicant is in the mail. */
export async function sendOfficeMail({ stores, mail, config }: Deps, trn: string): Promise<void> {
  const application = await stores.applications.find(trn);
  if (!application?.submitted_at) return;
  const { office_email: to, time_zone: timeZone } = await stores.subscribers.find(application.subscriber_id);
  if (!to) return;
  const property = await stores.subscribers.findProperty(application.property_id);
  const values = {
    number: application.application_number,
    subscriber: application.subscriber_name,
    property: property?.name,
    date: formatMoment(application.submitted_at, { dateStyle: 'long', timeStyle: 'short', timeZone }),
    link: `${config.appUrl}/office`,
  };
  await mail.send({ to, ...writeMail(undefined, texts.submitted, values) });
}
