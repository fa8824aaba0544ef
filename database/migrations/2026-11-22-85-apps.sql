-- Apps: reports, pages, playlists, links and HTML pages under one name, with their own navigation.

create table apps (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  description text,
  icon text not null,
  color text not null,
  sections jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table apps is 'Apps of a tenant. An item names a report or a playlist; it gives no right to it.';
comment on column apps.sections is '[{"id", "title", "items": [{"id", "kind", "title", …}]}] in the order of the navigation.';
create unique index apps_name_key on apps (tenant_id, app.plain(name));
call app.tenant_policy('apps');

create table app_grants (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  app_id uuid not null,
  user_id uuid,
  group_id uuid,
  primary key (tenant_id, id),
  constraint app_grants_one_grantee check (num_nonnulls(user_id, group_id) = 1),
  constraint app_grants_app foreign key (tenant_id, app_id) references apps on delete cascade,
  constraint app_grants_user foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint app_grants_group foreign key (tenant_id, group_id) references user_groups on delete cascade,
  constraint app_grants_user_key unique (tenant_id, app_id, user_id),
  constraint app_grants_group_key unique (tenant_id, app_id, group_id)
);
comment on table app_grants is 'Which user or group may open an app. Each reader sees the items of it that they may open.';
create index app_grants_by_user on app_grants (tenant_id, user_id);
create index app_grants_by_group on app_grants (tenant_id, group_id);
call app.tenant_policy('app_grants');
