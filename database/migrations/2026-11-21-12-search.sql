-- A person's own sessions, wherever they are signed in: `sessions` stands behind the platform's wall, so these two look for them.
create function app.own_sessions()
returns table (id uuid, address text, user_agent text, host text, unit text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, host(s.address), s.user_agent, s.host, t.name, s.created_at, s.last_seen_at
    from sessions s left join tenants t on t.id = s.tenant_id
   where s.user_id = app.user_id() and s.ended_at is null and s.expires_at > now()
     and s.last_seen_at + make_interval(mins => s.idle_minutes) > now();
$$;
alter function app.own_sessions() owner to vitrine_platform;
revoke all on function app.own_sessions() from public;
grant execute on function app.own_sessions() to vitrine_app;

-- Ends one session of the person, or all but the one that asks; answers those that ended. Nobody else's can be named.
create function app.end_own_sessions(one uuid, spared uuid, reason text) returns table (session_id uuid, tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = app.user_id() and s.id <> spared and s.ended_at is null and (one is null or s.id = one)
  returning s.id, s.tenant_id;
$$;
alter function app.end_own_sessions(uuid, uuid, text) owner to vitrine_platform;
revoke all on function app.end_own_sessions(uuid, uuid, text) from public;
grant execute on function app.end_own_sessions(uuid, uuid, text) to vitrine_app;
