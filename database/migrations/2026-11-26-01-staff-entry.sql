-- A unit that lets no staff in is closed to them by every door: entering, switching, and signing in at its host.
create or replace function app.end_remote_sessions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The screen of a playlist stays, also when staff made the playlist: nobody uses it.
  update sessions set ended_at = now(), ended_by = 'remote_access_refused'
   where tenant_id = new.tenant_id and ended_at is null and auth_type <> 'playlist'
     and (acting_profile is not null or real_user_id is not null or person_standing ->> 'staff' is not null);
  return null;
end
$$;

create or replace function app.own_tenants() returns table (id uuid, name text, subdomain text, domain text, logo text)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.subdomain, t.domain, h.logo
    from users u
    join tenants t on case when u.staff = 'master' then t.partner_id = u.partner_id
                           when u.staff = 'a2m' then t.partner_id = app.partner_id()
                           else exists (select from memberships m where m.tenant_id = t.id and m.user_id = u.id and m.state in ('A', 'T')) end
    join settings g on g.tenant_id = t.id and (u.staff is null or g.allow_remote_access)
    left join themes h on h.tenant_id = t.id
   where u.id = app.user_id() and t.enabled and t.removing_since is null
   order by t.name, t.id;
$$;
comment on function app.own_tenants is
  'The tenants that the person of the session may enter: their memberships; all of the partner that let staff in for a master; for the platform staff those of the partner in whose place they are.';

create function app.set_staff_entry(unit uuid, allowed boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update settings s set allow_remote_access = allowed, version = s.version + 1
    from tenants t
   where s.tenant_id = unit and t.id = unit and s.allow_remote_access <> allowed
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()));
$$;
comment on function app.set_staff_entry is
  'Opens or closes a tenant to the staff of its partner and of the platform. For staff outside of tenants; nobody else changes anything with it.';
call app.callable_platform_function('app.set_staff_entry');
