-- What is still to be done; a job that was given up stays in the table, and nobody who looks for work reads it.
create index job_waiting on job (run_at) where attempts < 10;
drop index job_run_at;
