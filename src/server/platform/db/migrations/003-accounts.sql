-- People, their applications and their sessions.

create table account (
  id uuid primary key default gen_random_uuid(),
  -- What is typed at login: the e-mail, or the chosen username when that e-mail was taken. Lower case.
  login text not null unique,
  email text not null,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create index account_email on account (lower(email));

create table application (
  trn text primary key,
  application_number bigint generated always as identity (start with 100001) unique,
  profile_id uuid not null default gen_random_uuid(),
  subscriber_id text not null references subscriber,
  entry_link_id integer not null references entry_link,
  type text not null check (type in ('Office', 'Agent', 'Property', 'Floor', 'Unit')),
  property_id integer references property,
  floor_id integer references floor,
  unit_id integer references unit,
  agent_id text references agent,
  office_id integer references office,
  account_id uuid references account on delete cascade,
  status text not null default 'Invited',
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  -- The answers of the registration, passwords left out.
  registration jsonb not null default '{}',
  terms_accepted_at timestamptz,
  created_at timestamptz not null default now()
);
create index application_account on application (account_id);

create table session (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  trn text not null references application on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index session_account on session (account_id);

-- Opaque refresh tokens, hashed; a used one leads to its successor.
create table refresh_token (
  hash text primary key,
  session_id uuid not null references session on delete cascade,
  issued_at timestamptz not null,
  used_at timestamptz
);

-- Opaque tokens good for one use: password reset, login code, invitation. Hashed.
create table single_use_token (
  hash text primary key,
  purpose text not null check (purpose in ('reset', 'login', 'invitation')),
  account_id uuid references account on delete cascade,
  trn text references application on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
