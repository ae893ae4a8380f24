-- The language an account's owner chose last; their mail is written in it. Empty: that of the schema files.

alter table account add column language text not null default '';
