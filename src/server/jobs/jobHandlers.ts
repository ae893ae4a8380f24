import type { Deps } from '../deps';
import { readIncomeDocument, type UploadedDocument } from '../income/readIncomeDocument';
import { sendChangedNotice, sendInvitation, sendResetLinks, sendWelcome } from '../mail/accountMail';
import type { Message } from '../mail/mail';
import { sendReceipt } from '../payment/receipt';
import { settlePayment } from '../payment/submit';
import { keepRecordDocument } from '../record/keepRecordDocument';
import { type BackSide, readBackSide } from '../scan/readBackSide';
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
    receipt: ({ trn }: { trn: string }) => sendReceipt(deps, trn),
    'settle-payment': ({ trn }: { trn: string }) => settlePayment(deps, trn),
    'record-document': ({ trn }: { trn: string }) => keepRecordDocument(deps, trn),
    'read-document': (document: UploadedDocument) => readIncomeDocument(deps, document),
    'licence-barcode': (document: BackSide) => readBackSide(deps, document),
  };
}
