-- When an applicant last came, and when they were told that an unfinished application will be removed.

alter table application add column active_at timestamptz, add column warned_at timestamptz;
update application a set active_at = greatest(
  a.created_at,
  (select max(saved_at) from step_answer where trn = a.trn),
  (select max(saved_at) from draft where trn = a.trn),
  (select max(seen_at) from session where trn = a.trn)
);
alter table application alter column active_at set default now(), alter column active_at set not null;
create index application_idle on application (active_at) where submitted_at is null;
