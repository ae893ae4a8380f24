-- The office finds members of a household by names without accents.
drop index household_member_first, household_member_last;
create index household_member_first on household_member
  (regexp_replace(normalize(lower(first_name || ' ' || last_name), NFD), '[\u0300-\u036f]', '', 'g') text_pattern_ops);
create index household_member_last on household_member
  (regexp_replace(normalize(lower(last_name || ' ' || first_name), NFD), '[\u0300-\u036f]', '', 'g') text_pattern_ops);
