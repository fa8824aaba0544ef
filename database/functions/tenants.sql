-- Tenants: the first administrator, the settings, and the tenants of a person.

create or replace function app.make_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into settings (tenant_id) values (new.id);
  return new;
end
$$;
comment on function app.make_settings is 'Gives each new tenant its row of settings.';
call app.platform_function('app.make_settings');

create or replace function app.add_first_administrator(
  unit uuid, given_email text, given_name text, given_language text, given_hash bytea, seconds integer
) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid := app.uuidv7();
begin
  if not exists (
    select from tenants t
     where t.id = unit and not exists (select from memberships m where m.tenant_id = unit)
       and (app.on_platform() or app.tenant_id() is null and app.profile() = 'master' and t.partner_id = app.partner_id()))
  then return null; end if;
  insert into users (id, home_tenant_id, email, name, language) values (person, unit, given_email, given_name, given_language);
  insert into memberships (tenant_id, user_id, profile) values (unit, person, 'admin');
  insert into one_time_tokens (token_hash, purpose, user_id, expires_at)
  values (given_hash, 'invitation', person, now() + make_interval(secs => seconds));
  return person;
end
$$;
comment on function app.add_first_administrator is
  'Adds the administrator of a tenant that has nobody yet, with the link to set a password. Only the staff of its partner and of the '
  'platform may. Returns the id; null if it did not.';
call app.callable_platform_function('app.add_first_administrator');

create or replace function app.own_tenants(sought text default '', most integer default 1000)
returns table (id uuid, name text, subdomain text, domain text, logo text)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.subdomain, t.domain, h.logo
    from users u
    join tenants t on case when u.staff = 'master' then t.partner_id = u.partner_id
                           when u.staff = 'a2m' then app.on_platform() or t.partner_id = app.partner_id()
                           else exists (select from memberships m where m.tenant_id = t.id and m.user_id = u.id and m.state in ('A', 'T')) end
    join settings g on g.tenant_id = t.id and (u.staff is null or g.allow_remote_access)
    left join themes h on h.tenant_id = t.id
   where u.id = app.user_id() and t.enabled and t.removing_since is null
     and (sought = '' or strpos(app.plain(t.name), app.plain(sought)) > 0 or strpos(coalesce(t.domain, t.subdomain), lower(sought)) > 0)
   order by t.name, t.id
   limit most;
$$;
comment on function app.own_tenants is
  'The first tenants, by name, that the person of the session may enter and whose name or host contains a text: their memberships; those of '
  'the partner that let staff enter for a master; for the platform staff those of the partner in whose place they are, and at the platform’s '
  'host those of all partners.';
call app.callable_platform_function('app.own_tenants');

create or replace function app.may_confirm_erasure(unit uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from unit_erasures e
     where e.unit_id = unit and e.ordered_by is distinct from app.user_id()
       and (app.on_platform()
            or app.tenant_id() is null and app.profile() = 'master' and e.partner_id = app.partner_id()
               and 2 = (select count(*) from users u
                         where u.id in (e.ordered_by, app.user_id())
                           and (u.staff = 'a2m'
                                or greatest(u.created_at, u.password_changed_at,
                                            (select f.enabled_at from two_factors f where f.user_id = u.id),
                                            (select max(k.created_at) from passkeys k where k.user_id = u.id))
                                   < e.ordered_at - (e.erase_at - e.ordered_at)))));
$$;
comment on function app.may_confirm_erasure is
  'May the person of the session end the grace period of an ordered erasure early? Staff of the platform may. A master may when accounts, '
  'passwords and second factors of both persons were older than one grace period at the order: one person who makes a second account, or '
  'sets the password of another, in order to act as both must wait as long as the grace period itself.';
call app.callable_platform_function('app.may_confirm_erasure');
