-- Settings of each tenant, and the look of partners and tenants.

create function app.is_timezone(name text) returns boolean stable parallel safe language plpgsql as $$
begin
  if name !~ '^[A-Za-z_-]+(/[A-Za-z_-]+)+$' then
    return false;
  end if;
  perform timestamptz 'epoch' at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;
comment on function app.is_timezone is
  'Does PostgreSQL know this region? An unknown time zone would fail every statement that asks for the day of a tenant. Only names '
  'of regions pass: PostgreSQL reads offsets (+03:00), abbreviations (EST) and POSIX rules with another meaning than people expect.';

create function app.settings_standing(timezone text, allowed_addresses cidr[]) returns jsonb immutable parallel safe language sql
  return jsonb_build_object('timezone', timezone, 'restricted', cardinality(allowed_addresses) > 0);
comment on function app.settings_standing is 'The facts of the settings that a session carries. The list of addresses stays here: it may be long.';

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
  watermark boolean not null default false,
  logo_page text,
  logo_leads_home boolean not null default true,
  version integer not null default 1,
  standing jsonb not null generated always as (app.settings_standing(timezone, allowed_addresses)) stored,
  constraint settings_timezone_known check (app.is_timezone(timezone)),
  constraint settings_standing_key unique (tenant_id, standing)
);
comment on table settings is 'Settings of a tenant: one row, made with the tenant. A column appears here when its effect exists.';
comment on column settings.allowed_addresses is 'Networks from which people may come in; empty: from everywhere. Staff are not restricted.';
comment on column settings.watermark is 'The name of the reader is written across reports.';
comment on column settings.logo_page is 'The address that the logo opens unless it opens the home page.';
call app.tenant_policy('settings');

create function app.make_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into settings (tenant_id) values (new.id);
  return new;
end
$$;
comment on function app.make_settings is 'Gives each new tenant its row of settings.';
call app.platform_function('app.make_settings');
create trigger make_settings after insert on tenants for each row execute function app.make_settings();

create table themes (
  id uuid primary key default app.uuidv7(),
  partner_id uuid not null references partners on delete cascade,
  tenant_id uuid,
  title_page text,
  favicon text references files deferrable,
  logo text references files deferrable,
  background_image text references files deferrable,
  icon_report text references files deferrable,
  color_background text,
  color_card text,
  color_font text,
  color_group text,
  color_subgroup text,
  color_active_item text,
  color_button text,
  color_icon text,
  color_login_background text,
  color_login_button text,
  color_forgot_password text,
  version integer not null default 0,
  constraint themes_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade,
  constraint themes_owner_key unique nulls not distinct (partner_id, tenant_id),
  constraint themes_colours check (concat(
    color_background, color_card, color_font, color_group, color_subgroup, color_active_item, color_button, color_icon,
    color_login_background, color_login_button, color_forgot_password) ~ '^(#[0-9a-f]{6})*$')
);
comment on table themes is
  'The look of a partner or a tenant. A null column is inherited: by a tenant from its partner, by a partner from the product.';
comment on column themes.tenant_id is 'Null: the theme of the partner itself.';
comment on column themes.version is '0 before the first change.';
-- A tenant reads the theme that it inherits, and changes only its own.
call app.row_policy('themes', $rule$
  partner_id = (select app.partner_id()) and (tenant_id is null or tenant_id = (select app.tenant_id()))
$rule$);
create policy own_insert on themes as restrictive for insert to vitrine_app
  with check (tenant_id is not distinct from (select app.tenant_id()));
create policy own_update on themes as restrictive for update to vitrine_app
  using (tenant_id is not distinct from (select app.tenant_id())) with check (tenant_id is not distinct from (select app.tenant_id()));
create policy own_delete on themes as restrictive for delete to vitrine_app using (tenant_id is not distinct from (select app.tenant_id()));
