-- What a page follows while its income documents are being read.
create trigger reading_news after insert or update of state or delete on document_reading
  for each row execute function tell_news('application', 'trn');
