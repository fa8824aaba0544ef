-- The session gate: every request passes app.open_session(). Each reason to refuse a session is one function that returns an error code of
-- catalogue/errors.ts, or null; the first code in app.session_refusal() counts. A new reason is one more function and one more line there;
-- app.open_session() stays as it is. PostgreSQL inlines functions that are single expressions without sub-selects into the statement of
-- open_session(). Look-ups in other tables stand in functions of their own, which are called only where they matter.

-- An ended session says why when the state of its person ended it: a blocked person reads "User is blocked!" and not that the session
-- expired. The word is the present one, because the state may have changed again. Only the holder of the session's last token is told.
create or replace function app.state_refusal_of_ended(x sessions) returns text stable parallel safe language sql return (
  select case when u.staff is null and m.user_id is null
           and exists (select from memberships o where o.user_id = u.id and o.state <> 'D') then 'sign_in.domain_refused'
         -- Maintenance passes, and the session stays ended.
         else nullif(
           app.standing_refusal(
             u.standing, m.standing, t.standing, p.standing, x.partner_id, (now() at time zone coalesce(g.timezone, 'UTC'))::date),
           'sign_in.maintenance') end
    from users u
    left join memberships m on m.tenant_id = x.tenant_id and m.user_id = u.id
    left join tenants t on t.id = x.tenant_id
    left join settings g on g.tenant_id = x.tenant_id
    left join partners p on p.id = x.partner_id
   where u.id = coalesce(x.real_user_id, x.user_id));
comment on function app.state_refusal_of_ended is
  'Why the person who used an ended session would be refused at sign-in today, or null. An ended session has no standing of its own any '
  'more. In remote access, the holder of the token is the requester.';

create or replace function app.refuse_ended(x sessions) returns text stable parallel safe language sql return
  case when x.ended_at is not null and x.ended_by is distinct from 'expired' then
    coalesce(
      case when x.ended_by = 'address_changed' then 'sign_in.domain_refused'
           when x.ended_by in ('user_changed', 'user_deactivated', 'user_removed', 'remote_access_refused')
             then app.state_refusal_of_ended(x) end,
      'session.unauthorized') end;
comment on function app.refuse_ended is
  'Refuses a session that was ended. A session that the state of its person ended says the state; one that ended otherwise, such as by '
  'signing out, says nothing about the person.';

create or replace function app.refuse_expired(x sessions) returns text stable parallel safe language sql return
  case when x.ended_at is not null or x.expires_at <= now() or x.last_seen_at + make_interval(mins => x.idle_minutes) <= now()
    then 'session.expired' end;
comment on function app.refuse_expired is 'Refuses a session after its end or after its idle time.';

create or replace function app.local_time(x sessions) returns timestamp stable parallel safe language sql return
  now() at time zone (x.settings_standing->>'timezone');
comment on function app.local_time is 'The present time in the time zone of the tenant of a session.';

create or replace function app.refuse_standing(x sessions) returns text stable parallel safe language sql return
  case when x.changes_on is not null and x.changes_on <= app.local_time(x)::date
    then app.standing_refusal(
      x.person_standing, x.membership_standing, x.tenant_standing, x.partner_standing, x.partner_id, app.local_time(x)::date)
    else x.refusal end;
comment on function app.refuse_standing is
  'Refuses by state, trial and maintenance. Scheduled days and trials begin and end with the day of the tenant.';

create or replace function app.refuse_platform_maintenance(x sessions) returns text stable parallel safe language sql return
  case when (x.platform_standing->'maintenance')::boolean and x.person_standing->>'staff' is distinct from 'a2m'
    then 'sign_in.maintenance' end;
comment on function app.refuse_platform_maintenance is
  'Refuses everybody but the platform staff while the platform is in maintenance, also the staff who use the session of a person.';

create or replace function app.refuse_real_person(x sessions) returns text stable parallel safe language sql return
  case when x.real_user_id is not null then
    coalesce(
      x.real_refusal,
      case when x.real_changes_on <= app.local_time(x)::date
        then app.standing_refusal(
          x.real_standing, x.real_membership_standing, x.tenant_standing, x.partner_standing, x.partner_id,
          app.local_time(x)::date) end) end;
