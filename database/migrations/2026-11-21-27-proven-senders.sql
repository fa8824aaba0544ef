-- The address of a business unit's own sender is used once somebody has shown that they read what is sent there: with a code, typed in
-- within minutes. Those that are there already were tested at the most, which proves a server and not an address.
alter table mail_senders
  add proven_at timestamptz,
  add code_hash bytea,
  add code_expires_at timestamptz,
  add code_tries integer not null default 0;
