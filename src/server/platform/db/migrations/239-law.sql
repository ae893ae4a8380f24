-- Which law applies to a home, and what an offer opens (docs/law.md).

-- A file of schemas/jurisdictions, 'us-nj'. Null: the address decides.
alter table property add column place text;

-- The office's conditional offer; the questions that waited for it stay open.
alter table application add column offered_at timestamptz;

-- Sessions remember the home for some seconds. An offer and a changed address must count at once.
create trigger application_home_news after update of offered_at, registration, property_id on application
  for each row execute function tell_news('home', 'trn');
create trigger property_home_news after update on property
  for each row execute function tell_news('home', 'none');

-- Since when the applicant can answer before the offer is withdrawn, and since when they can appeal.
alter table application add column withdrawal_announced_at timestamptz, add column offer_withdrawn_at timestamptz;