comment on function app.refuse_real_person is
  'Refuses the session of another person when the person who uses it would be refused, or may no longer access people remotely.';

create or replace function app.is_allowed_address(tenant uuid, client_address inet) returns boolean stable parallel safe language sql return
  exists (select from settings g where g.tenant_id = tenant and client_address <<= any (g.allowed_addresses));
comment on function app.is_allowed_address is 'Is the address on the list of the tenant? An unknown address is on no list.';

create or replace function app.refuse_address(x sessions, client_address inet) returns text stable parallel safe language sql return
  case when x.restricted and x.real_standing->>'staff' is null and not app.is_allowed_address(x.tenant_id, client_address)
    then 'sign_in.address_refused' end;
comment on function app.refuse_address is
  'Refuses an address that is not on the list of the tenant. The list does not restrict staff, also when they use the session of a person.';

create or replace function app.refuse_hour(x sessions) returns text stable parallel safe language sql return
  case when x.shift_id is not null and not app.is_in_shift(x.tenant_id, x.shift_id, app.local_time(x)) then 'sign_in.hour_refused' end;
comment on function app.refuse_hour is 'Refuses a person outside the hours of their shift.';

create or replace function app.refuse_terms(x sessions) returns text stable parallel safe language sql return
  case when x.asks_terms and x.real_user_id is null and x.auth_type in ('password', 'saml', 'microsoft')
      and app.owes_terms(x.user_id, x.tenant_id, x.person_standing->>'staff')
    then 'session.terms_due' end;
comment on function app.refuse_terms is
  'Refuses a person who has not accepted a mandatory term. Nobody accepts in place of another (remote access). Embedded pages ask only '
  'for the terms before a report, and the screens of playlists for none (decision 0045).';

-- app.refuse_terms() is the last reason: its refusal says that nothing else refuses the session, so that app.open_session() can let the
-- person accept the terms.
create or replace function app.session_refusal(x sessions, client_address inet) returns text stable parallel safe language sql return
  coalesce(
    app.refuse_ended(x),
    app.refuse_expired(x),
    app.refuse_standing(x),
    app.refuse_platform_maintenance(x),
    app.refuse_real_person(x),
    app.refuse_address(x, client_address),
    app.refuse_hour(x),
    app.refuse_terms(x)
  );
comment on function app.session_refusal is
  'Why a session is refused at this address now, or null: the list of reasons; the first one counts. Requests and embed tokens are '
  'judged by it.';

-- The person of a registration is active, no staff, and has no shift.
create or replace function app.newcomer_refusal(tenant uuid, client_address inet) returns text stable parallel safe language sql return (
  select coalesce(
           app.standing_refusal(
             jsonb_build_object('state', 'A'), app.membership_standing('user', 'A', null, null, '{}', null), t.standing, p.standing,
             t.partner_id, (now() at time zone g.timezone)::date),
           app.refuse_platform_maintenance(x),
           app.refuse_address(x, client_address))
    from tenants t
    join partners p on p.id = t.partner_id
    join settings g on g.tenant_id = t.id
   cross join platform w
   cross join lateral jsonb_populate_record(
           null::sessions,
           jsonb_build_object('tenant_id', t.id, 'platform_standing', w.standing, 'restricted', g.standing->'restricted')) as x
   where t.id = tenant);
comment on function app.newcomer_refusal is
  'Why a person who registers in the tenant would be refused at this address now, or null: the reasons of app.session_refusal() that can '
  'refuse a person without a session.';

