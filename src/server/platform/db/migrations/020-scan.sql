-- Scanning documents with a phone.

-- The one link of an application that opens the scan pages; a new one takes its place. Tokens are hashed.
create table scan_link (
  id text primary key,
  trn text not null unique references application on delete cascade,
  -- The link ends with the session it was made in.
  session_id uuid not null references session on delete cascade,
  token_hash text not null,
  -- What the phone got in exchange for the token; opening the link again replaces it.
  phone_hash text unique,
  expires_at timestamptz not null,
  opened_at timestamptz,
  -- One picture at a time.
  busy_until timestamptz
);

-- What the barcode on a licence's back says; `sealed` is null when none could be read.
create table barcode (
  document bigint primary key references document on delete cascade,
  trn text not null references application on delete cascade,
  sealed bytea,
  read_at timestamptz not null
);
create index barcode_trn on barcode (trn);
