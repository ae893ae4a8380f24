import { LIVE } from '../../../src/server/applications/documents/documentRepository';
import { openDatabase } from '../../../src/server/platform/db/database';

/** An application's effects: numbers, by name if there are several of a kind. */
export type Effects = Record<string, number | Record<string, number>>;

/** Expected effects of an applicant's actions. Others aren't checked. */
export interface Expected {
  email: string;
  leaves: Effects;
}

/** Reads the database of a stopped server. Returns a sentence for each missing or repeated effect. */
export async function checkEffects(folder: string, all: readonly Expected[]): Promise<string[]> {
  const { db, close } = await openDatabase(undefined, folder);
  try {
    const failures: string[] = [];
    for (const { email, leaves } of all) {
      const { rows } = await db.query<Effects>(EFFECTS, [email]);
      failures.push(...differences(rows[0] ?? {}, leaves).map((one) => `${email}: ${one}`));
    }
    return failures;
  } finally {
    await close();
  }
}

function differences(found: Effects, wanted: Effects): string[] {
  return Object.entries(wanted).flatMap(([name, want]) => {
    const have = found[name] ?? 0;
    if (typeof want === 'number') return have === want ? [] : [`${name} is ${JSON.stringify(have)}, not ${want}`];
    return differences(Object(have), want).map((one) => `${name}: ${one}`);
  });
}

const EFFECTS = `
  select
    (select count(*)::int from account where email = a.email) as accounts,
    (select count(*)::int from application where account_id = a.account_id) as applications,
    (select jsonb_object_agg(kind, files) from
      (select document_id as kind, count(*)::int as files from document where trn = a.trn and ${LIVE} group by 1) as kinds) as documents,
    (select jsonb_object_agg(kind, files) from
      (select document_id as kind, count(*)::int as files from document where trn = a.trn and not (${LIVE}) group by 1) as kinds) as withdrawn,
    (select count(*)::int from source where trn = a.trn) as sources,
    (select jsonb_object_agg(step, version) from step_answer where trn = a.trn) as steps,
    (select sum(attempt)::int from payment where trn = a.trn) as attempts,
    a.in_review::int as reviews
  from application a where a.email = $1 and a.account_id is not null limit 1`;
