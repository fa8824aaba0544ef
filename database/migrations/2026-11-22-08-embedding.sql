-- Embedding: accounts of report services, the workspaces that tenants publish from, and the embed tokens that are valid.
-- Foreign keys that would stop a deletion are deferrable, so that a whole tenant can go in one transaction, in any order of tables.

create table embedding_accounts (
  id uuid primary key default app.uuidv7(),
  partner_id uuid not null references partners on delete cascade,
  tenant_id uuid,
  name text not null,
  kind text not null check (kind in ('powerbi', 'local')),
  directory_id text not null,
  app_id text not null,
  object_id text,
  secret_sealed bytea not null,
  subscription_id text,
  azure_workspace_id text,
  resource_group text,
  capacity_name text,
  capacity_size text,
  registered_by uuid references users on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint embedding_accounts_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade,
  constraint embedding_accounts_name_key unique nulls not distinct (partner_id, tenant_id, name),
  constraint embedding_accounts_partner_key unique (partner_id, id)
);
comment on table embedding_accounts is 'Credentials of one service principal at a report service.';
comment on column embedding_accounts.tenant_id is 'Null: an account of the partner, which its tenants use. Otherwise the account of one tenant.';
comment on column embedding_accounts.secret_sealed is 'Encrypted with the key of the platform (platform/server/secrets.ts); no answer contains it.';
-- A tenant uses the accounts of its partner, and changes only its own.
call app.row_policy('embedding_accounts', $rule$
  partner_id = (select app.partner_id()) and (tenant_id is null or tenant_id = (select app.tenant_id()))
$rule$);
create policy own_insert on embedding_accounts as restrictive for insert to vitrine_app
  with check (tenant_id is not distinct from (select app.tenant_id()));
create policy own_update on embedding_accounts as restrictive for update to vitrine_app
  using (tenant_id is not distinct from (select app.tenant_id())) with check (tenant_id is not distinct from (select app.tenant_id()));
create policy own_delete on embedding_accounts as restrictive for delete to vitrine_app
  using (tenant_id is not distinct from (select app.tenant_id()));

create table workspaces (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  partner_id uuid not null,
  account_id uuid not null,
  service_id text not null,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint workspaces_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade,
  constraint workspaces_account foreign key (partner_id, account_id) references embedding_accounts (partner_id, id) deferrable,
  constraint workspaces_service_key unique (tenant_id, account_id, service_id)
);
comment on table workspaces is 'Workspaces of an account that a tenant publishes reports from.';
comment on column workspaces.service_id is 'The id of the workspace at the report service.';
call app.tenant_policy('workspaces');

create function app.foreign_workspaces() returns table (service_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.service_id from workspaces w
   where w.partner_id = app.partner_id()
   group by w.service_id
  having not bool_or(w.tenant_id = app.tenant_id());
$$;
comment on function app.foreign_workspaces is
  'The workspaces that only other tenants of the same partner publish from: a tenant must not publish from them, through any account.';
call app.callable_platform_function('app.foreign_workspaces');

create table embed_tokens (
  tenant_id uuid not null references tenants on delete cascade,
  token_id text not null,
  account_id uuid not null references embedding_accounts on delete cascade,
  report_id uuid not null,
  user_id uuid not null,
  session_id uuid,
  address inet,
  identity text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_id)
);
comment on table embed_tokens is
  'Embed tokens that are still valid, so that the loss of a grant or session can revoke them at a service that supports it. '
  'No foreign keys to report, user and session: a token outlives them and must be revoked all the more.';
comment on column embed_tokens.session_id is 'The session for which the token was issued; the token ends with it.';
comment on column embed_tokens.address is 'The network address of the reader when the token was issued.';
comment on column embed_tokens.identity is
  'What the report service was told about the reader, as JSON text: the token is revoked when a grant says something else.';
create index embed_tokens_by_report on embed_tokens (tenant_id, report_id);
call app.tenant_policy('embed_tokens');
