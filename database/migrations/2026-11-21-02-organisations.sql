-- Partners, business units and their settings.
create table partners (
  id uuid primary key default uuidv7(),
  name text not null,
  subdomain text not null,
  domain text,
  enabled boolean not null default true,
  hidden_menu text[] not null default '{}',
  created_at timestamptz not null default now(),
  constraint partners_name_key unique (name),
  constraint partners_subdomain_key unique (subdomain),
  constraint partners_domain_key unique (domain)
);
call app.wall('partners', 'id = (select app.partner_id()) or (select app.on_platform())');

create table tenants (
  id uuid primary key default uuidv7(),
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
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint tenants_name_key unique (partner_id, name),
  constraint tenants_subdomain_key unique (subdomain),
  constraint tenants_domain_key unique (domain),
  constraint tenants_partner_key unique (partner_id, id)
);
create unique index tenants_default_for_sso_key on tenants (partner_id) where default_for_sso;
create unique index tenants_default_for_registration_key on tenants (partner_id) where default_for_registration;
-- A person inside a business unit sees that one only; staff outside see the partner's, or all.
call app.wall('tenants', $wall$
  id = (select app.tenant_id()) or (select app.on_platform()) or ((select app.tenant_id()) is null and partner_id = (select app.partner_id()))
$wall$);

-- One row for each business unit, made with it. Columns appear here when their effect exists.
create table settings (
  tenant_id uuid primary key references tenants on delete cascade,
  home_page text not null default 'dashboard' check (home_page in ('dashboard', 'reports', 'report')),
  home_report_id uuid,
  own_home_page boolean not null default false,
  timezone text not null default 'America/Sao_Paulo',
  allowed_addresses cidr[] not null default '{}',
  save_filters boolean not null default true,
  show_report_menu boolean not null default true,
  show_report_name boolean not null default true,
  show_last_update boolean not null default false,
  force_last_update boolean not null default false,
  login_timeout_hours integer not null default 8 check (login_timeout_hours between 1 and 720),
  version integer not null default 1
);
call app.tenant_wall('settings');

create function app.make_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into settings (tenant_id) values (new.id);
  return new;
end
$$;
alter function app.make_settings() owner to vitrine_platform;
create trigger make_settings after insert on tenants for each row execute function app.make_settings();
