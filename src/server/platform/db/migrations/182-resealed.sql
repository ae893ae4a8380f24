-- Migrations of the forms whose stored answers are being sealed anew, or were: each is queued once.
create table resealed (
  migration text primary key,
  queued_at timestamptz not null
);
