-- Money of an application: what was charged, what the check cost, what was returned, what the landlord keeps and by which rule.

-- Only ever added to. The transaction id is no reference, and the note is sealed with the applicant's key: the amounts outlive the application.
create table ledger_entry (
  id bigint generated always as identity primary key,
  trn text not null,
  subscriber_id text not null references subscriber,
  kind text not null check (kind in ('charge', 'cost', 'refund', 'refundFailed', 'retained', 'released', 'dispute', 'disputeReturned')),
  amount_cents integer not null check (amount_cents > 0),
  -- A key of `rules` in schemas/texts/server-ledger.json; null for what a person entered.
  rule text,
  note text,
  -- The provider's id, or the key of the call that caused the entry.
  reference text,
  actor text not null check (actor in ('person', 'key', 'operator', 'program', 'provider')),
  person_id uuid,
  at timestamptz not null
);
create index ledger_entry_trn on ledger_entry (trn, id);
create index ledger_entry_subscriber on ledger_entry (subscriber_id);
create unique index ledger_entry_once on ledger_entry (trn, kind, reference) where reference is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is only ever added to';
end $$;

create trigger ledger_entry_stays before update or delete on ledger_entry
  for each row execute function refuse_ledger_change();
create trigger ledger_entry_stays_whole before truncate on ledger_entry
  for each statement execute function refuse_ledger_change();

-- Refunds on their way to the card provider. Kept when the application is erased, so that money owed is still sent.
create table refund (
  id bigint generated always as identity primary key,
  trn text not null,
  intent text not null,
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  provider_id text unique,
  error text,
  -- The key of the call that ordered it.
  act text unique,
  created_at timestamptz not null,
  done_at timestamptz
);
create index refund_trn on refund (trn);

-- Chargebacks, as the provider last reported them.
create table dispute (
  id text primary key,
  trn text not null,
  amount_cents integer not null,
  reason text not null,
  status text not null,
  evidence_due_at timestamptz,
  reported_at timestamptz not null
);
create index dispute_trn on dispute (trn);

insert into ledger_entry (trn, subscriber_id, kind, amount_cents, reference, actor, at)
  select p.trn, a.subscriber_id, 'charge', p.amount_cents, p.intent, 'program', p.paid_at
  from payment p join application a on a.trn = p.trn
  where p.state = 'succeeded' and p.amount_cents > 0 and p.paid_at is not null;
