-- Under which forms and settings a complete step was last found to lack nothing; null: before that was noted.
alter table step_answer add column checked text;
-- Complete until that check, which opened the step again: it's complete once more when the forms are as they were.
alter table step_answer add column reopened boolean not null default false;
