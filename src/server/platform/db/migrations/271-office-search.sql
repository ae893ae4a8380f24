-- The office finds people without accents, by email, and by unit and property.
update application_status set
  first_key = regexp_replace(normalize(first_key, NFD), '[\u0300-\u036f]', '', 'g'),
  last_key = regexp_replace(normalize(last_key, NFD), '[\u0300-\u036f]', '', 'g')
where first_key ~ '[^\x01-\x7f]' or last_key ~ '[^\x01-\x7f]';
create index application_office_email on application (subscriber_id, lower(email) text_pattern_ops) where submitted_at is not null;
create index application_office_unit on application (unit_id) where submitted_at is not null and unit_id is not null;
-- Programs ask for what changed since a time.
create index application_status_changed on application_status (subscriber_id, changed_at);
