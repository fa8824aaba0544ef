-- Accounts of the report-embedding service, workspaces, groups, subgroups, reports and who may open them.
-- References that stop a removal are deferrable, so that a whole business unit can go in one transaction, in whichever order.
create table embedding_accounts (
  id uuid primary key default uuidv7(),
  partner_id uuid not null references partners on delete cascade,
  -- Null: the partner's, usable by its business units. Else the business unit's own.
  tenant_id uuid,
  name text not null,
  kind text not null check (kind in ('powerbi', 'local')),
  directory_id text not null,
  app_id text not null,
  object_id text,
  -- Sealed with the platform's key (platform/server/secrets.ts); write-only.
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
call app.wall('embedding_accounts', $wall$
  partner_id = (select app.partner_id()) and (tenant_id is null or tenant_id = (select app.tenant_id()))
$wall$);
-- A business unit uses its partner's accounts and changes only its own.
create policy own_changes on embedding_accounts as restrictive for update to vitrine_app
  using (tenant_id is not distinct from (select app.tenant_id())) with check (tenant_id is not distinct from (select app.tenant_id()));
create policy own_removals on embedding_accounts as restrictive for delete to vitrine_app using (tenant_id is not distinct from (select app.tenant_id()));
create policy own_additions on embedding_accounts as restrictive for insert to vitrine_app
  with check (tenant_id is not distinct from (select app.tenant_id()));

create table workspaces (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  partner_id uuid not null,
  account_id uuid not null,
  -- The workspace's id at the report service.
  service_id text not null,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint workspaces_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade,
  constraint workspaces_account foreign key (partner_id, account_id) references embedding_accounts (partner_id, id) deferrable,
  constraint workspaces_service_key unique (tenant_id, account_id, service_id)
);
call app.tenant_wall('workspaces');

create table report_groups (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint report_groups_name_key unique (tenant_id, name)
);
call app.tenant_wall('report_groups');

create table report_subgroups (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  group_id uuid not null,
  name text not null,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint report_subgroups_group foreign key (tenant_id, group_id) references report_groups on delete cascade,
  constraint report_subgroups_name_key unique (tenant_id, group_id, name)
);
call app.tenant_wall('report_subgroups');

create table reports (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default uuidv7(),
  subgroup_id uuid not null,
  workspace_id uuid not null,
  -- Ids at the report service.
  service_report_id text not null,
  service_dataset_id text not null,
  name text not null,
  description text,
  -- Row-level security: the dataset has roles, so every token carries an identity or is refused.
  row_security boolean not null default false,
  ignore_row_security boolean not null default false,
  ignore_role text,
  allow_edit boolean not null default false,
  show_page_navigation boolean not null default true,
  show_filter_pane boolean not null default false,
  show_hidden_pages boolean not null default false,
  show_on_catalog boolean not null default false,
  catalog_description text,
  show_on_app boolean not null default false,
  show_mobile_background boolean not null default true,
  show_visual_headers boolean not null default true,
  show_toolbar boolean not null default true,
  show_last_update boolean not null default false,
  recommended_resolution text,
  orientation text not null default 'auto' check (orientation in ('landscape', 'portrait', 'auto')),
  hidden boolean not null default false,
  allow_export boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint reports_subgroup foreign key (tenant_id, subgroup_id) references report_subgroups deferrable,
  constraint reports_workspace foreign key (tenant_id, workspace_id) references workspaces deferrable,
  constraint reports_name_key unique (tenant_id, subgroup_id, name)
);
create index reports_by_subgroup on reports (tenant_id, subgroup_id);
create index reports_by_workspace on reports (tenant_id, workspace_id);
call app.tenant_wall('reports');

-- Who may open a report, and with which identity. Exactly one of user and group.
create table report_grants (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  report_id uuid not null,
  user_id uuid,
  group_id uuid,
  roles text[] not null default '{}',
  -- Where the identity's user name comes from, and what the service's CUSTOMDATA() says.
  identity text not null default 'email' check (identity in ('email', 'value')),
  identity_value text,
  custom_data text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint report_grants_one_grantee check (num_nonnulls(user_id, group_id) = 1),
  constraint report_grants_value check ((identity = 'value') = (identity_value is not null)),
  constraint report_grants_report foreign key (tenant_id, report_id) references reports on delete cascade,
  constraint report_grants_user foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint report_grants_group foreign key (tenant_id, group_id) references user_groups on delete cascade,
  constraint report_grants_user_key unique (tenant_id, report_id, user_id),
  constraint report_grants_group_key unique (tenant_id, report_id, group_id)
);
create index report_grants_by_user on report_grants (tenant_id, user_id);
create index report_grants_by_group on report_grants (tenant_id, group_id);
call app.tenant_wall('report_grants');

create table favourites (
  tenant_id uuid not null,
  user_id uuid not null,
  report_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, report_id),
  constraint favourites_user foreign key (user_id) references users on delete cascade,
  constraint favourites_report foreign key (tenant_id, report_id) references reports on delete cascade
);
call app.tenant_wall('favourites');

-- The view log: each event of a view once, however often it is sent.
create table report_views (
  tenant_id uuid not null,
  view_id uuid not null,
  event text not null check (event in ('opened', 'page', 'rendered', 'closed', 'failed')),
  page text not null default '',
  report_id uuid not null,
  user_id uuid not null references users on delete cascade,
  page_name text,
  origin text not null default 'report',
  load_ms integer,
  render_ms integer,
  at timestamptz not null default now(),
  primary key (tenant_id, user_id, view_id, event, page),
  constraint report_views_report foreign key (tenant_id, report_id) references reports on delete cascade
);
create index report_views_recent on report_views (tenant_id, user_id, at desc) where event = 'opened';
call app.tenant_wall('report_views');

-- Each person's last filters of a report; never merged into row-level security.
create table user_report_filters (
  tenant_id uuid not null,
  user_id uuid not null,
  report_id uuid not null,
  page text,
  filters jsonb not null default '[]',
  slicers jsonb not null default '[]',
  saved_at timestamptz not null default now(),
  primary key (tenant_id, user_id, report_id),
  constraint user_report_filters_user foreign key (user_id) references users on delete cascade,
  constraint user_report_filters_report foreign key (tenant_id, report_id) references reports on delete cascade
);
call app.tenant_wall('user_report_filters');

-- Embed tokens that are alive, so that a grant's end can end them at a service that can.
create table embed_tokens (
  tenant_id uuid not null references tenants on delete cascade,
  token_id text not null,
  account_id uuid not null references embedding_accounts on delete cascade,
  -- No foreign keys: the token outlives report and person, and must be ended then all the more.
  report_id uuid not null,
  user_id uuid not null,
  -- What the report service was told of the reader, as JSON text: a token ends when a grant says something else.
  identity text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_id)
);
create index embed_tokens_by_report on embed_tokens (tenant_id, report_id);
call app.tenant_wall('embed_tokens');

-- May the session's person open every report of the business unit? The database's copy of `report.manage` in catalogue/access.ts:
-- the lists of reports are filtered here, in the statement that opens the session. A test holds the two together.
create function app.manages_reports() returns boolean stable parallel safe language sql
  return app.profile() in ('a2m', 'master', 'admin');
