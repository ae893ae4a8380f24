-- When a decided application's applicant was told that it will be disposed of, and on which day.
alter table application_status add column disposal_warned_at timestamptz, add column disposal_due_at timestamptz,
  add column reports_disposed_at timestamptz;
create index application_status_disposal on application_status (status, changed_at);

-- What was destroyed, and by which rule. Only counts: a transaction id says nothing about a person.
create table disposal (
  id bigint generated always as identity primary key,
  trn text not null,
  subscriber_id text not null references subscriber,
  at timestamptz not null,
  what text not null check (what in ('application', 'reports')),
  -- The status that the rule of schemas/retention.json is for.
  status text not null,
  days integer not null,
  answers integer not null default 0,
  documents integer not null default 0
);
create index disposal_at on disposal (at);
create index disposal_subscriber on disposal (subscriber_id);
