-- What is read in the applicants' documents, and what the checks make of it.

-- `state` is 'waiting' until the job has been there; `sealed` is what was read, with the applicant's key.
create table document_reading (
  document bigint primary key references document on delete cascade,
  trn text not null references application on delete cascade,
  state text not null check (state in ('waiting', 'read')),
  sealed bytea,
  read_at timestamptz
);
create index document_reading_trn on document_reading (trn);

-- One rule's verdict on one file, or with document 0 on a source as a whole. A verdict outlives its file, marked as deleted.
create table income_check (
  id bigint generated always as identity primary key,
  trn text not null references application on delete cascade,
  document_id integer not null,
  source_id integer not null,
  document bigint not null,
  rule text not null,
  outcome text not null check (outcome in ('passed', 'failed', 'inconclusive')),
  -- What was expected and what was found, sealed; so are the applicant's words on it.
  sealed bytea not null,
  answer bytea,
  is_deleted boolean not null default false,
  judged_at timestamptz not null,
  unique (trn, document_id, source_id, document, rule)
);
create index income_check_document on income_check (document) where rule = 'duplicate';

-- What was uploaded before there were checks is read now.
insert into document_reading (document, trn, state)
  select id, trn, 'waiting' from document where mime = 'application/pdf' and document_id in (3, 5, 6, 7);
insert into job (kind, payload)
  select 'read-document', jsonb_build_object('trn', trn, 'id', document) from document_reading;
