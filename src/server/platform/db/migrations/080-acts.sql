-- Which act of the applicant (a digest of its Idempotency-Key and body) made a row: a call that died between its effect and its answer finds
-- its effect when it comes again.
alter table source add column act text;
create unique index source_act on source (trn, act);
alter table document add column act text;
create unique index document_act on document (act);
alter table step_answer add column act text;
alter table application add column act text;
create unique index application_act on application (act);
