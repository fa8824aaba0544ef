-- API keys at the session gate. A key has no session: each request judges its owner by the originals, with the reasons of
-- app.session_refusal(), so that a key is refused whenever the owner would be.

create or replace function app.is_host_of(given_host text, tenant uuid, subdomain text)
returns boolean stable parallel safe language sql return
  exists (select from domains d where d.host = given_host and d.tenant_id = tenant and d.state = 'verified')
  or split_part(given_host, '.', 1) = subdomain and not exists (select from domains d where d.host = given_host and d.state = 'verified');
comment on function app.is_host_of is
  'Does a host at which a key was made still lead to the tenant? The next owner of an address must not meet the key.';

create or replace function app.open_api_key(given_hash bytea, client_address inet, before_terms boolean default false)
returns table (ok boolean, refusal text, session text, seen_seconds_ago integer) rows 1
language sql stable parallel unsafe security definer
begin atomic
  select f.refusal is null and case when f.refusal is null then
           set_config('app.tenant_id', f.tenant_id::text, true) is not null
           and set_config('app.partner_id', f.partner_id::text, true) is not null
           and set_config('app.user_id', f.owner_id::text, true) is not null
           and set_config('app.profile', f.profile, true) is not null
           and set_config('app.language', coalesce(f.language, ''), true) is not null
         end,
         f.refusal, f.facts, case when f.is_used_today then 0 else 86400 end
  from (
    select k.tenant_id, t.partner_id, k.owner_id, m.standing->>'profile' as profile, u.standing->>'language' as language,
           k.last_used_on is not distinct from (now() at time zone g.timezone)::date as is_used_today,
           (app.session_facts(
              k.id, k.owner_id, k.tenant_id, t.partner_id, 'api_key', k.host, k.expires_at, 0, null, null, null,
              u.standing, m.standing, t.standing, g.standing, p.standing, w.standing, null)::jsonb
            || jsonb_build_object('api_key', jsonb_build_object('name', k.name, 'scopes', to_jsonb(k.scopes))))::text as facts,
           coalesce(
             case when k.revoked_at is not null then 'session.unauthorized'
                  when not app.is_host_of(k.host, t.id, t.subdomain) then 'sign_in.domain_refused' end,
             app.session_refusal(x, client_address),
             case when cardinality(k.networks) > 0 and not coalesce(client_address <<= any (k.networks), false)
               then 'sign_in.address_refused' end) as refusal
      from public.api_keys k
      join public.tenants t on t.id = k.tenant_id and t.removing_since is null
      join public.partners p on p.id = t.partner_id
      join public.settings g on g.tenant_id = k.tenant_id
      join public.memberships m on m.tenant_id = k.tenant_id and m.user_id = k.owner_id
      join public.users u on u.id = k.owner_id and u.staff is null
     cross join public.platform w
     cross join lateral jsonb_populate_record(
             null::public.sessions,
             jsonb_build_object(
               'id', k.id, 'tenant_id', k.tenant_id, 'user_id', k.owner_id, 'partner_id', t.partner_id, 'auth_type', 'api_key',
               'expires_at', k.expires_at, 'last_seen_at', now(), 'idle_minutes', 60,
               'person_standing', u.standing, 'membership_standing', m.standing, 'settings_standing', g.standing,
               'platform_standing', w.standing, 'restricted', g.standing->'restricted', 'shift_id', m.standing->'shift_id',
               'refusal', app.standing_refusal(
                 u.standing, m.standing, t.standing, p.standing, t.partner_id, (now() at time zone g.timezone)::date))) as x
     where k.token_hash = given_hash or k.old_token_hash = given_hash and k.old_valid_until > now()
    offset 0) f; -- evaluates the refusal once
end;
comment on function app.open_api_key is
  'Finds the API key of a hash, judges its owner by the reasons of app.session_refusal(), and sets tenant, partner, user, profile and '
  'language for the transaction, as app.open_session() does for a session. One row, or none for an unknown key and for one whose owner '
  'left. `session`: the facts of a session with the name and the scopes of the key. `before_terms` has no meaning: a program accepts no '
  'terms. SECURITY DEFINER, because no tenant is known yet.';
call app.callable_platform_function('app.open_api_key');

create or replace function app.note_api_key_use(key_id uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update api_keys k set last_used_on = (now() at time zone g.timezone)::date
    from settings g
   where k.id = key_id and g.tenant_id = k.tenant_id and k.last_used_on is distinct from (now() at time zone g.timezone)::date;
$$;
comment on function app.note_api_key_use is 'Stores the day on which a key was used, once for each day.';
call app.callable_platform_function('app.note_api_key_use');
