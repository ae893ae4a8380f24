import type { Deps } from '../deps';
import { readLicenceBarcode } from '../documents/readLicence';
import { turns } from '../documents/runWorker';
import { readDocument } from '../documents/storeDocument';
import { type DeliveryJob, deliverEvents } from '../handover/deliverEvents';
import { readIncomeDocument, readNextPage, type UploadedDocument } from '../income/readIncomeDocument';
import { sendChangedNotice, sendInvitation, sendResetLinks, sendWelcome } from '../mail/accountMail';
import type { Message } from '../mail/mail';
import { meetOpenRequests } from '../office/officeActs';
import { sendLoginLinks, sendOfficeInvitation, sendOfficeMail, sendStatus } from '../office/officeMail';
import { summarise } from '../office/summarise';
import { sendReceipt, settlePayment } from '../payment/submit';
import { keepRecordDocument } from '../record/keepRecordDocument';
import { keepBarcode } from '../scan/scanState';
import { publishDue } from '../studio/publishVersion';
import { sendStudioLink } from '../studio/studioPeople';
import type { JobHandler } from './jobs';

/** What each kind of job does. */
export function jobHandlers(deps: Deps): Record<string, JobHandler> {
  return {
    mail: (message: Message) => deps.mail.send(message),
    'forgot-password': ({ email, language = '' }: { email: string; language?: string }) =>
      sendResetLinks(deps, email, language),
    'password-changed': ({ accountId }: { accountId: string }) => sendChangedNotice(deps, accountId),
    registered: ({ accountId }: { accountId: string }) => sendWelcome(deps, accountId),
    invitation: ({ trn, language }: { trn: string; language: string }) => sendInvitation(deps, trn, language),
    'office-mail': ({ trn }: { trn: string }) => sendOfficeMail(deps, trn),
    'tell-office': (job: DeliveryJob) => deliverEvents(deps, job),
    receipt: ({ trn }: { trn: string }) => sendReceipt(deps, trn),
    'settle-payment': ({ trn }: { trn: string }) => settlePayment(deps, trn),
    'record-document': ({ trn }: { trn: string }) => keepRecordDocument(deps, trn),
    'read-document': (document: UploadedDocument) => readIncomeDocument(deps, document),
    'read-page': (document: UploadedDocument) => readNextPage(deps, document),
    'office-login': ({ email, language }: { email: string; language: string }) => sendLoginLinks(deps, email, language),
    'office-invitation': ({ person, language }: { person: string; language: string }) =>
      sendOfficeInvitation(deps, person, language),
    'office-summary': ({ trn }: { trn: string }) => summarise(deps, trn),
    'office-requests': ({ trn }: { trn: string }) => meetOpenRequests(deps, trn),
    'office-status-mail': ({ trn, event }: { trn: string; event: number }) => sendStatus(deps, trn, event),
    'studio-login': ({ email }: { email: string }) => sendStudioLink(deps, email),
    'studio-publish': ({ id }: { id: string }) => publishDue(deps, id),
    'licence-barcode': (document: BackSide) => readBackSide(deps, document),
  };
}

/** The back side of a licence among an application's documents. */
interface BackSide {
  trn: string;
  id: number;
}

/** Reads its barcode and keeps what it says, unless the phone has read it; a document that is gone has nothing to say. */
async function readBackSide(deps: Deps, { trn, id }: BackSide): Promise<void> {
  const document = await deps.stores.documents.find(trn, id);
  if (!document || (await deps.stores.barcodes.isRead(id))) return;
  const text = document.type.startsWith('image/')
    ? await turns.run(trn, async () => readLicenceBarcode(await readDocument(deps, document, 'file')), true)
    : undefined;
  await keepBarcode(deps, trn, id, text);
}
