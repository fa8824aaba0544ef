-- The outbox: a mail is written with the change it tells of, and sent by a job. Its words are forgotten once it is sent: they may
-- hold a link that lets somebody in.
create table mails (
  id uuid primary key default uuidv7(),
  tenant_id uuid references tenants on delete cascade,
  partner_id uuid references partners on delete cascade,
  -- Whoever writes the same mail twice writes it once.
  idempotency_key text not null,
  -- What it is about: `user.invited`.
  purpose text not null,
  to_address text not null,
  to_name text,
  subject text not null,
  body_text text,
  body_html text,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  -- How often a process ended while the server may have taken the mail.
  uncertain integer not null default 0,
  claimed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint mails_key unique nulls not distinct (tenant_id, idempotency_key)
);
create index mails_by_tenant on mails (tenant_id, created_at desc);
create index mails_by_partner on mails (partner_id, created_at desc);
create index mails_waiting on mails (created_at) where state = 'waiting';
-- Seen inside the business unit it is from; by the partner and the platform outside of any.
call app.wall('mails', $wall$
  tenant_id = (select app.tenant_id()) or (select app.on_platform()) or ((select app.tenant_id()) is null and partner_id = (select app.partner_id()))
$wall$);

-- The mail server of a business unit; without a row the platform's.
create table mail_senders (
  tenant_id uuid primary key references tenants on delete cascade,
  host text not null,
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('smtp', 'starttls', 'smtps')),
  username text,
  password_sealed bytea,
  from_name text not null,
  from_address text not null,
  version integer not null default 1
);
call app.tenant_wall('mail_senders');
