-- Somebody has used what was mailed to this account's address: only then a mail speaks with words that were typed at the registration.
alter table account add column confirmed_at timestamptz;
-- Handed out by mail, not by an operator.
alter table single_use_token add column mailed boolean not null default false;
