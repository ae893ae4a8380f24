-- What needs attention, in the order that decides, so that the list can name it. Work for rows that are already there is queued.
alter table application_status add column attention jsonb not null default '[]';
insert into job (kind, payload) select 'office-summary', jsonb_build_object('trn', trn) from application_status;
