-- Background jobs, the processes that run them, and mail.

-- The owner creates the tables of the installed pg-boss here; the application neither creates nor changes them. A newer pg-boss that
-- needs other tables brings a migration (getMigrationPlans()).
-- (the tables of pg-boss are created here)

-- They have no row-level security: only work across tenants reads jobs. A session may insert a job and cannot read those of others.
grant usage on schema pgboss to vitrine_app, vitrine_platform;
grant select, insert, update, delete on all tables in schema pgboss to vitrine_platform;
grant select on pgboss.queue to vitrine_app;
grant insert, select (id) on pgboss.job, pgboss.job_common to vitrine_app;

create table job_slots (
  tenant_id uuid references tenants on delete cascade,
  task text not null,
  slot text not null,
  taken_at timestamptz not null default now(),
  constraint job_slots_key unique nulls not distinct (tenant_id, task, slot)
);
comment on table job_slots is
  'Idempotency keys of jobs: one row per effect, written in the transaction of the effect. pg-boss delivers at least once; a job that '
  'finds its key taken does nothing. Schedules use them too, so that one of several processes adds the job.';
comment on column job_slots.tenant_id is 'Null: work of the platform.';
create index job_slots_by_age on job_slots (taken_at);
call app.tenant_policy('job_slots');

create table processes (
  id uuid primary key,
  kind text not null check (kind in ('server', 'worker')),
  machine text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  figures jsonb not null
);
comment on table processes is
  'Process registry: each running process writes a heartbeat with its metrics every 30 seconds. Silent entries are deleted after a day.';
call app.platform_policy('processes');

create table mails (
  id uuid primary key default app.uuidv7(),
  tenant_id uuid references tenants on delete cascade,
  partner_id uuid references partners on delete cascade,
  idempotency_key text not null,
  purpose text not null,
  to_address text not null,
  to_name text,
  subject text not null,
  body_text text,
  body_html text,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  uncertain integer not null default 0,
  claimed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint mails_key unique nulls not distinct (tenant_id, idempotency_key)
);
comment on table mails is
  'The outbox: a mail is written in the transaction of the change that it reports, and sent by a job. Its text is deleted once it is '
  'sent, because it may contain a sign-in link.';
comment on column mails.purpose is 'What it is about: `user.invited`.';
comment on column mails.uncertain is 'How often a process ended while the mail server may already have accepted the mail.';
create index mails_by_tenant on mails (tenant_id, created_at desc);
create index mails_by_partner on mails (partner_id, created_at desc);
create index mails_waiting on mails (created_at) where state = 'waiting';
-- Read inside its tenant; outside of tenants by the partner and the platform.
call app.row_policy('mails', $rule$
  tenant_id = (select app.tenant_id()) or (select app.on_platform()) or ((select app.tenant_id()) is null and partner_id = (select app.partner_id()))
$rule$);

create table mail_senders (
  tenant_id uuid primary key references tenants on delete cascade,
  host text not null,
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('smtp', 'starttls', 'smtps')),
  username text,
  password_sealed bytea,
  from_name text not null,
  from_address text not null,
  proven_at timestamptz,
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  version integer not null default 1
);
comment on table mail_senders is 'The mail server and sender address of a tenant. A tenant without a row uses those of the platform.';
comment on column mail_senders.proven_at is
  'When somebody proved that they read mail at the address, by a code sent there. An unproven address is not used.';
call app.tenant_policy('mail_senders');

create table sender_budgets (
  id uuid primary key default app.uuidv7(),
  key bytea not null,
  used_at timestamptz not null default now()
);
comment on table sender_budgets is
  'Rate limit of the codes that prove a sender address, and of the attempts to enter one, over all processes and administrators: a '
  'code goes to an address whose owner may not expect it.';
comment on column sender_budgets.key is 'Hash of a tenant, or of an address across all tenants.';
create index sender_budgets_by_key on sender_budgets (key, used_at);
create index sender_budgets_by_age on sender_budgets (used_at);
call app.platform_policy('sender_budgets');

create function app.use_sender_budget(budget text, address text, an_hour integer, a_day integer) returns float8
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  budget_key bytea := sha256(convert_to(budget || ':' || coalesce(lower(address), app.tenant_id()::text), 'UTF8'));
  free_at timestamptz;
begin
  -- One transaction at a time per key, so that each use is judged together with those before it.
  perform pg_advisory_xact_lock(hashtextextended(encode(budget_key, 'hex'), 0));
  delete from sender_budgets where id in (
    select id from sender_budgets where used_at < now() - interval '1 day' limit 100 for update skip locked);
  select greatest(
    (select used_at + interval '1 hour' from sender_budgets where key = budget_key and used_at > now() - interval '1 hour'
      order by used_at desc offset an_hour - 1 limit 1),
    (select used_at + interval '1 day' from sender_budgets where key = budget_key and used_at > now() - interval '1 day'
      order by used_at desc offset a_day - 1 limit 1)) into free_at;
  if free_at is not null then return extract(epoch from free_at - now()); end if;
  insert into sender_budgets (key) values (budget_key);
  return null;
end
$$;
comment on function app.use_sender_budget is
  'Counts one use of a budget: of the address or, where that is null, of the tenant of the session. Returns null when it is counted, '
  'otherwise the seconds until the next use is possible.';
call app.callable_platform_function('app.use_sender_budget');
