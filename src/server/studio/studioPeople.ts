import type pg from 'pg';
import texts from '../../../schemas/texts/studio.json';
import type { StudioRole } from '../../model/studio';
import { createStaff } from '../auth/staff';
import type { Deps } from '../deps';
import { writeMail } from '../mail/mail';

type Db = pg.Pool | pg.PoolClient;

/** The Studio's links, sessions and cookie. */
export const studioStaff = createStaff('studio');

const loginMinutes = 10;
const invitationDays = 7;

export interface StudioPerson {
  id: string;
  email: string;
  name: string;
  role: StudioRole;
}

/** Who may use the Studio now; `seen_at` is when they last did. */
export async function listStudioPeople(db: Db): Promise<(StudioPerson & { seen_at: Date | null })[]> {
  const { rows } = await db.query<StudioPerson & { seen_at: Date | null }>(
    `select p.id, p.email, p.name, p.role, (select max(s.seen_at) from studio_session s where s.person_id = p.id) as seen_at
     from studio_person p where p.removed_at is null order by lower(p.name), p.email`,
  );
  return rows;
}

/** Adds somebody, or gives who is there another role; what they had open ends. Gives the id. */
export async function putStudioPerson(
  db: Db,
  { email, name, role, now }: Omit<StudioPerson, 'id'> & { now: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into studio_person (email, name, role, created_at) values ($1, $2, $3, $4)
     on conflict (lower(email)) do update set name = excluded.name, role = excluded.role, removed_at = null returning id`,
    [email.trim(), name.trim(), role, now],
  );
  const id = rows[0]?.id ?? '';
  await studioStaff.endSessionsOf(db, id, now);
  return id;
}

/** Ends somebody's access at once; false when nobody of this address has any. */
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

/** The token stands behind the #, which no server and no log ever sees. */
export const studioAddress = (appUrl: string, token: string): string => `${appUrl}/studio#${token}`;

/** An invitation's link for whoever hands it out. */
export async function issueStudioInvitation(db: Db, personId: string, now: Date) {
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000);
  return { token: await studioStaff.issueLink(db, { personId, purpose: 'invitation', expiresAt }), expiresAt };
}

/** The job behind the log-in form: a link for who may use the Studio, and nothing for a stranger's address. */
export async function sendStudioLink({ db, clock, config, mail }: Deps, email: string): Promise<void> {
  const { rows } = await db.query<StudioPerson>(
    'select id, email from studio_person where lower(email) = lower($1) and removed_at is null',
    [email.trim()],
  );
  const [person] = rows;
  if (!person) return;
  const expiresAt = new Date(clock().getTime() + loginMinutes * 60_000);
  const token = await studioStaff.issueLink(db, { personId: person.id, purpose: 'login', expiresAt });
  const values = { link: studioAddress(config.appUrl, token) };
  await mail.send({ to: person.email, ...writeMail(undefined, texts.mail.login, values) });
}
