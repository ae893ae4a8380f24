-- Which API key changed an application or wrote a note, so that the office can name it.
alter table application_event add column key_id text references api_key on delete set null;
alter table office_note add column key_id text references api_key on delete set null;
create index application_event_key on application_event (key_id) where key_id is not null;
create index office_note_key on office_note (key_id) where key_id is not null;
