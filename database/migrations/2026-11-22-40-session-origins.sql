-- Sessions in another place or as another person: the acting profile of staff, the real person behind a session, and the way back.

alter table settings add column allow_remote_access boolean not null default true;
comment on column settings.allow_remote_access is 'May staff enter the tenant, and may administrators enter the sessions of its people?';

-- open_session() reads `profile` and `facts`, which get a new definition: PostgreSQL 16 cannot change a generated column.
drop function app.open_session(bytea, inet);
alter table sessions drop column profile, drop column facts;
drop function app.session_facts(
  uuid, uuid, uuid, uuid, text, text, timestamptz, integer, jsonb, jsonb, jsonb, jsonb, jsonb, jsonb);

create function app.session_facts(
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
        || coalesce(partner->'hidden_menu', '[]') || coalesce(tenant->'hidden_menu', '[]'),
    'expires_at_seconds', extract(epoch from expires_at), 'idle_minutes', idle_minutes
  )::text;
comment on function app.session_facts is
  'What the portal is told of a session that is let in; actorFrom() in platform/server/session/actor.ts reads it.';

alter table sessions
  add column acting_profile text check (acting_profile in ('admin', 'user')),
  add column real_user_id uuid,
  add column origin jsonb,
  add column real_standing jsonb,
  add column real_membership_standing jsonb,
  add column profile text generated always as (
    coalesce(acting_profile, person_standing->>'staff', membership_standing->>'profile')) stored,
  add column facts text not null generated always as (
    app.session_facts(
      id, user_id, tenant_id, partner_id, auth_type, host, expires_at, idle_minutes, acting_profile, real_user_id, origin,
      person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing,
      real_standing)) stored,
  -- The real person is judged as somebody who were signed in at the same place.
  add column real_refusal text generated always as (
    case when real_standing is not null then
      coalesce(
        app.standing_refusal(
          real_standing, real_membership_standing, tenant_standing, partner_standing, partner_id, date '-infinity'),
        case when real_standing->>'staff' is null and (
            real_membership_standing->>'profile' is distinct from 'admin'
            or not real_membership_standing->'toggles' ? 'remote_access')
          then 'session.unauthorized' end) end) stored,
  add column real_changes_on date generated always as (
    app.standing_changes_on(real_membership_standing, tenant_standing)) stored,
  add constraint sessions_real_person foreign key (real_user_id, real_standing)
    references users (id, standing) on update cascade on delete cascade,
  add constraint sessions_real_membership foreign key (tenant_id, real_user_id, real_membership_standing)
    references memberships (tenant_id, user_id, standing) on update cascade on delete cascade,
  add constraint sessions_real_standing_whole check (
    case when ended_at is null and real_user_id is not null then
      real_standing is not null and (real_standing->>'staff' is not null or real_membership_standing is not null)
    else num_nonnulls(real_standing, real_membership_standing) = 0 end),
  -- Only staff act with a profile that is not theirs, and only inside a tenant.
  add constraint sessions_acting_staff check (
    acting_profile is null or ended_at is not null or (person_standing->>'staff' is not null and tenant_id is not null));
comment on column sessions.acting_profile is 'The profile with which staff work inside a tenant: its administrator or its reader.';
comment on column sessions.real_user_id is
  'Remote access: the person who uses the session of user_id. Null: the person of user_id. Both are judged on every request.';
comment on column sessions.origin is
  '{"session_id", "host", "tenant_id", "path"}: where staff came from when they switched into the tenant. Switching back leads there.';
create index sessions_by_real_user on sessions (real_user_id) where real_user_id is not null;

create or replace function app.copy_standing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select standing into new.person_standing from users where id = new.user_id for key share;
  if new.tenant_id is not null then
    select standing, partner_id into new.tenant_standing, new.partner_id from tenants where id = new.tenant_id for key share;
    select standing into new.settings_standing from settings where tenant_id = new.tenant_id for key share;
    select standing into new.membership_standing from memberships
     where tenant_id = new.tenant_id and user_id = new.user_id for key share;
  end if;
  if new.real_user_id is not null then
    select standing into new.real_standing from users where id = new.real_user_id for key share;
    select standing into new.real_membership_standing from memberships
     where tenant_id = new.tenant_id and user_id = new.real_user_id for key share;
  end if;
  select standing into new.partner_standing from partners where id = new.partner_id for key share;
  select standing into new.platform_standing from platform where singleton for key share;
  return new;
end
$$;

