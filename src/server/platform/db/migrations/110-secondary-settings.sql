-- The supplemental questionnaire's first question has a setting of its own. Until now it went by that of step 2, and what was hidden
-- there for the sake of a law stays hidden.
update subscriber
set settings = jsonb_set(settings::jsonb, '{fields,secondary_convicted_for_crime}', settings::jsonb #> '{fields,convicted_for_crime}')
where settings::jsonb #> '{fields,convicted_for_crime}' is not null
  and settings::jsonb #> '{fields,secondary_convicted_for_crime}' is null;
