-- Sessions and the one gate, open_session(). Tokens are opaque and kept as SHA-256 only.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  tenant_id uuid references tenants on delete cascade,
  partner_id uuid references partners on delete cascade,
  auth_type text not null check (auth_type in ('password', 'saml', 'microsoft', 'embedded', 'playlist')),
  -- The host at which the person signed in; the session holds nowhere else.
  host text not null,
  address inet not null,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idle_minutes integer not null,
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by text
);
create index sessions_by_user on sessions (user_id) where ended_at is null;
create index sessions_by_tenant on sessions (tenant_id) where ended_at is null;
call app.platform_wall('sessions');

create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  replaced_at timestamptz
);
create index session_tokens_by_session on session_tokens (session_id);
call app.platform_wall('session_tokens');

-- Guesses are counted before they are evaluated, so that parallel ones cannot slip through.
create table sign_in_attempts (
  key bytea primary key,
  window_started_at timestamptz not null,
  attempts integer not null
);
call app.platform_wall('sign_in_attempts');

-- One-time links (first a2m account, later recovery and hand-over), hashed like session tokens.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid references users on delete cascade,
  payload jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz
);
call app.platform_wall('one_time_tokens');

/*
 * Finds the session of a token, refuses what must be refused, and binds tenant, partner, person and profile to the transaction.
 * One row, or none for a token of nobody. refusal: a code of catalogue/errors.ts, or null. session: facts as JSON text.
 * A definer function on the written list: it looks across business units because nobody is known yet.
 * SQL rather than plpgsql, which prepares its own around every statement at every call. `offset 0` keeps it from judging twice.
 */
create function app.open_session(given_hash bytea, client_address inet)
returns table (ok boolean, refusal text, session text) rows 1
language sql stable parallel unsafe security definer set search_path = public, pg_temp as $$
  select f.refusal is null and case when f.refusal is null then
           set_config('app.tenant_id', coalesce(f.tenant_id::text, ''), true) is not null
           and set_config('app.partner_id', coalesce(f.partner_id::text, ''), true) is not null
           and set_config('app.user_id', f.user_id::text, true) is not null
           and set_config('app.profile', f.profile, true) is not null
         end,
         f.refusal, f.session
  from (
    select x.tenant_id, e.partner_id, x.user_id, e.profile,
           case
             when x.ended_at is not null or k.replaced_at is not null then 'session.unauthorized'
             when x.expires_at <= now() or x.last_seen_at + make_interval(mins => x.idle_minutes) <= now() then 'session.expired'
             when e.profile is null then 'sign_in.without_tenant'
             when u.staff is null and x.tenant_id is null then 'sign_in.without_tenant'
             when u.staff = 'master' and e.partner_id is distinct from u.partner_id then 'session.unauthorized'
             when u.staff_state = 'B' or m.state = 'B' or m.block_on <= e.today then 'sign_in.user_blocked'
             when u.staff_state = 'I' or m.state = 'I' then 'sign_in.user_inactive'
             when m.state = 'D' or m.delete_on <= e.today or not n.enabled or not p.enabled then 'sign_in.user_deactivated'
             when m.state = 'T' and n.trial_ends < e.today then 'sign_in.trial_ended'
             when n.maintenance and u.staff is distinct from 'a2m' then 'sign_in.maintenance'
             when cardinality(g.allowed_addresses) > 0 and u.staff is null and not client_address <<= any (g.allowed_addresses)
               then 'sign_in.address_refused'
           end as refusal,
           json_build_object(
             'id', x.id, 'user_id', x.user_id, 'email', u.email, 'name', u.name, 'language', u.language, 'profile', e.profile,
             'auth_type', x.auth_type, 'host', x.host, 'tenant_id', x.tenant_id, 'partner_id', e.partner_id,
             'toggles', coalesce(m.toggles, '{}'), 'timezone', coalesce(g.timezone, 'America/Sao_Paulo'),
             'hidden_menu', coalesce(p.hidden_menu, '{}') || coalesce(n.hidden_menu, '{}'),
             'expires_at', x.expires_at, 'idle_minutes', x.idle_minutes,
             'seen_seconds_ago', extract(epoch from now() - x.last_seen_at)::integer
           )::text as session
      from session_tokens k
      join sessions x on x.id = k.session_id
      join users u on u.id = x.user_id
      left join tenants n on n.id = x.tenant_id
      left join settings g on g.tenant_id = x.tenant_id
      left join partners p on p.id = coalesce(x.partner_id, n.partner_id)
      left join memberships m on m.tenant_id = x.tenant_id and m.user_id = x.user_id
     cross join lateral (
       select coalesce(x.partner_id, n.partner_id) as partner_id, coalesce(u.staff, m.profile) as profile,
              -- Scheduled days and trials begin and end with the business unit's own day.
              (now() at time zone coalesce(g.timezone, 'UTC'))::date as today) e
     where k.token_hash = given_hash offset 0) f
