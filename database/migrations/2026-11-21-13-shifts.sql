-- Shifts: named weekly hours in which the people assigned to them may be signed in.
create table shifts (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  -- [{"day": 1, "from": "08:00", "to": "18:00"}, …]: ISO days, Monday is 1; "24:00" is the end of a day.
  hours jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint shifts_name_key unique (tenant_id, name)
);
call app.tenant_wall('shifts');

alter table memberships add column shift_id uuid;
alter table memberships add constraint memberships_shift_fkey
  foreign key (tenant_id, shift_id) references shifts (tenant_id, id) on delete set null (shift_id);
create index memberships_shift on memberships (tenant_id, shift_id) where shift_id is not null;

-- Is this moment, in the business unit's own time, inside the hours? From is inside, to is not.
create function app.within_hours(hours jsonb, moment timestamp) returns boolean immutable parallel safe language sql
  return exists (
    select from jsonb_to_recordset(hours) as h(day integer, "from" text, "to" text)
     where h.day = extract(isodow from moment)
       and to_char(moment, 'HH24:MI') collate "C" >= h."from" and to_char(moment, 'HH24:MI') collate "C" < h."to");

-- As before, and refuses who is outside the hours of their shift: at every way in, and at each call of a session that runs.
create or replace function app.open_session(given_hash bytea, client_address inet)
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
             when m.shift_id is not null and not (
               select app.within_hours(h.hours, e.local) from shifts h where h.tenant_id = m.tenant_id and h.id = m.shift_id)
               then 'sign_in.hour_refused'
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
              -- Scheduled days and trials begin and end with the business unit's own day, shifts with its own clock.
              now() at time zone coalesce(g.timezone, 'UTC') as local,
              (now() at time zone coalesce(g.timezone, 'UTC'))::date as today) e
     where k.token_hash = given_hash offset 0) f
$$;
