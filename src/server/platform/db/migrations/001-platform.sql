-- What every other part leans on: limits, jobs, answers given once, compiled validators.

create table rate_limit (
  bucket text primary key,
  hits integer not null,
  resets_at timestamptz not null
);

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  error text
);
create index job_run_at on job (run_at);

-- The first answer to an Idempotency-Key; sealed, since it may hold tokens.
create table idempotency (
  scope text not null,
  route text not null,
  key text not null,
  body_hash text not null,
  answer text,
  at timestamptz not null,
  primary key (scope, route, key)
);

create table validator (
  hash text primary key,
  code text not null,
  at timestamptz not null default now()
);
