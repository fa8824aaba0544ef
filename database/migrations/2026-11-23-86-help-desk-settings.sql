-- Settings of the help desk: whether a tenant has one, and whether it sends mails about tickets. Without a help desk its screens are hidden
-- from everybody in the tenant.

alter table sessions drop constraint sessions_settings;
alter table settings drop constraint settings_standing_key, drop column standing;
drop function app.settings_standing(text, cidr[]);
create function app.settings_standing(timezone text, allowed_addresses cidr[], help_desk boolean)
returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'timezone', timezone,
    'restricted', cardinality(allowed_addresses) > 0,
    'hidden_menu', case when help_desk then jsonb_build_array() else jsonb_build_array('help_desk', 'help_desk/{id}') end);
comment on function app.settings_standing is
  'The facts of the settings that a session carries. The list of addresses stays here: it may be long. `hidden_menu`: the screens of what '
  'the tenant has switched off, by their names in catalogue/screens.ts.';
alter table settings
  add column help_desk boolean not null default true,
  add column send_help_desk_mails boolean not null default true,
  add column standing jsonb not null generated always as (
    app.settings_standing(timezone, allowed_addresses, help_desk)) stored,
  add constraint settings_standing_key unique (tenant_id, standing);
comment on column settings.help_desk is 'The tenant has a help desk.';
comment on column settings.send_help_desk_mails is
  'While there is a help desk: people get a copy of notifications about tickets by e-mail, whatever send_notification_mails says.';

create or replace function app.session_facts(
  id uuid, user_id uuid, tenant_id uuid, partner_id uuid, auth_type text, host text, expires_at timestamptz, idle_minutes integer,
  acting_profile text, real_user_id uuid, origin jsonb,
  person jsonb, membership jsonb, tenant jsonb, settings jsonb, partner jsonb, platform jsonb, real_person jsonb
) returns text immutable parallel safe language sql return
  jsonb_build_object(
    'id', id, 'user_id', user_id, 'tenant_id', tenant_id, 'partner_id', partner_id, 'auth_type', auth_type, 'host', host,
    'email', person->'email', 'name', person->'name', 'language', person->'language',
    'profile', coalesce(acting_profile, person->>'staff', membership->>'profile'),
    'toggles', coalesce(membership->'toggles', '[]'),
    'staff', person->'staff', 'acting_profile', acting_profile, 'origin', origin,
    'real_person', case when real_user_id is not null then
      jsonb_build_object(
        'id', real_user_id, 'email', real_person->'email', 'name', real_person->'name', 'staff', real_person->'staff') end,
    'timezone', coalesce(settings->>'timezone', 'America/Sao_Paulo'),
    -- The platform staff see every screen at their own host, so that they can show a hidden one again.
    'hidden_menu',
      case when partner_id is null then '[]' else platform->'hidden_menu' end
        || coalesce(partner->'hidden_menu', '[]') || coalesce(tenant->'hidden_menu', '[]')
        || coalesce(settings->'hidden_menu', '[]'),
    'expires_at_seconds', extract(epoch from expires_at), 'idle_minutes', idle_minutes
  )::text;

set local role vitrine_platform;
-- A new copy of the standing also computes the facts of the running sessions again.
update sessions x set settings_standing = s.standing from settings s where s.tenant_id = x.tenant_id and x.ended_at is null;
reset role;
alter table sessions add constraint sessions_settings foreign key (tenant_id, settings_standing)
  references settings (tenant_id, standing) on update cascade on delete cascade;

-- Nobody read this column: the flag of a support agent is one of the toggles.
alter table memberships drop column support_agent;
