-- What later files are judged and read by, apart from the files themselves: migrations, the steps with their addresses, and how fields were
-- protected (`'ssn SSNNumber'` → 'ssn'; unknown of older versions).
alter table schema_version
  add column migrations jsonb not null default '{}',
  add column steps jsonb not null default '[]',
  add column protected jsonb not null default '{}';
update schema_version set
  migrations = coalesce((select jsonb_object_agg(f.key, f.value) from jsonb_each(files) f where f.key like 'migrations/%'), '{}'),
  steps = coalesce((
    select jsonb_agg(jsonb_build_object('id', s -> 'id', 'route', s -> 'route', 'viewRoute', s -> 'viewRoute',
      'sections', jsonb_path_query_array(s, '$.sections[*].section')))
    from jsonb_array_elements(files -> 'flows/application.json' -> 'steps') s), '[]');
