-- What falls due later than a job may wait. The hourly sweep queues the job named here.
create table deadline (
  trn text not null references application on delete cascade,
  job text not null,
  name text not null,
  due_at timestamptz not null,
  queued_at timestamptz,
  primary key (trn, job, name)
);
create index deadline_due on deadline (due_at) where queued_at is null;
