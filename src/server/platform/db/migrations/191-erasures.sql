-- Which applications were erased, so that a restored backup doesn't bring them back. A transaction id says nothing about a person.
create table erasure (
  trn text primary key,
  at timestamptz not null default now()
);

-- Which backup this database was restored from, so that an interrupted restore can go on.
create table restored_backup (
  id uuid primary key,
  at timestamptz not null default now()
);
