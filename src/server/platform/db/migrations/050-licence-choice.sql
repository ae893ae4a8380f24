-- Where the licence's barcode and the applicant differ: whose word counts. Goes with the document.
alter table barcode
  add column name_choice text check (name_choice in ('typed', 'document')),
  add column dob_choice text check (dob_choice in ('typed', 'document'));
