-- Keys of limits are hashes now. The old ones were joined strings: a login name with a separator in it counted as another's. They're all over within an hour.
drop index rate_limit_of;
delete from rate_limit;
-- The account's hash, so that its rows go when it's erased.
alter table rate_limit add column account text;
create index rate_limit_account on rate_limit (account) where account is not null;
