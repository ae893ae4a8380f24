-- A job is tried for three days; one that was given up stays, and nobody who looks for work reads it.
alter table job add column given_up_at timestamptz;
-- What was left alone before this migration stays so, unless it is from the last days.
update job set given_up_at = now() where attempts >= 10 and run_at < now() - interval '3 days';
drop index job_waiting;
create index job_waiting on job (run_at) where given_up_at is null;
