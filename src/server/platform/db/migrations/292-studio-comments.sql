-- Comments in the Studio. A draft has no lasting number (each save makes another version), so a comment belongs to a
-- subscriber, a section and a field, and remembers the version that it was written about.
create table studio_comment (
  id bigint generated always as identity primary key,
  subscriber_id text references subscriber on delete cascade,
  section text not null,
  -- 'address/[]/city'. Empty for the whole section.
  field text not null default '',
  version_id bigint references studio_version on delete set null,
  text text not null,
  person_id uuid references studio_person on delete set null,
  author text not null,
  written_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text
);
create index studio_comment_section on studio_comment (section, subscriber_id);
create index studio_comment_subscriber on studio_comment (subscriber_id) where subscriber_id is not null;
create index studio_comment_version on studio_comment (version_id) where version_id is not null;
create index studio_comment_person on studio_comment (person_id) where person_id is not null;
create index studio_comment_resolved on studio_comment (resolved_at) where resolved_at is not null;
