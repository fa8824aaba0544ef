-- Remote access of staff and administrators to the session of a person, and its ends.

-- The list of business units offers staff the way into a unit only where the unit lets them enter. Row-level security hides the settings of
-- a unit from staff outside of it, so this function tells them this one fact.
create or replace function app.units_to_enter() returns table (tenant_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.tenant_id
    from settings s join tenants t on t.id = s.tenant_id
   where s.allow_remote_access
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()));
$$;
comment on function app.units_to_enter is
  'The tenants that let staff enter, for staff outside of tenants; no rows for anybody else.';
call app.callable_platform_function('app.units_to_enter');

create or replace function app.set_staff_entry(unit uuid, allowed boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update settings s set allow_remote_access = allowed, version = s.version + 1
    from tenants t
   where s.tenant_id = unit and t.id = unit and s.allow_remote_access <> allowed
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()));
$$;
comment on function app.set_staff_entry is
  'Opens or closes a tenant to the staff of its partner and of the platform. For staff outside of tenants; nobody else changes anything with it.';
call app.callable_platform_function('app.set_staff_entry');

create or replace function app.end_remote_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The screen of a playlist stays, also when staff made the playlist: nobody uses it.
  update sessions set ended_at = now(), ended_by = 'remote_access_refused'
   where tenant_id = new.tenant_id and ended_at is null and auth_type <> 'playlist'
     and (acting_profile is not null or real_user_id is not null or person_standing ->> 'staff' is not null);
  return null;
end
$$;
comment on function app.end_remote_sessions is 'Ends the sessions of staff and of remote access in a tenant that no longer allows them.';
call app.platform_function('app.end_remote_sessions');

create or replace function app.end_remote_access() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  cause text := case when tg_op = 'DELETE' then 'removed' else new.ended_by end;
begin
  if tg_op = 'UPDATE' and new.ended_at is null then
    -- Fires this trigger again, with the end.
    update sessions set ended_at = now(), ended_by = 'remote_access_refused' where id = new.id and ended_at is null;
    return null;
  end if;
  update remote_accesses set ended_at = now(), ended_by = cause where session_id = old.id and ended_at is null;
  -- Live events (platform/server/live/live-event.ts): the session has many ends, and all of them come here.
  perform pg_notify('vitrine', json_build_object(
    'kind', 'session_ended', 'tenantId', old.tenant_id, 'userId', old.user_id, 'sessionId', old.id, 'reason', coalesce(cause, ''))::text);
  perform pg_notify('vitrine', json_build_object('kind', 'remote_access', 'userId', old.user_id)::text);
  return null;
end
$$;
comment on function app.end_remote_access is
  'Ends a session of remote access for good when the person or the requester would be refused, records every end, and notifies both.';
call app.platform_function('app.end_remote_access');

create or replace function app.end_accesses_of_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set ended_at = now(), ended_by = 'requester_left'
   where real_user_id = old.user_id and origin->>'session_id' = old.id::text and ended_at is null;
  return null;
end
$$;
comment on function app.end_accesses_of_session is
  'Ends the remote accesses that began in a session which was ended: signed out, blocked, password changed. A requester who works in the '
  'session of a person leaves their own idle, so an expired one ends nothing.';
call app.platform_function('app.end_accesses_of_session');

create or replace function app.withdraw_remote_consent() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set ended_at = now(), ended_by = 'consent_withdrawn'
   where user_id = new.user_id and tenant_id = new.tenant_id and real_user_id is not null and ended_at is null;
  return null;
end
$$;
comment on function app.withdraw_remote_consent is 'Ends the remote accesses to a person who withdraws the standing consent.';
call app.platform_function('app.withdraw_remote_consent');
