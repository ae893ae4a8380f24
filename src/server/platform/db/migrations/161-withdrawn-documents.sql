-- When the applicant deleted a document that was handed in: hidden from them, kept for the office until the application is erased.
alter table document add column withdrawn_at timestamptz;

create trigger document_withdrawn_news after update of withdrawn_at on document
  for each row execute function tell_news('application', 'trn');
