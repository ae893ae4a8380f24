-- Names the act of who wrote a note, so that the same call again writes it once.
alter table office_note add column act text;
create unique index office_note_act on office_note (act) where act is not null;

-- Which reasons to decline for this subscriber's office gives, by their names in schemas/office/status.json; null for all of them.
alter table subscriber add column decline_reasons text[];

-- The operator moves applications by command.
alter table application_event drop constraint application_event_actor_check;
alter table application_event add constraint application_event_actor_check check (actor in ('person', 'key', 'applicant', 'program', 'operator'));
