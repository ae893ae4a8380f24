-- A file of pictures is read page by page, each page by a job of its own: `page` is the last one read of `pages`, and `sealed` holds what was
-- read so far until `state` says that it is all.
alter table document_reading add column page int, add column pages int;

drop trigger reading_news on document_reading;
create trigger reading_news after insert or update of state, page or delete on document_reading
  for each row execute function tell_news('application', 'trn');
