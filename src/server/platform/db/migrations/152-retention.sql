-- The day that an applicant was told; nobody is removed before it, however the rule changes meanwhile.
alter table application add column removal_due_at timestamptz;

-- What retention.json said since when, as this server saw it: what it says newly counts after a day, unless it keeps applications longer.
create table retention_seen (
  at timestamptz primary key,
  remove_after_days integer not null,
  notice_days integer not null
);
