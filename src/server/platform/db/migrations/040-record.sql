-- What was signed, so that it can be proved later: the questions and texts as shown, and a chained log nobody may change.

-- Questions and terms as they were shown, under the SHA-256 of their canonical text.
create table shown (
  digest text primary key,
  content text not null
);

-- The salt keeps a sensitive answer from being guessed by its digest; it is sealed with the applicant's key.
alter table consent add column questions_digest text, add column salt bytea;

-- Each entry's hash covers the one before it. The transaction id is no reference: an entry outlives its application.
create table audit_log (
  seq bigint primary key,
  at timestamptz not null,
  kind text not null,
  trn text not null,
  body text not null,
  previous text not null,
  hash text not null unique
);
create index audit_log_trn on audit_log (trn);
create unique index audit_log_once on audit_log (trn, kind);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to';
end $$;

create trigger audit_log_stays before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_stays_whole before truncate on audit_log
  for each statement execute function refuse_audit_change();
