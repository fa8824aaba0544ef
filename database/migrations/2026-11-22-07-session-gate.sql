-- The session gate: judges the session of every request and sets tenant, partner, user and profile for the transaction.
--
-- A new reason to refuse a session is one function that returns an error code of catalogue/errors.ts or null, and one line in
-- app.session_refusal(). app.open_session() stays as it is. Functions that are single expressions without sub-selects are inlined into
-- the statement of open_session(); look-ups in other tables stand in functions of their own, which are called only where they matter.

create function app.refuse_ended(x sessions) returns text immutable parallel safe language sql return
  case when x.ended_at is not null and x.ended_by is distinct from 'expired' then 'session.unauthorized' end;
comment on function app.refuse_ended is 'Refuses a session that was ended: signed out, blocked, removed.';

create function app.refuse_expired(x sessions) returns text stable parallel safe language sql return
  case when x.ended_at is not null or x.expires_at <= now() or x.last_seen_at + make_interval(mins => x.idle_minutes) <= now()
    then 'session.expired' end;
comment on function app.refuse_expired is 'Refuses a session after its end or after its idle time.';

create function app.local_time(x sessions) returns timestamp stable parallel safe language sql return
  now() at time zone (x.settings_standing->>'timezone');
comment on function app.local_time is 'The present time in the time zone of the tenant of a session.';

create function app.refuse_standing(x sessions) returns text stable parallel safe language sql return
  case when x.changes_on is not null and x.changes_on <= app.local_time(x)::date
    then app.standing_refusal(
      x.person_standing, x.membership_standing, x.tenant_standing, x.partner_standing, x.partner_id, app.local_time(x)::date)
    else x.refusal end;
comment on function app.refuse_standing is
  'Refuses by state, trial and maintenance. Scheduled days and trials begin and end with the day of the tenant.';

create function app.is_allowed_address(tenant uuid, client_address inet) returns boolean stable parallel safe language sql return
  exists (select from settings g where g.tenant_id = tenant and client_address <<= any (g.allowed_addresses));
comment on function app.is_allowed_address is 'Is the address on the list of the tenant? An unknown address is on no list.';

create function app.refuse_address(x sessions, client_address inet) returns text stable parallel safe language sql return
  case when x.restricted and not app.is_allowed_address(x.tenant_id, client_address) then 'sign_in.address_refused' end;
comment on function app.refuse_address is 'Refuses an address that is not on the list of the tenant.';

create function app.is_in_shift(tenant uuid, shift uuid, moment timestamp) returns boolean stable parallel safe language sql return
  exists (
    select from shifts s cross join lateral jsonb_to_recordset(s.hours) as h(day integer, "from" text, "to" text)
     where s.tenant_id = tenant and s.id = shift and h.day = extract(isodow from moment)
       and to_char(moment, 'HH24:MI') collate "C" >= h."from" and to_char(moment, 'HH24:MI') collate "C" < h."to");
comment on function app.is_in_shift is
  'Is this moment, in the time zone of the tenant, within the hours of the shift? `from` is inside, `to` is not.';

create function app.refuse_hour(x sessions) returns text stable parallel safe language sql return
  case when x.shift_id is not null and not app.is_in_shift(x.tenant_id, x.shift_id, app.local_time(x)) then 'sign_in.hour_refused' end;
comment on function app.refuse_hour is 'Refuses a person outside the hours of their shift.';

create function app.session_refusal(x sessions, client_address inet) returns text stable parallel safe language sql return
  coalesce(
    app.refuse_ended(x),
    app.refuse_expired(x),
    app.refuse_standing(x),
    app.refuse_address(x, client_address),
    app.refuse_hour(x)
  );
comment on function app.session_refusal is
  'Why a session is refused at this address now, or null: the list of reasons; the first one counts. Requests and embed tokens are '
  'judged by it.';

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

create function app.access_ends_at(changes_on date, hours jsonb, timezone text) returns timestamptz stable parallel safe language sql
  return least(
    changes_on::timestamp at time zone timezone,
    (select max(date_trunc('day', here) + h."to"::interval)
       from (select now() at time zone timezone as here) as at, jsonb_to_recordset(hours) as h(day integer, "from" text, "to" text)
      where h.day = extract(isodow from here)
        and to_char(here, 'HH24:MI') collate "C" >= h."from" and to_char(here, 'HH24:MI') collate "C" < h."to") at time zone timezone);
comment on function app.access_ends_at is
  'When time alone will refuse a person who is let in now: on the day of app.standing_changes_on(), or at the end of the present hours '
  'of their shift (`to` may be 24:00). Null: never. Embed tokens end no later.';
