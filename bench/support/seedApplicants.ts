import type pg from 'pg';

const BATCH_SIZE = 50_000;

export const trnOf = (n: number) => `seed${String(n).padStart(12, '0')}`;
export const emailOf = (n: number) => `seed.${n}@example.com`;

/** Renews the session of a seeded applicant. Returns the session's id. */
export async function sessionIdOf(db: pg.Pool, n: number): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    "update session set seen_at = now(), ends_at = now() + interval '12 hours' where id = md5('session' || $1::text)::uuid returning id",
    [n],
  );
  return rows[0]?.id ?? '';
}

/**
 * Adds copies of the applicant `model`, with the numbers from `from` up to but not including `to`. One in ten has a
 * failing job.
 */
export async function seed(db: pg.Pool, model: string, from: number, to: number): Promise<void> {
  const client = await db.connect();
  try {
    // Turns off triggers and foreign keys, because the references are copied, too.
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    for (let at = from; at < to; at += BATCH_SIZE) {
      const range = [at, Math.min(to, at + BATCH_SIZE) - 1];
      for (const statement of STATEMENTS)
        await client.query(
          statement
            .replaceAll(':model', `'${model}'`)
            .replaceAll(':from', String(range[0]))
            .replaceAll(':to', String(range[1])),
        );
    }
    await client.query('analyze');
  } finally {
    client.release(true);
  }
}

const EACH = 'generate_series(:from, :to) n';
const TRN = "'seed' || lpad(n::text, 12, '0')";
const DOCUMENT = '1000000 + n::bigint * 100 + m.place';
const MODELS = '(select *, row_number() over (order by id) as place from document where trn = :model)';

const STATEMENTS = [
  `insert into account (id, login, email, password_hash, created_at)
   select md5('account' || n)::uuid, 'seed.' || n || '@example.com', 'seed.' || n || '@example.com', c.password_hash, now()
   from ${EACH}, account c where c.id = (select account_id from application where trn = :model)`,
  `insert into application (trn, subscriber_id, entry_link_id, type, property_id, floor_id, unit_id, account_id, status, first_name,
     last_name, email, registration, terms_accepted_at, created_at, active_at)
   select ${TRN}, m.subscriber_id, m.entry_link_id, m.type, m.property_id, m.floor_id, m.unit_id, md5('account' || n)::uuid, m.status,
     m.first_name, m.last_name, 'seed.' || n || '@example.com', m.registration, now(), now(), now()
   from ${EACH}, application m where m.trn = :model`,
  `insert into session (id, account_id, trn, created_at, seen_at, ends_at)
   select md5('session' || n)::uuid, md5('account' || n)::uuid, ${TRN}, now(), now(), now() + interval '12 hours' from ${EACH}`,
  `insert into refresh_token (hash, session_id, issued_at)
   select encode(sha256(('refresh' || n)::bytea), 'base64'), md5('session' || n)::uuid, now() from ${EACH}`,
  `insert into applicant_key (trn, key_id, wrapped) select ${TRN}, m.key_id, m.wrapped from ${EACH}, applicant_key m where m.trn = :model`,
  `insert into step_answer (trn, step, data, version, complete, schema_hash, saved_at, schema_version, config_hash)
   select ${TRN}, m.step, m.data, m.version, m.complete, m.schema_hash, now(), m.schema_version, m.config_hash
   from ${EACH}, step_answer m where m.trn = :model`,
  `insert into draft (trn, section, data, saved_at, schema_version, config_hash, stamp)
   select ${TRN}, m.section, m.data, now(), m.schema_version, m.config_hash, m.stamp from ${EACH}, draft m where m.trn = :model`,
  `insert into document (id, trn, document_id, source_id, name, blob_path, mime, size, digest, has_thumbnail, created_at) overriding system value
   select ${DOCUMENT}, ${TRN}, m.document_id, m.source_id, m.name, 'applications/' || n || '/' || m.place, m.mime, m.size, md5(n || '/' || m.place),
     m.has_thumbnail, now() from ${EACH}, ${MODELS} m`,
  `insert into document_reading (document, trn, state, sealed, read_at)
   select ${DOCUMENT}, ${TRN}, 'read', r.sealed, now() from ${EACH}, ${MODELS} m join document_reading r on r.document = m.id`,
  `insert into source (trn, document_id, source_id, allow_offer_letter, created_at)
   select ${TRN}, m.document_id, m.source_id, m.allow_offer_letter, now() from ${EACH}, source m where m.trn = :model`,
  `insert into income_check (trn, document_id, source_id, document, rule, outcome, sealed, judged_at)
   select ${TRN}, c.document_id, c.source_id, c.document, c.rule, c.outcome, c.sealed, now() from ${EACH}, income_check c where c.trn = :model`,
  `insert into audit_entry (subscriber_id, seq, at, kind, trn, body, previous, hash)
   select 'seeded', n::bigint, now(), 'submitted', 'signed' || n, '{"terms": "a digest as long as this one is", "answers": {}}', md5('entry' || n - 1), md5('entry' || n)
   from ${EACH}`,
  `insert into job (kind, payload, run_at, attempts, error)
   select 'mail', '{"to": "nobody@example.com"}', now(), 10, 'given up' from ${EACH} where n % 10 = 0`,
];
