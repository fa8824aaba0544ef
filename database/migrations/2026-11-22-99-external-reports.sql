-- External reports: web pages of other hosts, shown in a sandboxed frame. A tenant lists the hosts that its pages may frame.

alter table settings add column external_hosts text[] not null default '{}';
alter table settings add constraint settings_external_hosts_check check (
  cardinality(external_hosts) <= 50 and array_to_string(external_hosts, ' ') ~ '^([a-z0-9][a-z0-9.-]*( |$))*$');
comment on column settings.external_hosts is
  'Hosts whose https pages external reports may show. They are written into the policy of a page, so that nothing else may be in them.';

create table external_reports (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  description text,
  address text not null check (address ~ '^https://'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table external_reports is 'Web pages of other hosts that a tenant shows among its reports.';
create unique index external_reports_name_key on external_reports (tenant_id, app.plain(name));
call app.tenant_policy('external_reports');

create table external_report_grants (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  report_id uuid not null,
  user_id uuid,
  group_id uuid,
  primary key (tenant_id, id),
  constraint external_report_grants_one_grantee check (num_nonnulls(user_id, group_id) = 1),
  constraint external_report_grants_report foreign key (tenant_id, report_id) references external_reports on delete cascade,
  constraint external_report_grants_user foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint external_report_grants_group foreign key (tenant_id, group_id) references user_groups on delete cascade,
  constraint external_report_grants_user_key unique (tenant_id, report_id, user_id),
  constraint external_report_grants_group_key unique (tenant_id, report_id, group_id)
);
comment on table external_report_grants is 'Which user or group may open an external report.';
create index external_report_grants_by_user on external_report_grants (tenant_id, user_id);
create index external_report_grants_by_group on external_report_grants (tenant_id, group_id);
call app.tenant_policy('external_report_grants');

create function app.external_hosts(label text, host text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select s.external_hosts from tenants t join settings s on s.tenant_id = t.id
   where (t.subdomain = label or t.domain = host) and t.removing_since is null;
$$;
comment on function app.external_hosts is
  'The hosts that the page of an external report at this host may frame; null for none. Every answer of such a page tells them.';
call app.callable_platform_function('app.external_hosts');
