-- The office finds a household by the name of anybody in it.
create index household_member_first on household_member (lower(first_name || ' ' || last_name) text_pattern_ops);
create index household_member_last on household_member (lower(last_name || ' ' || first_name) text_pattern_ops);
