import type pg from 'pg';

export interface SubscriberRow {
  id: string;
  name: string;
  logo_url: string;
  accent: string;
  support_phone: string;
  support_email: string;
  time_zone: string;
  /** Whom to tell of each submitted application. */
  office_email: string | null;
  /** The reasons to decline for that its office gives; null for all. */
  decline_reasons: string[] | null;
}

export interface PropertyRow {
  name: string;
  logo_url: string;
  street: string;
  city: string;
  state: string;
  zip: string;
}

export interface SubscriberStore {
  /** Throws when there is none: ids come from our own rows. */
  find(id: string): Promise<SubscriberRow>;
  findProperty(id: number | null): Promise<PropertyRow | undefined>;
  findLogo(id: string): Promise<string | undefined>;
}

export function createSubscriberStore(db: pg.Pool): SubscriberStore {
  return {
    async find(id) {
      const { rows } = await db.query<SubscriberRow>(
        'select id, name, logo_url, accent, support_phone, support_email, time_zone, office_email, decline_reasons from subscriber where id = $1',
        [id],
      );
      if (!rows[0]) throw new Error(`There is no subscriber '${id}'`);
      return rows[0];
    },
    async findProperty(id) {
      if (id === null) return undefined;
      const { rows } = await db.query<PropertyRow>(
        'select name, logo_url, street, city, state, zip from property where id = $1',
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
