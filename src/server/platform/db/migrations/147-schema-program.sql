-- Which program took the schema files in: another one asks for other words, and has other widgets.

alter table schema_state add column program text not null default '';
