-- The account of a language model: that of a tenant, and the defaults that a partner and the platform offer to tenants; and the log of its calls.

create table ai_accounts (
  id uuid primary key default app.uuidv7(),
  tenant_id uuid default app.tenant_id() references tenants on delete cascade,
  partner_id uuid default case when app.tenant_id() is null then app.partner_id() end references partners on delete cascade,
  enabled boolean not null default false,
  inherits boolean not null default false,
  provider text not null constraint ai_accounts_provider check (provider in ('openai', 'azure', 'anthropic', 'ollama', 'compatible')),
  base_url text not null,
  model text not null,
  key_sealed bytea,
  monthly_budget integer not null,
  daily_budget integer not null,
  sends_rows boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint ai_accounts_owner_key unique nulls not distinct (tenant_id, partner_id),
  constraint ai_accounts_owner_one check (tenant_id is null or partner_id is null),
  constraint ai_accounts_inherits check (not inherits or tenant_id is not null)
);
comment on table ai_accounts is 'Accounts of language models, at most one for each tenant, partner, and the platform.';
comment on column ai_accounts.tenant_id is 'Null: the account that a partner, or the platform, offers to tenants.';
comment on column ai_accounts.partner_id is 'Null without a tenant: the account of the platform.';
comment on column ai_accounts.inherits is 'The tenant uses the account that its partner or the platform offers.';
comment on column ai_accounts.monthly_budget is 'The budget of one tenant in a month. daily_budget: that of one person in a day.';
comment on column ai_accounts.sends_rows is 'The tenant lets rows of reports be sent to the model.';
create index ai_accounts_of_partner on ai_accounts (partner_id) where partner_id is not null;
call app.row_policy(
  'ai_accounts',
  'tenant_id = (select app.tenant_id())
   or tenant_id is null and (select app.tenant_id()) is null and (select app.profile()) in (''a2m'', ''master'')
      and partner_id is not distinct from (select app.partner_id()) and (partner_id is not null or (select app.on_platform()))');

create table ai_calls (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  user_id uuid default app.user_id() references users on delete set null,
  purpose text not null constraint ai_calls_purpose check (
    purpose in ('test', 'draft_notification', 'write_dax', 'explain_page', 'summarise_data')),
  subject text,
  provider text not null,
  host text not null,
  model text not null,
  reserved_tokens integer not null,
  tokens_in integer,
  tokens_out integer,
  ms integer,
  outcome text not null default 'running',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table ai_calls is 'The calls of language models: who, for what, and how many tokens; never the key, the question or the answer.';
comment on column ai_calls.subject is 'The name of the report that the call is about.';
comment on column ai_calls.reserved_tokens is 'Counts towards the budgets until the numbers of the answer are known.';
create index ai_calls_by_time on ai_calls (tenant_id, created_at);
create index ai_calls_of_user on ai_calls (user_id, created_at);
call app.tenant_policy('ai_calls');
