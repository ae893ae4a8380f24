-- A lead source is the landlord's own wording, so the translations in schemas/ don't have it: its name by language, `{"es": "Una amistad"}`.
alter table lead_source add column names jsonb not null default '{}';
