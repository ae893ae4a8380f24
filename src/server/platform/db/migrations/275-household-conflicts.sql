-- The revision of the last change of who belongs to a household. Later ones were only progress, which makes no open page outdated.
alter table household add column members_revision integer not null default 1;
update household set members_revision = revision;

-- Which lead typed the name and the address, as a member's id: a later lead doesn't see them.
alter table household_member add column typed_by uuid;
update household_member m set typed_by = lead.id from household_member lead
where lead.household_id = m.household_id and lead.is_lead and not m.is_lead;