$$;
alter function app.open_session(bytea, inet) owner to vitrine_platform;
revoke all on function app.open_session(bytea, inet) from public;
grant execute on function app.open_session(bytea, inet) to vitrine_app;

-- Keeps a session awake that still is; it cannot wake one up.
create function app.touch_session(session_id uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sessions set last_seen_at = now()
   where id = session_id and ended_at is null and expires_at > now() and last_seen_at + make_interval(mins => idle_minutes) > now();
$$;
alter function app.touch_session(uuid) owner to vitrine_platform;
revoke all on function app.touch_session(uuid) from public;
grant execute on function app.touch_session(uuid) to vitrine_app;

-- Ends sessions of a person in the session's own business unit: block, disable, removal, profile change.
create function app.end_sessions_of(person uuid, reason text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sessions set ended_at = now(), ended_by = reason
   where user_id = person and tenant_id = app.tenant_id() and ended_at is null;
$$;
alter function app.end_sessions_of(uuid, text) owner to vitrine_platform;
revoke all on function app.end_sessions_of(uuid, text) from public;
grant execute on function app.end_sessions_of(uuid, text) to vitrine_app;

-- Ends sessions of a person everywhere, but for the one that asks: a changed password or e-mail. Only where the person is at home.
create function app.end_all_sessions_of(person uuid, reason text, spared uuid) returns table (session_id uuid, tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = person and s.id <> spared and s.ended_at is null
     and exists (select from users u where u.id = person and u.staff is null and u.home_tenant_id = app.tenant_id())
  returning s.id, s.tenant_id;
$$;
alter function app.end_all_sessions_of(uuid, text, uuid) owner to vitrine_platform;
revoke all on function app.end_all_sessions_of(uuid, text, uuid) from public;
grant execute on function app.end_all_sessions_of(uuid, text, uuid) to vitrine_app;

-- Which business unit, partner or platform a host name leads to. Names are public by nature.
create function app.find_host(host text, out kind text, out tenant_id uuid, out partner_id uuid, out name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'tenant', t.id, t.partner_id, t.name from tenants t where t.domain = host
  union all
  select 'partner', null, p.id, p.name from partners p where p.domain = host
  limit 1;
$$;
alter function app.find_host(text) owner to vitrine_platform;
create function app.find_subdomain(label text, out kind text, out tenant_id uuid, out partner_id uuid, out name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'tenant', t.id, t.partner_id, t.name from tenants t where t.subdomain = label
  union all
  select 'partner', null, p.id, p.name from partners p where p.subdomain = label
  limit 1;
$$;
alter function app.find_subdomain(text) owner to vitrine_platform;

-- The audit trail. Append-only for everybody; a row of a business unit is read there, one without by the platform.
create table audit_entries (
  id uuid primary key default uuidv7(),
  tenant_id uuid references tenants on delete cascade,
  partner_id uuid references partners on delete set null,
  at timestamptz not null default now(),
  event text not null,
  actor_id uuid,
  actor_email text,
  on_behalf_of uuid,
  address inet,
  target_type text,
  target_id text,
  target_name text,
  changes jsonb not null default '{}'
);
create index audit_entries_by_tenant on audit_entries (tenant_id, at desc);
create index audit_entries_by_partner on audit_entries (partner_id, at desc) where tenant_id is null;
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy written on audit_entries for insert to vitrine_app with check (
  tenant_id is not distinct from (select app.tenant_id()) and partner_id is not distinct from (select app.partner_id())
);
create policy seen on audit_entries for select to vitrine_app using (
  tenant_id = (select app.tenant_id())
  or ((select app.tenant_id()) is null and tenant_id is null and partner_id = (select app.partner_id()))
  or ((select app.on_platform()) and tenant_id is null)
);
create policy platform_written on audit_entries for insert to vitrine_platform with check (true);
create policy platform_seen on audit_entries for select to vitrine_platform using (true);
grant select, insert on audit_entries to vitrine_app, vitrine_platform;
