-- Filters and order of the office's list that a person saved under a name. The search text isn't kept: it can name an applicant.
create table office_view (
  id bigint generated always as identity primary key,
  person_id uuid not null references office_person on delete cascade,
  name text not null,
  query jsonb not null,
  created_at timestamptz not null
);
create unique index office_view_name on office_view (person_id, lower(name));
