import { DAY_MS } from '../../../model/format/dates';
import type { StudioRole } from '../../../model/studio/roles';
import type { Db } from '../../platform/db/transaction';
import { createStaffSessions } from '../../platform/sessions/staffSessionRepository';

export const studioStaff = createStaffSessions('studio');

const INVITATION_DAYS = 7;

export interface StudioPerson {
  id: string;
  email: string;
  name: string;
  role: StudioRole;
}

export async function listStudioPeople(db: Db): Promise<(StudioPerson & { seen_at: Date | null })[]> {
  const { rows } = await db.query<StudioPerson & { seen_at: Date | null }>(
    `select p.id, p.email, p.name, p.role, (select max(s.seen_at) from studio_session s where s.person_id = p.id) as seen_at
     from studio_person p where p.removed_at is null order by lower(p.name), p.email`,
  );
  return rows;
}

/** Adds or changes a person, and ends their sessions and links. If the name is empty, keeps the earlier one. */
export async function saveStudioPerson(
  db: Db,
  { email, name, role, now }: Omit<StudioPerson, 'id'> & { now: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into studio_person (email, name, role, created_at) values ($1, $2, $3, $4)
     on conflict (lower(email)) do update set
       name = coalesce(nullif(excluded.name, ''), studio_person.name), role = excluded.role, removed_at = null
     returning id`,
    [email.trim(), name.trim(), role, now],
  );
  const id = rows[0]?.id ?? '';
  await studioStaff.endSessionsOf(db, id, now);
  await studioStaff.closeLinksOf(db, id, now);
  return id;
}

/** Ends a person's access. Returns false if no one has this email. */
export async function removeStudioPerson(db: Db, email: string, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>(
    'update studio_person set removed_at = $2 where lower(email) = lower($1) and removed_at is null returning id',
    [email.trim(), now],
  );
  const id = rows[0]?.id;
  if (id === undefined) return false;
  await studioStaff.endSessionsOf(db, id, now);
  await studioStaff.closeLinksOf(db, id, now);
  return true;
}

/** The token follows #, so browsers don't send it to servers. */
export const studioUrl = (appUrl: string, token: string): string => `${appUrl}/studio#${token}`;

/** Issues an invitation. Earlier links stop working. */
export async function issueStudioInvitation(db: Db, personId: string, now: Date) {
  await studioStaff.closeLinksOf(db, personId, now);
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  return { token: await studioStaff.issueLink(db, { personId, purpose: 'invitation', expiresAt }), expiresAt };
}

export async function findStudioPerson(db: Db, email: string): Promise<Pick<StudioPerson, 'id' | 'email'> | undefined> {
  const { rows } = await db.query<Pick<StudioPerson, 'id' | 'email'>>(
    'select id, email from studio_person where lower(email) = lower($1) and removed_at is null',
    [email.trim()],
  );
  return rows[0];
}
