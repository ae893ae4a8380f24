-- Whoever was to pay for all left before paying, and nobody could take it over: the next person who joins does.
alter table household add column fee_owed boolean not null default false;
