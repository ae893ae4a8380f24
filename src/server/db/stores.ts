import type pg from 'pg';
import { createAccountStore } from '../auth/accountStore';
import { createDocumentStore } from '../documents/documentStore';
import { createApplicationStore } from '../entry/applicationStore';
import { createLinkStore, createSubscriberStore } from '../entry/linkStore';
import { createFormStore } from '../forms/formStore';
import { createWebhookStore } from '../handover/webhookStore';
import { createIdempotencyStore } from '../http/idempotencyStore';
import { createCheckStore } from '../income/checkStore';
import { createPaymentStore } from '../payment/paymentStore';
import { createAuditStore } from '../record/auditStore';
import { createBarcodeStore, createScanStore } from '../scan/scanStore';
import { createDraftStore } from '../steps/draftStore';
import { createLicenceChoiceStore } from '../steps/licenceChoiceStore';
import { createSourceStore } from '../steps/sourceStore';
import { createStepStore } from '../steps/stepStore';

export type Stores = ReturnType<typeof createStores>;

/** The store of each thing that is kept, the only SQL. What must stand in a transaction takes that transaction's client instead. */
export function createStores(db: pg.Pool) {
  return {
    accounts: createAccountStore(db),
    applications: createApplicationStore(db),
    audit: createAuditStore(db),
    barcodes: createBarcodeStore(db),
    checks: createCheckStore(db),
    documents: createDocumentStore(db),
    drafts: createDraftStore(db),
    forms: createFormStore(db),
    idempotency: createIdempotencyStore(db),
    licenceChoices: createLicenceChoiceStore(db),
    links: createLinkStore(db),
    payments: createPaymentStore(db),
    scans: createScanStore(db),
    sources: createSourceStore(db),
    steps: createStepStore(db),
    subscribers: createSubscriberStore(db),
    webhooks: createWebhookStore(db),
  };
}
