-- What is asked for beside a key, so that no look, sweep or deletion reads a table that grows with the applicants from end to end.

-- Whether a document is still being read.
create index job_reading on job ((payload ->> 'id')) where kind in ('read-document', 'read-page');

-- What goes with a session, an account or an application that is deleted.
create index refresh_token_session on refresh_token (session_id);
create index session_trn on session (trn);
create index scan_link_session on scan_link (session_id);
create index single_use_token_account on single_use_token (account_id);
create index single_use_token_trn on single_use_token (trn);

-- What the hourly sweep deletes.
create index single_use_token_expiry on single_use_token (expires_at);
create index session_end on session (ends_at);
create index session_ended on session (ended_at) where ended_at is not null;
create index idempotency_at on idempotency (at);
create index rate_limit_end on rate_limit (resets_at);

-- Who is to be written to because they stayed away.
create index application_unwarned on application (active_at) where submitted_at is null and warned_at is null;
drop index application_idle;
create index application_warned on application (active_at) where submitted_at is null and warned_at is not null;

-- Whether an erased applicant has another application.
create index application_email on application (lower(email));
-- The open invitations of a link.
create index application_invited on application (entry_link_id) where account_id is null;

-- Whose document or record a digest is.
create index audit_log_document on audit_log ((body::jsonb ->> 'digest')) where kind = 'document';
create index audit_log_record on audit_log ((body::jsonb ->> 'record')) where kind = 'document';

-- The tries that an erased applicant's names have counted.
create index rate_limit_of on rate_limit (split_part(split_part(bucket, ':of:', 2), ':at:', 1));
