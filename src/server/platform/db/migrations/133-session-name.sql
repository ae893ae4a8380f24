-- A session is remembered for some seconds with its applicant's name, by which the signature is judged: who corrects the name is read anew.
create function tell_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal', 'session:' || id) from session where trn = new.trn and ended_at is null;
  return null;
end $$;

create trigger application_name_news after update of first_name, last_name on application
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function tell_sessions();
