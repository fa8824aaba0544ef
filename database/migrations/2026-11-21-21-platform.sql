-- What holds for the whole platform: one row, which its people keep. Its hidden screens join the partner's and the business unit's.
create table platform (
  one boolean primary key default true check (one),
  hidden_menu text[] not null default '{}',
  version integer not null default 1
);
call app.wall('platform', '(select app.on_platform())');
revoke insert, delete on platform from vitrine_app;

-- Every session keeps a copy, which a foreign key holds (docs/decisions/0018-standing-on-the-session.md).
create function app.platform_standing(hidden_menu text[]) returns jsonb immutable parallel safe language sql
  return jsonb_build_object('hidden_menu', hidden_menu);
alter table platform add column standing jsonb not null generated always as (app.platform_standing(hidden_menu)) stored;
alter table platform add constraint platform_standing_key unique (one, standing);

create or replace function app.take_standing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select standing into new.person_standing from users where id = new.user_id for key share;
  if new.tenant_id is not null then
    select standing, partner_id into new.tenant_standing, new.partner_id from tenants where id = new.tenant_id for key share;
    select standing into new.settings_standing from settings where tenant_id = new.tenant_id for key share;
    select standing into new.membership_standing from memberships
     where tenant_id = new.tenant_id and user_id = new.user_id for key share;
  end if;
  select standing into new.partner_standing from partners where id = new.partner_id for key share;
  select standing into new.platform_standing from platform where one for key share;
  return new;
end
$$;

alter table sessions
  add column platform boolean not null default true check (platform),
  add column platform_standing jsonb;
set local role vitrine_platform;
insert into platform default values;
update sessions set platform_standing = (select standing from platform);
reset role;
alter table sessions
  drop constraint sessions_standing_whole,
  add constraint sessions_standing_whole check (
    person_standing is not null and platform_standing is not null
    and (tenant_id is null) = (tenant_standing is null) and (tenant_id is null) = (settings_standing is null)
    and (tenant_id is null or partner_id is not null) and (partner_id is null) = (partner_standing is null)
  ),
  add constraint sessions_platform foreign key (platform, platform_standing)
    references platform (one, standing) on update cascade;

-- As before, and with the platform's screens; its own people at its own host have them all, to give them back.
create function app.session_facts(
  id uuid, user_id uuid, tenant_id uuid, partner_id uuid, auth_type text, host text, expires_at timestamptz, idle_minutes integer,
  person jsonb, membership jsonb, tenant jsonb, settings jsonb, partner jsonb, platform jsonb
) returns text immutable parallel safe language sql return
  jsonb_build_object(
    'id', id, 'user_id', user_id, 'tenant_id', tenant_id, 'partner_id', partner_id, 'auth_type', auth_type, 'host', host,
    'email', person->'email', 'name', person->'name', 'language', person->'language',
    'profile', coalesce(person->>'staff', membership->>'profile'), 'toggles', coalesce(membership->'toggles', '[]'),
    'timezone', coalesce(settings->>'timezone', 'America/Sao_Paulo'),
    'hidden_menu',
      case when partner_id is null then '[]' else platform->'hidden_menu' end
        || coalesce(partner->'hidden_menu', '[]') || coalesce(tenant->'hidden_menu', '[]'),
    'expires_at_seconds', extract(epoch from expires_at), 'idle_minutes', idle_minutes
  )::text;
alter table sessions alter column facts set expression as (
  app.session_facts(
    id, user_id, tenant_id, partner_id, auth_type, host, expires_at, idle_minutes,
    person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing));
drop function app.session_facts(
  uuid, uuid, uuid, uuid, text, text, timestamptz, integer, jsonb, jsonb, jsonb, jsonb, jsonb);
