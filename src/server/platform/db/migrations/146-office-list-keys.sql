-- The office's list is read from this table only: what it sorts and filters by stands here, and each order has an index that holds all of the
-- filters, so that a page of any of them is found without looking at another table or at a row that is not shown.
drop index application_status_submitted;
drop index application_status_status;
drop index application_status_checks;
drop index application_status_move_in;
drop index application_status_ratio;
drop index application_first_name;
drop index application_last_name;

alter table application_status
  drop column ratio,
  add column property_id integer,
  -- The name as it is looked for: first or last name first.
  add column first_key text collate "C" not null default '',
  add column last_key text collate "C" not null default '',
  add column move_in_key date not null generated always as (coalesce(move_in, '9999-12-31'::date)) stored,
  -- Income in hundredths of the rent, -1 where one of them is not known; who earns a thousand rents is sorted no further.
  add column ratio_key integer not null
    generated always as (coalesce(case when rent_cents > 0 then least(income_cents * 100 / rent_cents, 100000)::integer end, -1)) stored;

update application_status t set property_id = a.property_id,
    first_key = lower(a.first_name || ' ' || a.last_name), last_key = lower(a.last_name || ' ' || a.first_name)
  from application a where a.trn = t.trn;

create index application_status_submitted on application_status (subscriber_id, submitted_at, trn) include (status, checks, property_id, assigned_to, first_key, last_key);
create index application_status_name on application_status (subscriber_id, last_key, trn) include (status, checks, property_id, assigned_to, first_key);
create index application_status_move_in on application_status (subscriber_id, move_in_key, trn) include (status, checks, property_id, assigned_to, first_key, last_key);
create index application_status_ratio on application_status (subscriber_id, ratio_key, trn) include (status, checks, property_id, assigned_to, first_key, last_key);
-- Where few are found, whatever they are sorted by.
create index application_status_status on application_status (subscriber_id, status, submitted_at, trn);
create index application_status_checks on application_status (subscriber_id, checks, submitted_at, trn);
create index application_status_property on application_status (subscriber_id, property_id, submitted_at, trn);
create index application_status_first_name on application_status (subscriber_id, first_key);
