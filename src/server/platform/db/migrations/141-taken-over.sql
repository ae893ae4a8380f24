-- A section that was taken over from an earlier application of the same account and landlord, until its applicant confirms it. The earlier
-- one is named by its number only: it may be erased without this one.
create table taken_over (
  trn text not null references application on delete cascade,
  section text not null,
  number text not null,
  submitted_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (trn, section)
);
