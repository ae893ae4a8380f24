import { customAlphabet } from 'nanoid';
import type pg from 'pg';
import type { Home } from '../../model/law/jurisdictions';
import type { ApplicationType, HouseholdRole, SubscriberSettings } from '../../model/types';
import { HOME_COLUMNS } from '../platform/sessions/sessionRepository';
import type { LinkRow } from './linkRepository';

/** SHA-256 hashes of the landlord's instructions (`text`) and terms. */
export type TermsDigests = Record<'text' | 'subscriber_text', string>;

/** What an applicant saw before the first step. `notices` has hashes by notice. Older rows have none. */
export type AgreedTerms = TermsDigests & { notices?: Record<string, string> };

export interface ApplicationRow {
  trn: string;
  application_number: string;
  profile_id: string;
  subscriber_id: string;
  subscriber_name: string;
  logo_url: string;
  accent: string;
  support_phone: string;
  support_email: string;
  instructions: string;
  terms: string;
  settings: {
    documents?: SubscriberSettings['settings'];
    fields?: SubscriberSettings['settings'];
    household?: SubscriberSettings['household'];
  };
  type: ApplicationType;
  account_id: string | null;
  status: string;
  first_name: string;
  last_name: string;
  email: string;
  terms_accepted_at: Date | null;
  agreed_terms: AgreedTerms | null;
  in_review: boolean;
  property_id: number | null;
  submitted_at: Date | null;
  household_id: string | null;
  household_role: HouseholdRole | null;
  pays_for_household: boolean;
  home: Home;
  home_name: string | null;
  is_offered: boolean;
  taken_over: { section: string; number: string; submitted_at: string; confirmed: boolean }[];
  /** Registration answers, without passwords. */
  registration: Record<string, unknown>;
  /** Null means all reports. */
  ordered_reports: string[] | null;
  screening_criteria: string;
  confirmed_notices: Record<string, string>;
}

export interface ApplicationRepository {
  find(trn: string): Promise<ApplicationRow | undefined>;
  /** Does nothing after the first time. */
  acceptTerms(trn: string, now: Date, agreed: AgreedTerms): Promise<void>;
  /** Replaces some registration answers. Returns false once the application is submitted. */
  changeRegistration(trn: string, answers: Record<string, unknown>): Promise<boolean>;
}

export const newTrn = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 16);

export function createApplicationRepository(db: pg.Pool): ApplicationRepository {
  return {
    async find(trn) {
      const { rows } = await db.query<ApplicationRow>(
        `select ${APPLICATION.columns} from ${APPLICATION.tables} where a.trn = $1`,
        [trn],
      );
      return rows[0];
    },
    async acceptTerms(trn, now, agreed) {
      await db.query(
        'update application set terms_accepted_at = $2, agreed_terms = $3 where trn = $1 and terms_accepted_at is null',
        [trn, now, JSON.stringify(agreed)],
      );
    },
    async changeRegistration(trn, answers) {
      const { rowCount } = await db.query(
        'update application set registration = registration || $2::jsonb where trn = $1 and submitted_at is null',
        [trn, JSON.stringify(answers)],
      );
      return rowCount === 1;
    },
  };
}

/** SQL aliases: `a` is the application, `s` the subscriber. */
export const APPLICATION = {
  columns: `a.*, s.name as subscriber_name, s.logo_url, s.accent, s.support_phone, s.support_email, s.instructions, s.terms, s.settings,
    s.ordered_reports, s.screening_criteria, ${HOME_COLUMNS},
    (select concat_ws(', ', p.name, u.name) from property p left join unit u on u.id = a.unit_id where p.id = a.property_id) as home_name,
    (select coalesce(jsonb_agg(jsonb_build_object('section', section, 'number', number, 'submitted_at', submitted_at,
      'confirmed', confirmed_at is not null)), '[]') from taken_over where trn = a.trn) as taken_over,
    (select coalesce(jsonb_object_agg(notice, version), '{}') from acknowledgment where trn = a.trn) as confirmed_notices`,
  tables: 'application a join subscriber s on s.id = a.subscriber_id',
};

export async function insertApplication(db: pg.Pool | pg.PoolClient, link: LinkRow): Promise<string> {
  const trn = newTrn();
  await db.query(
    `insert into application (trn, subscriber_id, entry_link_id, type, property_id, floor_id, unit_id, agent_id, office_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      trn,
      link.subscriber_id,
      link.id,
      link.type,
      link.property_id,
      link.floor_id,
      link.unit_id,
      link.agent_id,
      link.office_id,
    ],
  );
  return trn;
}

export interface Registration {
  trn: string;
  accountId: string;
  firstName: string;
  lastName: string;
  email: string;
  floorId?: number;
  unitId?: number;
  agentId?: string;
  officeId?: number;
  answers: Record<string, unknown>;
  idempotencyKey?: string;
}

/** Returns false if the application already has an account or no longer exists. */
export async function claimApplication(client: pg.PoolClient, registration: Registration): Promise<boolean> {
  const { rowCount } = await client.query(
    `update application set account_id = $2, status = 'Started', first_name = $3, last_name = $4, email = $5,
       floor_id = coalesce($6, floor_id), unit_id = coalesce($7, unit_id), agent_id = coalesce($8, agent_id),
       office_id = coalesce($9, office_id), registration = $10, act = $11
     where trn = $1 and account_id is null`,
    [
      registration.trn,
      registration.accountId,
      registration.firstName,
      registration.lastName,
      registration.email,
      registration.floorId,
      registration.unitId,
      registration.agentId,
      registration.officeId,
      JSON.stringify(registration.answers),
      registration.idempotencyKey ?? null,
    ],
  );
  return rowCount === 1;
}

export async function findRegistration(
  db: pg.Pool,
  idempotencyKey: string,
): Promise<{ trn: string; account_id: string } | undefined> {
  const { rows } = await db.query<{ trn: string; account_id: string }>(
    'select trn, account_id from application where act = $1 and account_id is not null',
    [idempotencyKey],
  );
  return rows[0];
}

export async function lockApplication(client: pg.PoolClient, trn: string): Promise<void> {
  await client.query('select from application where trn = $1 for update', [trn]);
}
