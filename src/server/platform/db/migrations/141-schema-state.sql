-- The schema files that were in force: with what these say a process starts when those on disk must not become live. Only the newest keep
-- their texts; of the others it is known that they were.

create table schema_state (
  texts_hash text primary key,
  -- Not jsonb, which would put the files into another order.
  texts json,
  taken_at timestamptz not null
);