create or replace function app.open_session(given_hash bytea, client_address inet, before_terms boolean default false)
returns table (ok boolean, refusal text, session text, seen_seconds_ago integer) rows 1
language sql stable parallel unsafe security definer
begin atomic
  select f.refusal is null and case when f.refusal is null then
           set_config('app.tenant_id', coalesce(f.tenant_id::text, ''), true) is not null
           and set_config('app.partner_id', coalesce(f.partner_id::text, ''), true) is not null
           and set_config('app.user_id', f.user_id::text, true) is not null
           and set_config('app.profile', f.profile, true) is not null
           and set_config('app.language', coalesce(f.language, ''), true) is not null
         end,
         f.refusal, f.facts, f.seen_seconds_ago
  from (
    select x.tenant_id, x.partner_id, x.user_id, x.profile, x.facts, x.person_standing->>'language' as language,
           extract(epoch from now() - x.last_seen_at)::integer as seen_seconds_ago,
           case when k.replaced_at is not null then 'session.unauthorized'
             else nullif(app.session_refusal(x, client_address), case when before_terms then 'session.terms_due' end) end as refusal
      from public.session_tokens k join public.sessions x on x.id = k.session_id
     where k.token_hash = given_hash
    offset 0) f; -- evaluates the refusal once
end;
comment on function app.open_session is
  'Finds the session of a token, judges it, and sets tenant, partner, user, profile and language for the transaction. One row, or none for '
  'an unknown token. `before_terms`: the call is one of those that a person needs to accept the terms. `refusal`: an error code or null. '
  '`session`: its facts as JSON text, the same until something about it changes. '
  'SECURITY DEFINER, because no tenant is known yet; `begin atomic` binds its names, so that no search path can redirect them. '
  'SQL and not plpgsql, which adds work of its own to each call.';
call app.callable_platform_function('app.open_session');

create or replace function app.is_embed_token_refused(given_token text, client_address inet) returns boolean
language sql stable parallel safe security definer
begin atomic
  select exists (
    select from public.embed_tokens e join public.sessions x on x.id = e.session_id
     where e.token_id = given_token and app.refuse_address(x, client_address) is not null);
end;
comment on function app.is_embed_token_refused is
  'Does the address list of the tenant refuse this address for the session of an embed token? SECURITY DEFINER, because the caller '
  'has only the token, and no session is open. False for an unknown token: the report service judges that one.';
call app.callable_platform_function('app.is_embed_token_refused');

create or replace function app.touch_session(session_id uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sessions set last_seen_at = now()
   where id = session_id and ended_at is null and expires_at > now() and last_seen_at + make_interval(mins => idle_minutes) > now();
$$;
comment on function app.touch_session is 'Restarts the idle time of a session that is still valid; it cannot revive an expired one.';
call app.callable_platform_function('app.touch_session');

create or replace function app.link_refusal(person uuid, client_address inet) returns table (refusal text) rows 1
language sql stable parallel safe security definer
begin atomic
  select coalesce(
           app.standing_refusal(
             u.standing, m.standing, t.standing, p.standing, t.partner_id, (now() at time zone g.timezone)::date),
           app.refuse_platform_maintenance(x),
           app.refuse_address(x, client_address),
           app.refuse_hour(x))
    from public.tenants t
    join public.partners p on p.id = t.partner_id
    join public.settings g on g.tenant_id = t.id
    join public.users u on u.id = person
    left join public.memberships m on m.tenant_id = t.id and m.user_id = u.id
   cross join public.platform w
   cross join lateral jsonb_populate_record(
           null::public.sessions,
           jsonb_build_object(
             'tenant_id', t.id, 'person_standing', u.standing, 'settings_standing', g.standing, 'platform_standing', w.standing,
             'restricted', (g.standing->'restricted')::boolean and u.staff is null,
             'shift_id', case when u.staff is null then m.standing->'shift_id' end)) as x
   where t.id = app.tenant_id() and app.user_id() is null and app.profile() is null
     and (u.staff is not null or m.user_id is not null);
end;
comment on function app.link_refusal is
  'Why a person whom the link of a mail proves would be refused in the tenant of the transaction at this address now: the reasons of '
  'app.session_refusal() that can refuse a person without a session. Null: nothing refuses them. No row: nobody of the tenant, '
  'or the transaction has a person already. SECURITY DEFINER, because partner and platform are hidden from a tenant.';
call app.callable_platform_function('app.link_refusal');
