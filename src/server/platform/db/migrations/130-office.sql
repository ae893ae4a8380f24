-- The landlord's office: who works there, how they log in, and what becomes of a submitted application.

create table office_person (
  id uuid primary key default gen_random_uuid(),
  subscriber_id text not null references subscriber on delete cascade,
  email text not null,
  name text not null default '',
  role text not null check (role in ('reader', 'reviewer', 'owner')),
  -- Their mail is written in it; empty for that of the schema files.
  language text not null default '',
  -- The authenticator's secret, sealed; it counts once a code of it was typed. No code counts twice: `factor_step` is the time step of the last.
  factor text,
  factor_since timestamptz,
  factor_step bigint,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index office_person_email on office_person (subscriber_id, lower(email));
create index office_person_login on office_person (lower(email)) where removed_at is null;

-- Links by mail, good for one use. Hashed.
create table office_invitation (
  hash text primary key,
  person_id uuid not null references office_person on delete cascade,
  purpose text not null check (purpose in ('invitation', 'login')),
  -- Printed by the demo's start: stands for the second factor, too, and is believed outside production only.
  is_demo boolean not null default false,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index office_invitation_person on office_invitation (person_id);
create index office_invitation_expiry on office_invitation (expires_at);

create table office_session (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references office_person on delete cascade,
  hash text not null unique,
  device text not null default '',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- When the second factor was given.
  verified_at timestamptz
);
create index office_session_person on office_session (person_id);
create index office_session_end on office_session (ends_at);

-- One row for each submitted application; `revision` grows with every act. What the list shows and sorts by stands here, made of the answers.
create table application_status (
  trn text primary key references application on delete cascade,
  subscriber_id text not null references subscriber,
  status text not null,
  revision integer not null default 1,
  assigned_to uuid references office_person on delete set null,
  -- What was decided and why, sealed with the applicant's key.
  decision text,
  submitted_at timestamptz not null,
  changed_at timestamptz not null,
  move_in date,
  household integer,
  income_cents bigint,
  rent_cents bigint,
  -- Income in hundredths of the rent, null where one of them is not known.
  ratio integer generated always as (case when rent_cents > 0 then (income_cents * 100 / rent_cents)::integer end) stored,
  checks text not null default 'none' check (checks in ('none', 'reading', 'passed', 'open', 'failed'))
);
create index application_status_submitted on application_status (subscriber_id, submitted_at desc, trn);
create index application_status_status on application_status (subscriber_id, status, submitted_at desc, trn);
create index application_status_move_in on application_status (subscriber_id, (coalesce(move_in, '9999-12-31'::date)), trn);
create index application_status_ratio on application_status (subscriber_id, (coalesce(ratio, -1)), trn);
create index application_status_assigned on application_status (assigned_to) where assigned_to is not null;
-- The office looks for a name as it is written, first or last name first.
create index application_first_name on application (subscriber_id, (lower(first_name || ' ' || last_name) collate "C")) where submitted_at is not null;
create index application_last_name on application (subscriber_id, (lower(last_name || ' ' || first_name) collate "C"), trn) where submitted_at is not null;

-- The timeline. `sealed` is what was said and done, with the applicant's key.
create table application_event (
  id bigint generated always as identity primary key,
  trn text not null references application on delete cascade,
  at timestamptz not null,
  kind text not null,
  -- Who: a person of the office, an API key of the subscriber, the applicant or the program.
  actor text not null check (actor in ('person', 'key', 'applicant', 'program')),
  person_id uuid references office_person on delete set null,
  sealed text
);
create index application_event_trn on application_event (trn, id);
create index application_event_person on application_event (person_id) where person_id is not null;

create table office_note (
  id bigint generated always as identity primary key,
  trn text not null references application on delete cascade,
  person_id uuid references office_person on delete set null,
  at timestamptz not null,
  sealed text not null
);
create index office_note_trn on office_note (trn);
create index office_note_person on office_note (person_id) where person_id is not null;

-- When a person last opened an application.
create table office_seen (
  person_id uuid not null references office_person on delete cascade,
  trn text not null references application on delete cascade,
  at timestamptz not null,
  primary key (person_id, trn)
);
create index office_seen_trn on office_seen (trn);

-- A document that the office asks for; done with the document that came.
create table office_request (
  id bigint generated always as identity primary key,
  trn text not null references application on delete cascade,
  document_id integer not null,
  source_id integer not null,
  sealed text not null,
  asked_at timestamptz not null,
  document bigint references document on delete set null,
  done_at timestamptz
);
create index office_request_trn on office_request (trn);
create index office_request_document on office_request (document);

-- An application has one entry of its submission and one of its record's PDF; whoever looks at what is masked, or decides, leaves one each time.
drop index audit_log_once;
create unique index audit_log_once on audit_log (trn, kind) where kind in ('submitted', 'document');

insert into application_status (trn, subscriber_id, status, submitted_at, changed_at)
  select trn, subscriber_id, 'submitted', submitted_at, submitted_at from application where submitted_at is not null;
insert into job (kind, payload)
  select 'office-summary', jsonb_build_object('trn', trn) from application where submitted_at is not null;

create trigger application_status_news after insert or update on application_status
  for each row execute function tell_news('application', 'trn');
