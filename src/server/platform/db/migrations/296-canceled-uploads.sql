-- Uploads that the applicant canceled, by the hash of their idempotency key. They aren't stored if they arrive later.
create table canceled_upload (
  trn text not null references application on delete cascade,
  key text not null,
  primary key (trn, key)
);
