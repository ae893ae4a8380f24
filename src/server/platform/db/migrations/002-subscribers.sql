-- A subscriber, what it lets, and the entry links that lead to it.

create table subscriber (
  id text primary key,
  name text not null,
  logo_url text not null default '',
  -- Served at /api/logos/{id}.svg where the logo is a drawing of ours.
  logo_svg text,
  accent text not null default '#1f5f8b',
  support_phone text not null,
  support_email text not null,
  time_zone text not null default 'America/New_York',
  -- { "documents": { "Passport": "Hide" }, "fields": { "MoveInDate": "Required" }, "texts": { … } }
  settings jsonb not null default '{}',
  fee_cents integer not null,
  -- Rich text of the instruction page: the provider's instructions and the subscriber's terms.
  instructions text not null,
  terms text not null
);

create table property (
  id integer generated always as identity primary key,
  subscriber_id text not null references subscriber,
  code text not null,
  name text not null,
  logo_url text not null default '',
  street text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  unique (subscriber_id, code)
);

create table floor (
  id integer generated always as identity primary key,
  property_id integer not null references property,
  code text not null,
  name text not null,
  minimum_rent numeric(10, 2) not null,
  maximum_rent numeric(10, 2) not null,
  unique (property_id, code)
);

create table unit (
  id integer generated always as identity primary key,
  property_id integer not null references property,
  floor_id integer not null references floor,
  code text not null,
  name text not null,
  maximum_rent numeric(10, 2) not null,
  unique (property_id, code)
);

create table agent (
  id text primary key,
  subscriber_id text not null references subscriber,
  code text not null,
  full_name text not null,
  unique (subscriber_id, code)
);

create table office (
  id integer generated always as identity primary key,
  subscriber_id text not null references subscriber,
  code text not null,
  name text not null,
  logo_url text not null default '',
  unique (subscriber_id, code)
);

create table lead_source (
  id integer not null,
  subscriber_id text not null references subscriber,
  name text not null,
  primary key (subscriber_id, id)
);

-- A link value is good for one target; the same word may be used for several targets.
create table entry_link (
  id integer generated always as identity primary key,
  subscriber_id text not null references subscriber,
  type text not null check (type in ('Office', 'Agent', 'Property', 'Floor', 'Unit')),
  property_id integer references property,
  floor_id integer references floor,
  unit_id integer references unit,
  agent_id text references agent,
  office_id integer references office,
  value text not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index entry_link_value on entry_link (value);
