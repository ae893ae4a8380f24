-- Addresses whose emails bounced or were marked as spam. No more is sent to those that are stopped.
create table mail_problem (
  -- In lower case.
  address text primary key,
  kind text not null check (kind in ('bounced', 'complained')),
  reason text not null,
  at timestamptz not null,
  is_stopped boolean not null
);
