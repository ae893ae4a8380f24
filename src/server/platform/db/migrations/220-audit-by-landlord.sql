-- A chain of entries for each landlord, so that submissions to one don't wait for those to another. audit_log keeps the one chain of
-- earlier releases, which may still run beside this one.
create table audit_chain (
  subscriber_id text primary key,
  -- Of the last entry.
  seq bigint not null,
  hash text not null
);

create table audit_entry (
  subscriber_id text not null,
  seq bigint not null,
  at timestamptz not null,
  kind text not null,
  trn text not null,
  body text not null,
  previous text not null,
  hash text not null unique,
  primary key (subscriber_id, seq)
);
create index audit_entry_trn on audit_entry (trn);
create unique index audit_entry_once on audit_entry (trn, kind) where kind in ('submitted', 'document');
create index audit_entry_document on audit_entry ((body::jsonb ->> 'digest')) where kind = 'document';
create index audit_entry_record on audit_entry ((body::jsonb ->> 'record')) where kind = 'document';

create trigger audit_entry_stays before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_stays_whole before truncate on audit_entry
  for each statement execute function refuse_audit_change();

create view audit as
  select '' as subscriber_id, seq, at, kind, trn, body, previous, hash from audit_log
  union all
  select subscriber_id, seq, at, kind, trn, body, previous, hash from audit_entry;
