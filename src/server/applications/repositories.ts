import type pg from 'pg';
import { createAccountRepository } from './accounts/accountRepository';
import { createApplicationRepository } from './applicationRepository';
import { createBarcodeRepository } from './documents/barcodeRepository';
import { createDocumentRepository } from './documents/documentRepository';
import type { RecordEvent } from './domainEvents';
import { createCheckRepository } from './income/checkRepository';
import { createLinkRepository, createSubscriberRepository } from './linkRepository';
import { createPaymentRepository } from './paymentRepository';
import { createAuditRepository } from './record/auditRepository';
import { createDraftRepository } from './steps/draftRepository';
import { createLicenseChoiceRepository } from './steps/licenseChoiceRepository';
import { createSourceRepository } from './steps/sourceRepository';
import { createStepRepository } from './steps/stepRepository';

export type Repositories = ReturnType<typeof createRepositories>;

export function createRepositories(db: pg.Pool, recordEvent: RecordEvent) {
  return {
    accounts: createAccountRepository(db),
    applications: createApplicationRepository(db),
    audit: createAuditRepository(db),
    barcodes: createBarcodeRepository(db),
    checks: createCheckRepository(db, recordEvent),
    documents: createDocumentRepository(db, recordEvent),
    drafts: createDraftRepository(db),
    licenseChoices: createLicenseChoiceRepository(db),
    links: createLinkRepository(db),
    payments: createPaymentRepository(db),
    sources: createSourceRepository(db),
    steps: createStepRepository(db, recordEvent),
    subscribers: createSubscriberRepository(db),
  };
}
