-- What an applicant answers, uploads and pays.

alter table application add column submitted_at timestamptz;
alter table application add column in_review boolean not null default false;

-- The applicant's own data key, wrapped by DATA_KEY; deleting the row makes the applicant's sealed data unreadable for good.
create table applicant_key (
  trn text primary key references application on delete cascade,
  key_id text not null,
  wrapped bytea not null
);

-- One row per step; data is { "<section>": answers } with what is sensitive sealed.
create table step_answer (
  trn text not null references application on delete cascade,
  step text not null,
  data jsonb not null,
  version integer not null,
  complete boolean not null,
  schema_hash text not null,
  saved_at timestamptz not null,
  primary key (trn, step)
);

-- What was typed and not yet saved, per section; not validated as complete.
create table draft (
  trn text not null references application on delete cascade,
  section text not null,
  data jsonb not null,
  saved_at timestamptz not null,
  primary key (trn, section)
);

create table document (
  id bigint generated always as identity primary key,
  trn text not null references application on delete cascade,
  document_id integer not null,
  source_id integer not null,
  name text not null,
  blob_path text not null unique,
  mime text not null,
  size integer not null,
  digest text not null,
  has_thumbnail boolean not null,
  allow_offer_letter boolean not null default false,
  created_at timestamptz not null
);
create index document_trn on document (trn);

-- A place for the files of one employer, other income or bank; the check bounds a list to three, whatever runs in parallel.
create table source (
  trn text not null references application on delete cascade,
  document_id integer not null check (document_id in (3, 6, 7)),
  source_id integer not null check (source_id between 1 and 3),
  allow_offer_letter boolean not null default false,
  created_at timestamptz not null,
  primary key (trn, document_id, source_id)
);

-- One payment per application. The row is pending before the provider is called; `attempt` counts the calls.
create table payment (
  trn text primary key references application on delete cascade,
  state text not null check (state in ('pending', 'declined', 'succeeded')),
  amount_cents integer not null,
  intent text unique,
  attempt integer not null,
  name_on_card text not null,
  city text not null,
  state_code text not null,
  brand text,
  last4 text,
  paid_at timestamptz
);

-- The provider's events that took effect.
create table payment_event (
  id text primary key,
  at timestamptz not null
);

-- What was agreed to, by whom, from where and when; counts once the application is submitted.
create table consent (
  trn text primary key references application on delete cascade,
  signature text not null,
  ip text not null,
  user_agent text not null,
  terms_digest text not null,
  signed_at timestamptz not null
);
