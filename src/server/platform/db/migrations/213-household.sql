-- People who apply together for one home.

create table household (
  id uuid primary key default gen_random_uuid(),
  subscriber_id text not null references subscriber on delete cascade,
  -- Grows with every change, so that the second of two people is refused.
  revision integer not null default 1,
  created_at timestamptz not null,
  -- When the last member had submitted; null while somebody is missing.
  completed_at timestamptz
);
create index household_subscriber on household (subscriber_id, created_at desc, id);

create table household_member (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references household on delete cascade,
  role text not null,
  is_lead boolean not null default false,
  -- Names them in step 2; null for people who were added later.
  listed_as text,
  -- Their application. It has no account until they register.
  trn text unique references application on delete cascade,
  -- As the lead typed them.
  first_name text not null,
  last_name text not null,
  email text not null default '',
  language text not null default '',
  created_at timestamptz not null,
  invited_at timestamptz,
  -- When the invitation ends; null after it was revoked.
  expires_at timestamptz,
  reminded_at timestamptz,
  joined_at timestamptz,
  declined_at timestamptz,
  -- Step 2 still names them, but the lead removed them.
  removed_at timestamptz,
  -- What the landlord and the audit log know of their progress.
  recorded_state text,
  unique (household_id, listed_as)
);
create unique index household_lead on household_member (household_id) where is_lead;

alter table application add column household_id uuid references household on delete set null;
alter table application add column household_role text;
-- The member who pays where a landlord charges once per household.
alter table application add column pays_for_household boolean not null default false;
create index application_household on application (household_id) where household_id is not null;
