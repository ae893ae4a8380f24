-- What somebody of the office, or a key, may see for a while because they said why.
create table office_reveal (
  id bigint generated always as identity primary key,
  trn text not null references application on delete cascade,
  -- 'person/<id>' or 'key/<id>'.
  actor text not null,
  kinds text[] not null,
  until timestamptz not null,
  -- The documents opened under it: each is entered in the audit log once.
  opened bigint[] not null default '{}'
);
create index office_reveal_actor on office_reveal (trn, actor, until);
create index office_reveal_until on office_reveal (until);
