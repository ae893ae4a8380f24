import type { FastifyRequest } from 'fastify';
import type { FollowedScan, ScanSide, ScanState } from '../../../contract/scan';
import { namesMatch } from '../../../model/license/licenseFields';
import { hasRole } from '../../../model/section/documentTypes';
import { assertOwnRequest, readBearerToken } from '../../applications/accounts/requireSession';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { findBarcode } from '../../applications/documents/barcodes';
import type { Applicant } from '../../platform/sessions/sessions';
import { refuse } from './scanErrors';
import { createScanRepository, PHONE_KEY, type ScanLink } from './scanRepository';

/** Returns the section with the identity documents. Throws `notFound` if no flow has one. */
export function findIdentitySection({ forms }: Pick<ApplicationDeps, 'forms'>): string {
  const section = forms.sectionFor('identity', 'identification_data');
  if (!section) throw refuse('notFound');
  return section;
}

export async function readSides(
  deps: Pick<ApplicationDeps, 'forms' | 'stores'>,
  applicant: Applicant,
): Promise<Pick<FollowedScan, 'front' | 'back' | 'types' | 'documents'>> {
  const settings = await deps.forms.getSettings(applicant);
  const section = findIdentitySection(deps);
  const all = deps.forms.catalog.section(section).schema.properties?.documenttype_id?.oneOf ?? [];
  const shown = deps.forms.getPlainSection(section, settings).schema.properties?.documenttype_id?.enum ?? [];
  const fronts = all.map((option) => Number(option.const));
  const documents = (await deps.stores.documents.list(applicant.trn)).filter(
    ({ document_id }) => fronts.includes(document_id) || hasRole('identityBack', document_id),
  );
  const front = documents.find(({ document_id }) => !hasRole('identityBack', document_id));
  const back = documents.find(({ document_id }) => hasRole('identityBack', document_id));
  return { front: toSide(front), back: toSide(back), types: shown.map(Number), documents };
}

export async function readPhoneState(
  deps: Pick<ApplicationDeps, 'forms' | 'stores'>,
  applicant: Applicant,
): Promise<ScanState> {
  const { front, back, types } = await readSides(deps, applicant);
  const { name, logo_url, accent, support_phone, support_email } = await deps.stores.subscribers.find(
    applicant.subscriberId,
  );
  const landlord = { name, logo: logo_url, accent, phone: support_phone, email: support_email };
  return { front, back, types, landlord };
}

export async function readState(
  deps: ApplicationDeps,
  applicant: Applicant,
  link: ScanLink,
): Promise<Omit<FollowedScan, 'mark'>> {
  const sides = await readSides(deps, applicant);
  const barcode = sides.back.res ? await findBarcode(deps, applicant.trn) : undefined;
  const name = { first_name: applicant.firstName, last_name: applicant.lastName };
  return {
    ...sides,
    opened: link.opened_at !== null,
    live: link.expires_at > deps.clock(),
    expires_at: link.expires_at.toISOString(),
    barcode: barcode ? (barcode.fields ? 'read' : 'unread') : null,
    name_matches: barcode?.fields ? namesMatch(barcode.fields, name) : null,
  };
}

function toSide(document: FollowedScan['documents'][number] | undefined): ScanSide {
  return { res: document !== undefined, document_typeid: document?.document_id ?? null };
}

export interface Phone {
  link: ScanLink;
  applicant: Applicant;
}

export function isPhone(request: FastifyRequest): boolean {
  return readBearerToken(request)?.startsWith(PHONE_KEY) ?? false;
}

/** Throws `scanEnded` or `notYours`. */
export async function requirePhone(
  deps: Pick<ApplicationDeps, 'db' | 'clock' | 'sessions'>,
  request: FastifyRequest,
  id?: string,
): Promise<Phone> {
  const link = await createScanRepository(deps.db).findByKey(readBearerToken(request) ?? '', deps.clock());
  if (!link || (id !== undefined && link.id !== id)) throw refuse('scanEnded');
  const applicant = await findApplicant(deps, link);
  assertOwnRequest(applicant, request);
  return { link, applicant };
}

export async function findApplicant(deps: Pick<ApplicationDeps, 'sessions'>, link: ScanLink): Promise<Applicant> {
  return deps.sessions.getApplicant(link.session_id).catch(() => {
    throw refuse('scanEnded');
  });
}
