-- The order of a household's members: people of one save were added at one moment.
alter table household_member add column place integer;
update household_member m set place = n.place from (
  select id, row_number() over (partition by household_id order by is_lead desc, created_at, id) as place from household_member
) n where n.id = m.id;
alter table household_member alter column place set not null;
