-- Where a landlord's own system hears what happens to its applications.

-- A landlord's own data key, wrapped by DATA_KEY like an applicant's: what is the landlord's and secret is sealed with it.
create table subscriber_key (
  subscriber_id text primary key references subscriber on delete cascade,
  key_id text not null,
  wrapped bytea not null
);

create table webhook (
  id text primary key,
  subscriber_id text not null references subscriber on delete cascade,
  url text not null,
  -- Sealed; the one before signs as well until it ends.
  secret bytea not null,
  previous bytea,
  previous_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index webhook_live on webhook (subscriber_id, url) where ended_at is null;

-- What happened to a submitted application: the very text that is sent. Goes with the application.
create table office_event (
  id text primary key,
  seq bigint generated always as identity,
  trn text not null references application on delete cascade,
  type text not null,
  at timestamptz not null,
  body text not null
);
create index office_event_trn on office_event (trn, seq);
create index office_event_at on office_event (at);

create table delivery (
  event text not null references office_event on delete cascade,
  webhook text not null references webhook on delete cascade,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'ended')),
  attempts integer not null default 0,
  -- When it is tried next, and until when somebody is at it.
  next_at timestamptz not null,
  leased_until timestamptz,
  -- What the receiver answered last, or why it could not be reached.
  status integer,
  answer text,
  tried_at timestamptz,
  primary key (event, webhook)
);
create index delivery_webhook on delivery (webhook);
create index delivery_waiting on delivery (next_at) where state = 'waiting';

-- Whom the landlord wants told by mail of each application that is handed in; nobody unless said.
alter table subscriber add column office_email text;
