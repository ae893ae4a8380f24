-- When a job was first tried, when its delay was reported, and what is late, for the applicant and the office.
alter table job add column first_tried_at timestamptz, add column told_at timestamptz, add column delay text;
update job set first_tried_at = now() where attempts > 0;
create index job_untold on job (first_tried_at) where told_at is null and first_tried_at is not null;
create index job_tried on job ((payload ->> 'trn')) where first_tried_at is not null;
