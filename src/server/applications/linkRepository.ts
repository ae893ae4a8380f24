import type pg from 'pg';
import type { ApplicationType } from '../../model/types';

export interface LinkRow {
  id: number;
  type: ApplicationType;
  value: string;
  subscriber_id: string;
  property_id: number | null;
  floor_id: number | null;
  unit_id: number | null;
  agent_id: string | null;
  office_id: number | null;
  property_code: string | null;
  floor_code: string | null;
  unit_code: string | null;
  agent_code: string | null;
  office_code: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export interface LinkRepository {
  /** Returns at most 1,000 links, oldest first. */
  findByValue(value: string, subscriberId?: string): Promise<LinkRow[]>;
  findByTrn(trn: string): Promise<LinkRow | undefined>;
  /** `trns` lists the link's unclaimed applications. */
  listBySubscriber(subscriberId: string): Promise<(LinkRow & { trns: string[] })[]>;
}

const columns = `l.id, l.type, l.value, l.subscriber_id, l.property_id, l.floor_id, l.unit_id, l.agent_id, l.office_id, l.expires_at,
  l.revoked_at, p.code as property_code, f.code as floor_code, u.code as unit_code, a.code as agent_code, o.code as office_code`;
const tables = `entry_link l left join property p on p.id = l.property_id left join floor f on f.id = l.floor_id
  left join unit u on u.id = l.unit_id left join agent a on a.id = l.agent_id left join office o on o.id = l.office_id`;

export const LINK_BY_TRN = `select ${columns} from application x
  join ${tables.replace('entry_link l', 'entry_link l on l.id = x.entry_link_id')} where x.trn = $1`;

export function createLinkRepository(db: pg.Pool): LinkRepository {
  return {
    async findByValue(value, subscriberId) {
      const { rows } = await db.query<LinkRow>(
        `select ${columns} from ${tables} where l.value = $1 and ($2::text is null or l.subscriber_id = $2) order by l.id limit 1000`,
        [value, subscriberId],
      );
      return rows;
    },
    async findByTrn(trn) {
      const { rows } = await db.query<LinkRow>(LINK_BY_TRN, [trn]);
      return rows[0];
    },
    async listBySubscriber(subscriberId) {
      const { rows } = await db.query<LinkRow & { trns: string[] }>(
        `select ${columns}, array(select trn from application where entry_link_id = l.id and account_id is null order by trn) as trns
         from ${tables} where l.subscriber_id = $1 order by l.id`,
        [subscriberId],
      );
      return rows;
    },
  };
}

export interface SubscriberRow {
  id: string;
  name: string;
  logo_url: string;
  accent: string;
  support_phone: string;
  support_email: string;
  fee_cents: number;
  time_zone: string;
  office_email: string | null;
  /** Null means all reasons. */
  decline_reasons: string[] | null;
  /** Null means all reports. */
  ordered_reports: string[] | null;
  screening_criteria: string;
}

export interface PropertyRow {
  name: string;
  logo_url: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  /** Name of a file in schemas/jurisdictions, such as `us-ny`. If null, the address determines the place. */
  place: string | null;
}

export interface SubscriberRepository {
  /** Throws if the id is unknown. */
  find(id: string): Promise<SubscriberRow>;
  findProperty(id: number | null): Promise<PropertyRow | undefined>;
  findLogo(id: string): Promise<string | undefined>;
}

export function createSubscriberRepository(db: pg.Pool): SubscriberRepository {
  return {
    async find(id) {
      const { rows } = await db.query<SubscriberRow>(
        `select id, name, logo_url, accent, support_phone, support_email, time_zone, office_email, decline_reasons, fee_cents,
           ordered_reports, screening_criteria from subscriber where id = $1`,
        [id],
      );
      if (!rows[0]) throw new Error(`There is no subscriber '${id}'`);
      return rows[0];
    },
    async findProperty(id) {
      if (id === null) return undefined;
      const { rows } = await db.query<PropertyRow>(
        'select name, logo_url, street, city, state, zip, place from property where id = $1',
        [id],
      );
      return rows[0];
    },
    async findLogo(id) {
      const { rows } = await db.query<{ logo_svg: string | null }>('select logo_svg from subscriber where id = $1', [
        id,
      ]);
      return rows[0]?.logo_svg ?? undefined;
    },
  };
}

export async function listSubscriberIds(db: pg.Pool, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from subscriber order by id limit $1', [limit]);
  return rows.map(({ id }) => id);
}
