-- Requests for a reasonable accommodation. Only the applicant and the landlord's contact for accommodation read them.
create table accommodation_request (
  id bigint generated always as identity primary key,
  trn text not null references application on delete cascade,
  -- Sealed with the applicant's key.
  text text not null,
  at timestamptz not null,
  read_at timestamptz,
  answered_at timestamptz
);
create index accommodation_request_trn on accommodation_request (trn);

alter table office_person drop constraint office_person_role_check;
alter table office_person add constraint office_person_role_check
  check (role in ('reader', 'reviewer', 'owner', 'accommodation'));
