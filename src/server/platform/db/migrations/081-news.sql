-- What one process writes and the others must not learn late: told on the channel `portal` when it is committed, as topic:id.

create function tell_news() returns trigger language plpgsql as $$
begin
  -- tg_argv: the topic, and the column that names what changed.
  perform pg_notify('portal', tg_argv[0] || ':' || coalesce(to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[1], ''));
  return null;
end $$;

create trigger job_news after insert on job for each statement execute function tell_news('job', 'id');

create trigger session_ended_news after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_news('session', 'id');
create trigger session_gone_news after delete on session
  for each row when (old.ended_at is null) execute function tell_news('session', 'id');

create trigger subscriber_news after insert or update or delete on subscriber
  for each row execute function tell_news('subscriber', 'id');

-- What a desktop follows while a phone scans.
create trigger scan_link_news after insert or delete or update of id, opened_at, expires_at on scan_link
  for each row execute function tell_news('application', 'trn');
create trigger document_news after insert or delete on document for each row execute function tell_news('application', 'trn');
create trigger barcode_news after insert or update on barcode for each row execute function tell_news('application', 'trn');
