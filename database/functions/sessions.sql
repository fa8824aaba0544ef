-- Lists the sessions of a person, and ends sessions. What is judged at each request is in session-gate.sql.

create or replace function app.own_sessions()
returns table (id uuid, address text, user_agent text, host text, unit text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, host(s.address), s.user_agent, s.host, t.name, s.created_at, s.last_seen_at
    from sessions s left join tenants t on t.id = s.tenant_id
   where s.user_id = app.user_id() and s.ended_at is null and s.expires_at > now()
     and s.last_seen_at + make_interval(mins => s.idle_minutes) > now();
$$;
comment on function app.own_sessions is 'Where the person of the session is signed in, in every tenant.';
call app.callable_platform_function('app.own_sessions');

create or replace function app.forget_devices_of_ended_sessions(person uuid) returns void
language sql set search_path = public, pg_temp as $$
  delete from push_devices d using sessions s where d.user_id = person and s.id = d.session_id and s.ended_at is not null;
$$;
comment on function app.forget_devices_of_ended_sessions is
  'Removes the push devices of a person whose sessions have expired, in all tenants. A forced end of all sessions calls it: the trigger '
  'forget_push_devices sees only sessions that run.';

create or replace function app.end_own_sessions(chosen uuid, spared uuid, reason text) returns table (session_id uuid, tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  select app.forget_devices_of_ended_sessions(app.user_id()) where chosen is null;
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = app.user_id() and s.id <> spared and s.ended_at is null and (chosen is null or s.id = chosen)
  returning s.id, s.tenant_id;
$$;
comment on function app.end_own_sessions is 'Ends one session of the person of the session, or (null) all except `spared`.';
call app.callable_platform_function('app.end_own_sessions');

create or replace function app.end_sessions_of(person uuid, reason text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sessions set ended_at = now(), ended_by = reason
   where user_id = person and tenant_id = app.tenant_id() and ended_at is null;
$$;
comment on function app.end_sessions_of is 'Ends the sessions of a person in the tenant of the session: they were blocked or removed.';
call app.callable_platform_function('app.end_sessions_of');

create or replace function app.end_all_sessions_of(person uuid, reason text, spared uuid) returns table (session_id uuid, tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  select app.forget_devices_of_ended_sessions(u.id) from users u
   where u.id = person and u.staff is null and u.home_tenant_id = app.tenant_id();
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = person and s.id <> spared and s.ended_at is null
     and exists (select from users u where u.id = person and u.staff is null and u.home_tenant_id = app.tenant_id())
  returning s.id, s.tenant_id;
$$;
comment on function app.end_all_sessions_of is
  'Ends the sessions of a person in all tenants except `spared`, after a changed password or e-mail. Only their home tenant may do it.';
call app.callable_platform_function('app.end_all_sessions_of');

create or replace function app.end_team_sessions(person uuid, reason text) returns table (session_id uuid, tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = person and s.ended_at is null
     and exists (select from users u where u.id = person and u.staff = 'master' and app.manages_team(u.partner_id))
  returning s.id, s.tenant_id;
$$;
comment on function app.end_team_sessions is 'Ends the sessions of a team member at the host of the partner and in its tenants.';
call app.callable_platform_function('app.end_team_sessions');

create or replace function app.shorten_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set
    expires_at = least(expires_at, created_at + make_interval(hours => new.login_timeout_hours)),
    idle_minutes = least(idle_minutes, new.login_timeout_hours * 30)
  where tenant_id = new.tenant_id and ended_at is null;
  return null;
end
$$;
comment on function app.shorten_sessions is 'Applies a shorter session timeout of a tenant to the sessions that are running.';
call app.platform_function('app.shorten_sessions');

create or replace function app.end_sessions_at_old_address() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions x set ended_at = now(), ended_by = 'address_changed'
   where x.ended_at is null
     -- Only of the tenant or partner that moves: the tenants of a partner have addresses of their own.
     and (x.tenant_id = new.id or x.tenant_id is null and x.partner_id = new.id)
     -- A session that is at no domain is at the subdomain.
     and not exists (select from domains d where d.host = x.host and d.state = 'verified');
  return null;
end
$$;
comment on function app.end_sessions_at_old_address is
  'Ends the sessions at a subdomain that a tenant or partner gives up: the next owner of the address must not meet them.';
call app.platform_function('app.end_sessions_at_old_address');

create or replace function app.end_embedded_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare ended record;
begin
  for ended in
    update sessions set ended_at = now(), ended_by = 'embedded_access_ended'
     where tenant_id = new.tenant_id and auth_type = 'embedded' and ended_at is null
    returning id, user_id
  loop
    perform pg_notify('vitrine', json_build_object('kind', 'session_ended', 'tenantId', new.tenant_id, 'userId', ended.user_id,
      'sessionId', ended.id, 'reason', 'session.unauthorized')::text);
  end loop;
  return null;
end
$$;
comment on function app.end_embedded_sessions is
  'Ends the embedded sessions of a tenant that no longer allows them or has a new secret, and tells their pages.';
call app.platform_function('app.end_embedded_sessions');

-- The trigger runs before the row is gone, because the sessions are found through it.
create or replace function app.end_playlist_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended record;
begin
  for ended in
    update sessions s set ended_at = now(), ended_by = 'playlist_revoked'
     where s.ended_at is null and s.id in (
       select p.session_id from playlist_sessions p
         join playlist_screens c on c.tenant_id = p.tenant_id and c.id = p.screen_id
        where c.tenant_id = old.tenant_id
          and case when tg_table_name = 'playlists' then c.playlist_id = old.id else c.id = old.id end)
    returning s.id, s.tenant_id, s.user_id
  loop
    -- Live events (platform/server/live/live-event.ts): the stream of the screen ends at once.
    perform pg_notify('vitrine', json_build_object('kind', 'session_ended', 'tenantId', ended.tenant_id, 'userId', ended.user_id,
      'sessionId', ended.id, 'reason', 'playlist_revoked')::text);
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function app.end_playlist_sessions is
  'Ends the sessions of a screen that is removed, and of all screens of a playlist that is removed or gets another owner.';
call app.platform_function('app.end_playlist_sessions');

create or replace function app.forget_push_devices() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from push_devices d
   where d.session_id = new.id
      or new.ended_by is distinct from 'logout' and d.tenant_id = new.tenant_id and d.user_id = new.user_id
         and exists (select from sessions s where s.id = d.session_id and s.ended_at is not null);
  return null;
end
$$;
comment on function app.forget_push_devices is
  'Removes the device of a session that was ended; after a forced end also the devices of the person whose sessions have expired.';
call app.platform_function('app.forget_push_devices');
