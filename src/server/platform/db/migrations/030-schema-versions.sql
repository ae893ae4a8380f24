-- The schema files that answers were given to, and which of them each row was written under.

create table schema_version (
  version text primary key,
  files jsonb not null,
  at timestamptz not null default now()
);

alter table draft add column schema_version text, add column config_hash text;
alter table step_answer add column schema_version text, add column config_hash text;
