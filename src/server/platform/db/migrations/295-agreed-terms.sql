-- Digests of the terms accepted at the start. Null for terms accepted before this column existed.
alter table application add column agreed_terms jsonb;
