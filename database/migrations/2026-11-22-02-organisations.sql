-- Organisations: the platform, its partners, their tenants (business units), and what the platform tells its customers.
--
-- `standing` on the tables of this and later files holds the facts by which a session is judged. Each session keeps a copy that a
-- foreign key ties to its original (docs/decisions/0018-standing-on-the-session.md). JSON builders are only declared stable because of
-- types that are not used here, so these functions may be immutable.

create function app.platform_standing(hidden_menu text[]) returns jsonb immutable parallel safe language sql
  return jsonb_build_object('hidden_menu', hidden_menu);
comment on function app.platform_standing is 'The facts of the platform that a session carries.';

create table platform (
  singleton boolean primary key default true check (singleton),
  hidden_menu text[] not null default '{}',
  version integer not null default 1,
  standing jsonb not null generated always as (app.platform_standing(hidden_menu)) stored,
  constraint platform_standing_key unique (singleton, standing)
);
comment on table platform is 'Settings of the whole platform, in one row that its staff maintains.';
comment on column platform.hidden_menu is 'Hidden from everybody, in addition to what the partner and the tenant hide.';
call app.row_policy('platform', '(select app.on_platform())');
revoke insert, delete on platform from vitrine_app;
-- Row-level security is forced: the owner of the table cannot insert the row itself.
set local role vitrine_platform;
insert into platform default values;
reset role;

create function app.partner_standing(enabled boolean, hidden_menu text[]) returns jsonb immutable parallel safe language sql
  return jsonb_build_object('enabled', enabled, 'hidden_menu', hidden_menu);
comment on function app.partner_standing is 'The facts of a partner that a session carries.';

create table partners (
  id uuid primary key default app.uuidv7(),
  name text not null,
  subdomain text not null,
  domain text,
  enabled boolean not null default true,
  hidden_menu text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  standing jsonb not null generated always as (app.partner_standing(enabled, hidden_menu)) stored,
  constraint partners_name_key unique (name),
  constraint partners_subdomain_key unique (subdomain),
  constraint partners_domain_key unique (domain),
  constraint partners_standing_key unique (id, standing)
);
comment on table partners is 'Partners: each one manages several tenants.';
call app.platform_policy('partners');
grant select, insert, update, delete on partners to vitrine_app;
-- The people of a partner and of its tenants read the partner; only the platform changes it.
create policy read on partners for select to vitrine_app using (id = (select app.partner_id()) or (select app.on_platform()));
create policy manage on partners to vitrine_app using ((select app.on_platform())) with check ((select app.on_platform()));

create function app.tenant_standing(enabled boolean, maintenance boolean, trial_ends date, hidden_menu text[])
returns jsonb immutable parallel safe language sql
  return jsonb_build_object('enabled', enabled, 'maintenance', maintenance, 'trial_ends', trial_ends, 'hidden_menu', hidden_menu);
comment on function app.tenant_standing is 'The facts of a tenant that a session carries.';

create table tenants (
  id uuid primary key default app.uuidv7(),
  partner_id uuid not null references partners,
  name text not null,
  subdomain text not null,
  domain text,
  default_for_sso boolean not null default false,
  default_for_registration boolean not null default false,
  registration_enabled boolean not null default false,
  allow_adding_reports boolean not null default true,
  restrict_accounts boolean not null default false,
  user_limit integer not null default 50 check (user_limit between 1 and 1000000),
  trial_ends date,
  maintenance boolean not null default false,
  enabled boolean not null default true,
  hidden_menu text[] not null default '{}',
  removing_since timestamptz,
  rows_to_remove integer not null default 0,
  rows_removed integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  standing jsonb not null generated always as (app.tenant_standing(enabled, maintenance, trial_ends, hidden_menu)) stored,
  constraint tenants_name_key unique (partner_id, name),
  constraint tenants_subdomain_key unique (subdomain),
  constraint tenants_domain_key unique (domain),
  constraint tenants_partner_key unique (partner_id, id),
  constraint tenants_standing_key unique (id, standing),
  constraint tenants_removing_shut check (removing_since is null or not enabled)
);
comment on table tenants is 'Tenants (business units): organisations with their own people, reports and settings at their own host.';
comment on column tenants.removing_since is
  'A tenant that is removed is closed at once; a job erases its rows step by step (features/tenants/server/jobs.ts).';
comment on column tenants.rows_to_remove is 'Progress of the removal: the rows that were counted when the job started or resumed.';
comment on column tenants.rows_removed is 'Progress of the removal: the rows that are erased.';
-- A partner has at most one default tenant of each kind.
create unique index tenants_default_for_sso_key on tenants (partner_id) where default_for_sso;
create unique index tenants_default_for_registration_key on tenants (partner_id) where default_for_registration;
call app.platform_policy('tenants');
grant select, insert, update, delete on tenants to vitrine_app;
-- Inside a tenant only that tenant is read, and it is not changed there. Outside, staff read and change those of their partner, or all.
create policy read on tenants for select to vitrine_app using (
  id = (select app.tenant_id()) or (select app.on_platform())
  or ((select app.tenant_id()) is null and partner_id = (select app.partner_id()))
);
create policy manage on tenants to vitrine_app
  using ((select app.on_platform()) or ((select app.tenant_id()) is null and partner_id = (select app.partner_id())))
  with check ((select app.on_platform()) or ((select app.tenant_id()) is null and partner_id = (select app.partner_id())));

create function app.find_host(host text, out kind text, out tenant_id uuid, out partner_id uuid, out name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'tenant', t.id, t.partner_id, t.name from tenants t where t.domain = host and t.removing_since is null
  union all
  select 'partner', null, p.id, p.name from partners p where p.domain = host
  limit 1;
$$;
comment on function app.find_host is 'The tenant or partner with this domain. Host names are public.';
call app.callable_platform_function('app.find_host');

create function app.find_subdomain(label text, out kind text, out tenant_id uuid, out partner_id uuid, out name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'tenant', t.id, t.partner_id, t.name from tenants t where t.subdomain = label and t.removing_since is null
  union all
  select 'partner', null, p.id, p.name from partners p where p.subdomain = label
  limit 1;
$$;
comment on function app.find_subdomain is 'The tenant or partner with this subdomain of the portal.';
call app.callable_platform_function('app.find_subdomain');

create table changelog_entries (
  id uuid primary key default app.uuidv7(),
  title jsonb not null,
  name text not null generated always as (title ->> 'pt-BR') stored,
  body jsonb not null,
  kind text not null,
  day date not null,
  sent boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint changelog_entries_name_key unique (name)
);
comment on table changelog_entries is
  'What is new on the platform. Title and body exist in up to four languages, always in pt-BR. Pending until it is sent.';
call app.row_policy('changelog_entries', '(select app.on_platform())');
-- An entry that was sent is for everybody.
create policy read_sent on changelog_entries for select to vitrine_app using (sent);
