-- How a request without a document ended: the office decided, or requested other documents.
alter table office_request add column ended_as text check (ended_as in ('closed', 'replaced'));
update office_request set ended_as = 'closed' where done_at is not null and document is null;
