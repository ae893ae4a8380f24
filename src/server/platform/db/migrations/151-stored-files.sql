-- Which files this installation wrote, and which file store is its own. Rows are made at the first start and with each file.

create table installation (
  only_one boolean primary key default true check (only_one),
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default now(),
  -- One process deletes files at a time.
  sweeping_until timestamptz
);

-- Every token that this database has put into the marker of a file store. A marker with another one was written by a later database.
create table file_store_token (
  token uuid primary key default gen_random_uuid(),
  at timestamptz not null default now()
);

create table stored_file (
  name text primary key,
  written_at timestamptz not null default now(),
  -- Since when no document names it; files are deleted after a while in this state.
  unreferenced_since timestamptz default now()
);
create index stored_file_unreferenced on stored_file (unreferenced_since) where unreferenced_since is not null;

insert into stored_file (name, written_at, unreferenced_since) select blob_path, created_at, null from document;
insert into stored_file (name, written_at, unreferenced_since)
  select blob_path || '.thumb', created_at, null from document where has_thumbnail;

create function note_stored_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update stored_file set unreferenced_since = now() where name in (old.blob_path, old.blob_path || '.thumb');
    return null;
  end if;
  insert into stored_file (name, unreferenced_since)
    select name, null from unnest(array[new.blob_path, new.blob_path || '.thumb']) as name
    where name = new.blob_path or new.has_thumbnail
    on conflict (name) do update set unreferenced_since = null;
  return null;
end $$;

create trigger document_stored after insert or delete on document for each row execute function note_stored_file();
