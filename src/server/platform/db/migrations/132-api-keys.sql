-- The keys by which a landlord's own system reads and moves its applications. Hashed; `id` is the part of a key that may be shown.
create table api_key (
  id text primary key,
  subscriber_id text not null references subscriber on delete cascade,
  hash text not null unique,
  name text not null default '',
  scopes text[] not null,
  created_at timestamptz not null,
  -- When it was last used, to the minute.
  seen_at timestamptz,
  revoked_at timestamptz
);
create index api_key_subscriber on api_key (subscriber_id);
