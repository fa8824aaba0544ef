-- Templates of mails: one for each type and business unit, and those of the platform for all units.

create table notification_templates (
  id uuid primary key default app.uuidv7(),
  tenant_id uuid default app.tenant_id() references tenants on delete cascade,
  type text not null,
  name text not null generated always as (type) stored,
  subject jsonb not null,
  body jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint notification_templates_type_key unique nulls not distinct (tenant_id, type)
);
comment on table notification_templates is 'Texts of mails. Without a row of its unit a mail has the platform''s, then the product''s.';
comment on column notification_templates.tenant_id is 'Null: the platform''s template, for all units.';
comment on column notification_templates.subject is 'By language, with variables: {{unit}}.';
comment on column notification_templates.body is 'By language: HTML of the allow-list with variables.';
call app.row_policy('notification_templates', 'tenant_id = (select app.tenant_id()) or tenant_id is null and (select app.on_platform())');

create function app.platform_template(wanted text, out subject jsonb, out body jsonb) stable language sql security definer
  set search_path = public, pg_temp as $$
  select t.subject, t.body from notification_templates t where t.tenant_id is null and t.type = wanted
$$;
comment on function app.platform_template is 'The platform''s template of a type, for the mails of all units.';
call app.callable_platform_function('app.platform_template');
