-- Every decision with its letter, also after the application was reopened. Sealed as in application_status.
create table application_decision (
  id bigint generated always as identity primary key,
  trn text not null references application on delete cascade,
  at timestamptz not null,
  sealed text not null,
  reports_disposed_at timestamptz
);
create index application_decision_trn on application_decision (trn, id);
create index application_decision_reports on application_decision (at) where reports_disposed_at is null;
insert into application_decision (trn, at, sealed, reports_disposed_at)
  select trn, changed_at, decision, reports_disposed_at from application_status where decision is not null;
alter table application_status drop column reports_disposed_at;