create or replace function app.clear_standing() returns trigger language plpgsql as $$
begin
  new.person_standing := null;
  new.membership_standing := null;
  new.tenant_standing := null;
  new.settings_standing := null;
  new.partner_standing := null;
  new.platform_standing := null;
  new.real_standing := null;
  new.real_membership_standing := null;
  return new;
end
$$;

create function app.refuse_real_person(x sessions) returns text stable parallel safe language sql return
  case when x.real_user_id is not null then
    coalesce(
      x.real_refusal,
      case when x.real_changes_on <= app.local_time(x)::date
        then app.standing_refusal(
          x.real_standing, x.real_membership_standing, x.tenant_standing, x.partner_standing, x.partner_id,
          app.local_time(x)::date) end) end;
comment on function app.refuse_real_person is
  'Refuses the session of another person when the person who uses it would be refused, or may no longer access people remotely.';

create or replace function app.refuse_address(x sessions, client_address inet) returns text stable parallel safe language sql return
  case when x.restricted and x.real_standing->>'staff' is null and not app.is_allowed_address(x.tenant_id, client_address)
    then 'sign_in.address_refused' end;
comment on function app.refuse_address is
  'Refuses an address that is not on the list of the tenant. The list does not restrict staff, also when they use the session of a person.';

create or replace function app.session_refusal(x sessions, client_address inet) returns text stable parallel safe language sql return
  coalesce(
    app.refuse_ended(x),
    app.refuse_expired(x),
    app.refuse_standing(x),
    app.refuse_real_person(x),
    app.refuse_address(x, client_address),
    app.refuse_hour(x)
  );

create function app.open_session(given_hash bytea, client_address inet)
returns table (ok boolean, refusal text, session text, seen_seconds_ago integer) rows 1
language sql stable parallel unsafe security definer
begin atomic
  select f.refusal is null and case when f.refusal is null then
           set_config('app.tenant_id', coalesce(f.tenant_id::text, ''), true) is not null
           and set_config('app.partner_id', coalesce(f.partner_id::text, ''), true) is not null
           and set_config('app.user_id', f.user_id::text, true) is not null
           and set_config('app.profile', f.profile, true) is not null
         end,
         f.refusal, f.facts, f.seen_seconds_ago
  from (
    select x.tenant_id, x.partner_id, x.user_id, x.profile, x.facts,
           extract(epoch from now() - x.last_seen_at)::integer as seen_seconds_ago,
           case when k.replaced_at is not null then 'session.unauthorized' else app.session_refusal(x, client_address) end as refusal
      from public.session_tokens k join public.sessions x on x.id = k.session_id
     where k.token_hash = given_hash
    offset 0) f; -- evaluates the refusal once
end;
comment on function app.open_session is
  'Finds the session of a token, judges it, and sets tenant, partner, user and profile for the transaction. One row, or none for an '
  'unknown token. `refusal`: an error code or null. `session`: its facts as JSON text, the same until something about it changes. '
  'SECURITY DEFINER, because no tenant is known yet; `begin atomic` binds its names, so that no search path can redirect them. '
  'SQL and not plpgsql, which adds work of its own to each call.';
call app.callable_platform_function('app.open_session');

create function app.end_remote_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set ended_at = now(), ended_by = 'remote_access_refused'
   where tenant_id = new.tenant_id and ended_at is null and (acting_profile is not null or real_user_id is not null);
  return null;
end
$$;
comment on function app.end_remote_sessions is 'Ends the sessions of staff and of remote access in a tenant that no longer allows them.';
call app.platform_function('app.end_remote_sessions');
create trigger end_remote_sessions after update of allow_remote_access on settings for each row
  when (old.allow_remote_access and not new.allow_remote_access) execute function app.end_remote_sessions();

create function app.own_tenants()
returns table (id uuid, name text, subdomain text, domain text, logo text)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.subdomain, t.domain, h.logo
    from users u
    join tenants t on case when u.staff = 'master' then t.partner_id = u.partner_id
                           when u.staff = 'a2m' then t.partner_id = app.partner_id()
                           else exists (select from memberships m where m.tenant_id = t.id and m.user_id = u.id and m.state in ('A', 'T')) end
    left join themes h on h.tenant_id = t.id
   where u.id = app.user_id() and t.enabled and t.removing_since is null
   order by t.name, t.id;
$$;
comment on function app.own_tenants is
  'The tenants that the person of the session may enter: their memberships; all of the partner for a master; for the platform staff '
  'those of the partner in whose place they are.';
call app.callable_platform_function('app.own_tenants');
