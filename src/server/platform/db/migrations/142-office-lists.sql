-- The office's list by how the checks stand, where few stand so.
create index application_status_checks on application_status (subscriber_id, checks, submitted_at desc, trn);
