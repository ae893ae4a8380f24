-- What a place obliges the office to do by a day after a decision, such as sending a copy of the report.
create table office_deadline (
  trn text not null references application on delete cascade,
  -- A key of `duties` in schemas/office/deadlines.json.
  duty text not null,
  due_at timestamptz not null,
  reminded_at timestamptz,
  done_at timestamptz,
  done_by uuid references office_person on delete set null,
  primary key (trn, duty)
);
create index office_deadline_person on office_deadline (done_by) where done_by is not null;
