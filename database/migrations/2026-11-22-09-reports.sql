-- Reports: the groups in which they are found, grants, tags, and what each person keeps about a report.

create table report_groups (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table report_groups is 'The first of the two levels under which people find reports.';
create unique index report_groups_name_key on report_groups (tenant_id, app.plain(name));
call app.tenant_policy('report_groups');

create table report_subgroups (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  group_id uuid not null,
  name text not null,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint report_subgroups_group foreign key (tenant_id, group_id) references report_groups on delete cascade
);
comment on table report_subgroups is 'The second of the two levels under which people find reports.';
create unique index report_subgroups_name_key on report_subgroups (tenant_id, group_id, app.plain(name));
call app.tenant_policy('report_subgroups');

create table reports (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  subgroup_id uuid not null,
  workspace_id uuid not null,
  service_report_id text not null,
  service_dataset_id text not null,
  name text not null,
  sort_name text generated always as (app.plain(name)) stored,
  description text,
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
comment on table reports is 'Reports that a tenant publishes to its people.';
comment on column reports.service_report_id is 'The id of the report at the report service.';
comment on column reports.service_dataset_id is 'The id of its data set at the report service.';
comment on column reports.sort_name is 'What lists are ordered by, computed when the name is written and not at each read.';
comment on column reports.row_security is 'The data set has roles: every embed token carries an identity, or is refused.';
create index reports_by_subgroup on reports (tenant_id, subgroup_id);
create index reports_by_workspace on reports (tenant_id, workspace_id);
call app.tenant_policy('reports');

create table report_grants (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  report_id uuid not null,
  user_id uuid,
  group_id uuid,
  roles text[] not null default '{}',
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
comment on table report_grants is 'Which user or group may open a report, with which roles and identity.';
comment on column report_grants.identity is 'Where the user name of the identity comes from.';
comment on column report_grants.custom_data is 'What CUSTOMDATA() returns in the data set.';
create index report_grants_by_user on report_grants (tenant_id, user_id);
create index report_grants_by_group on report_grants (tenant_id, group_id);
call app.tenant_policy('report_grants');

create function app.manages_reports() returns boolean stable parallel safe language sql
  return app.profile() in ('a2m', 'master', 'admin');
comment on function app.manages_reports is
  'May the person of the session open every report of the tenant? The copy of `report.manage` (catalogue/access.ts) in SQL, for lists '
  'that are filtered in the statement that opens the session. A test compares the two.';

create table tags (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  color text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table tags is 'Labels of a tenant for its reports, across groups.';
create unique index tags_name_key on tags (tenant_id, app.plain(name));
call app.tenant_policy('tags');

create table report_tags (
  tenant_id uuid not null,
  report_id uuid not null,
  tag_id uuid not null,
  primary key (tenant_id, report_id, tag_id),
  foreign key (tenant_id, report_id) references reports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references tags (tenant_id, id) on delete cascade
);
comment on table report_tags is 'Which report has which tag.';
create index report_tags_by_tag on report_tags (tenant_id, tag_id);
call app.tenant_policy('report_tags');

create table favourites (
  tenant_id uuid not null,
  user_id uuid not null,
  report_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, report_id),
  constraint favourites_user foreign key (user_id) references users on delete cascade,
  constraint favourites_report foreign key (tenant_id, report_id) references reports on delete cascade
);
comment on table favourites is 'The favourite reports of each person. Staff have them, too: the key is the user, not the membership.';
call app.tenant_policy('favourites');

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
comment on table report_views is 'The log of views. The primary key makes an event that is sent twice one row.';
create index report_views_recent on report_views (tenant_id, user_id, at desc) where event = 'opened';
call app.tenant_policy('report_views');

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
comment on table user_report_filters is 'The last filters of each person in a report. They never become part of the row-level security of the data.';
call app.tenant_policy('user_report_filters');
