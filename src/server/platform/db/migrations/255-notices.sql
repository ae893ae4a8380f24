-- Notices that applicants confirmed before they signed. The text as it was shown is in the table shown.
create table acknowledgment (
  trn text not null references application on delete cascade,
  -- The rule's id in schemas/jurisdictions.
  notice text not null,
  -- Of the content as shown, in its language.
  digest text not null,
  -- Of the same content in English, so that a changed notice is shown again.
  version text not null,
  at timestamptz not null,
  ip text not null,
  primary key (trn, notice)
);

-- Which reports a landlord orders; null for all. How the landlord decides, in plain text, and the reasons to decline that this text
-- lists; null if nobody said.
alter table subscriber add column ordered_reports text[], add column screening_criteria text not null default '',
  add column listed_reasons text[];
