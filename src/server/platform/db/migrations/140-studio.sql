-- The Studio: who works in it, and the versions of the forms that they publish on top of schemas/.

create table studio_person (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null default '',
  role text not null check (role in ('look', 'edit', 'publish')),
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index studio_person_email on studio_person (lower(email));

-- Links by mail, good for one use. Hashed.
create table studio_invitation (
  hash text primary key,
  person_id uuid not null references studio_person on delete cascade,
  purpose text not null check (purpose in ('invitation', 'login')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index studio_invitation_person on studio_invitation (person_id);
create index studio_invitation_expiry on studio_invitation (expires_at);

create table studio_session (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references studio_person on delete cascade,
  hash text not null unique,
  device text not null default '',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index studio_session_person on studio_session (person_id);
create index studio_session_end on studio_session (ends_at);

-- One row a version. Files are texts by their path below schemas/, null for a file as schemas/ has it; of a subscriber's version
-- it is their settings. `live_no` counts what went live: two who publish at once cannot both have the next number.
create table studio_version (
  id bigint generated always as identity primary key,
  subscriber_id text references subscriber on delete cascade,
  state text not null check (state in ('draft', 'scheduled', 'live', 'refused', 'withdrawn')),
  files jsonb not null,
  -- What each file was before it went live.
  replaced jsonb,
  note text not null,
  person_id uuid references studio_person on delete set null,
  author text not null,
  saved_at timestamptz not null,
  -- The newest live version that it was made on.
  base_no integer not null,
  due_at timestamptz,
  live_at timestamptz,
  live_no integer unique,
  -- Of all schema files with this version: these have passed the gate.
  texts_hash text,
  -- The version that this one takes back.
  undoes bigint references studio_version on delete set null,
  findings jsonb,
  check ((state = 'live') = (live_no is not null))
);
create index studio_version_subscriber on studio_version (subscriber_id) where subscriber_id is not null;
create index studio_version_person on studio_version (person_id) where person_id is not null;
create index studio_version_undoes on studio_version (undoes) where undoes is not null;

-- Every act in the Studio.
create table studio_act (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  person_id uuid references studio_person on delete set null,
  author text not null,
  version_id bigint references studio_version on delete set null,
  detail text not null default ''
);
create index studio_act_person on studio_act (person_id) where person_id is not null;
create index studio_act_version on studio_act (version_id) where version_id is not null;

create trigger studio_version_news after insert or update on studio_version
  for each row when (new.state = 'live') execute function tell_news('schemas', 'id');
