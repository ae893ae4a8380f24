-- Messages between an applicant and the office, one thread for each application.
create table message (
  id bigint generated always as identity primary key,
  trn text not null references application on delete cascade,
  at timestamptz not null,
  actor text not null check (actor in ('person', 'key', 'applicant')),
  person_id uuid references office_person on delete set null,
  key_id text references api_key on delete set null,
  -- Sealed with the applicant's key.
  sealed text not null,
  by_email boolean not null default false,
  -- When somebody on the other side read it.
  read_at timestamptz,
  -- Names the call or the email, so that the same one again is stored once.
  act text
);
create index message_trn on message (trn, id);
create index message_unread on message (trn) where actor = 'applicant' and read_at is null;
create unique index message_act on message (act) where act is not null;

create table message_file (
  document bigint primary key references document on delete cascade,
  message bigint not null references message on delete cascade
);
create index message_file_message on message_file (message);

-- News for people of the office that waits for its email.
create table office_news (
  person_id uuid not null references office_person on delete cascade,
  trn text not null references application on delete cascade,
  kind text not null check (kind in ('assigned', 'document', 'message', 'withdrawn')),
  count integer not null default 1,
  at timestamptz not null,
  primary key (person_id, trn, kind)
);
create index office_news_trn on office_news (trn);

-- At once, once a day, or never.
alter table office_person add column emails text not null default 'now' check (emails in ('now', 'daily', 'off'));
alter table office_person add column digest_at timestamptz;

-- Until when the applicant is asked to send a document, and when they were reminded.
alter table office_request add column due_at timestamptz;
alter table office_request add column reminded_at timestamptz;
