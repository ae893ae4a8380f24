-- The office finds people by phone number. The numbers are sealed with the answers; here are keyed hashes of them.
alter table application_status add column phones text[] not null default '{}';
create index application_status_phones on application_status using gin (phones);
insert into job (kind, payload) select 'office-summary', jsonb_build_object('trn', trn) from application_status;

-- What many applications share (the start of an email, a unit) is found without looking at another table.
alter table application_status add column email_key text collate "C" not null default '', add column unit_id integer;
update application_status t set email_key = lower(a.email), unit_id = a.unit_id from application a where a.trn = t.trn;
drop index application_status_submitted;
drop index application_status_name;
drop index application_status_move_in;
drop index application_status_ratio;
create index application_status_submitted on application_status (subscriber_id, submitted_at, trn)
  include (status, checks, property_id, assigned_to, first_key, last_key, email_key, unit_id);
create index application_status_name on application_status (subscriber_id, last_key, trn)
  include (status, checks, property_id, assigned_to, first_key, email_key, unit_id);
create index application_status_move_in on application_status (subscriber_id, move_in_key, trn)
  include (status, checks, property_id, assigned_to, first_key, last_key, email_key, unit_id);
create index application_status_ratio on application_status (subscriber_id, ratio_key, trn)
  include (status, checks, property_id, assigned_to, first_key, last_key, email_key, unit_id);
