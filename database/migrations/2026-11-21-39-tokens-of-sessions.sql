-- Embed tokens end with what shuts their person out, judged as each call of theirs is.

-- When time alone shuts somebody out who is let in now: with the day on which their standing turns, or with the hours of their shift that
-- run now (`to` may be 24:00). Null: not at all.
create function app.standing_ends(turns_on date, hours jsonb, timezone text) returns timestamptz stable parallel safe language sql
  return least(
    turns_on::timestamp at time zone timezone,
    (select max(date_trunc('day', here) + h."to"::interval)
       from (select now() at time zone timezone as here) as at, jsonb_to_recordset(hours) as h(day integer, "from" text, "to" text)
      where h.day = extract(isodow from here)
        and to_char(here, 'HH24:MI') collate "C" >= h."from" and to_char(here, 'HH24:MI') collate "C" < h."to") at time zone timezone);

-- Why a session is refused at an address now, or null: the one place that judges one. Addresses and hours are its business unit's and its
-- shift's, each named once, so that the function becomes part of the statement and nobody reads what need not be asked. An address that
-- nobody knows is on no list.
create function app.session_refusal(x sessions, client_address inet, allowed cidr[], hours jsonb)
returns text stable parallel safe language sql return
  case
    when x.ended_at is not null and x.ended_by is distinct from 'expired' then 'session.unauthorized'
    when x.ended_at is not null or x.expires_at <= now() or x.last_seen_at + make_interval(mins => x.idle_minutes) <= now()
      then 'session.expired'
    -- Scheduled days and trials begin and end with the business unit's own day, shifts with its own clock.
    when x.turns_on is not null and x.turns_on <= (now() at time zone (x.settings_standing->>'timezone'))::date then
      app.standing_refusal(
        x.person_standing, x.membership_standing, x.tenant_standing, x.partner_standing, x.partner_id,
        (now() at time zone (x.settings_standing->>'timezone'))::date)
    when x.refusal is not null then x.refusal
    when x.restricted and (client_address <<= any (allowed)) is not true then 'sign_in.address_refused'
    when x.shift_id is not null and not app.within_hours(hours, now() at time zone (x.settings_standing->>'timezone'))
      then 'sign_in.hour_refused'
  end;

-- As before.
create or replace function app.open_session(given_hash bytea, client_address inet)
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
           case when k.replaced_at is not null then 'session.unauthorized' else
             app.session_refusal(x, client_address,
               (select g.allowed_addresses from public.settings g where g.tenant_id = x.tenant_id),
               (select h.hours from public.shifts h where h.tenant_id = x.tenant_id and h.id = x.shift_id))
           end as refusal
      from public.session_tokens k join public.sessions x on x.id = k.session_id
     where k.token_hash = given_hash offset 0) f;
end;

-- Where the reader was when they were given the token.
alter table embed_tokens add column address inet;
