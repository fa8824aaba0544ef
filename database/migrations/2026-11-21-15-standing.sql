-- What a session is judged by is kept on the session itself, so that each request reads one row where it read seven tables.
-- Nothing has to remember to keep the copies: a composite foreign key holds each equal to its original, ON UPDATE CASCADE brings
-- every change in the same transaction, and a session that says something else than its originals cannot be written at all.
-- (docs/decisions/0018-standing-on-the-session.md)

-- The standing of an original: what sessions copy. JSON builders are only declared stable because of what they might be given.
create function app.person_standing(email text, name text, language text, staff text, state text, partner_id uuid)
returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'email', email, 'name', name, 'language', language, 'staff', staff, 'state', state, 'partner_id', partner_id);
create function app.membership_standing(profile text, state text, block_on date, delete_on date, toggles text[], shift_id uuid)
returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'profile', profile, 'state', state, 'block_on', block_on, 'delete_on', delete_on, 'toggles', toggles, 'shift_id', shift_id);
create function app.tenant_standing(enabled boolean, maintenance boolean, trial_ends date, hidden_menu text[])
returns jsonb immutable parallel safe language sql
  return jsonb_build_object('enabled', enabled, 'maintenance', maintenance, 'trial_ends', trial_ends, 'hidden_menu', hidden_menu);
create function app.settings_standing(timezone text, allowed_addresses cidr[])
returns jsonb immutable parallel safe language sql
  return jsonb_build_object('timezone', timezone, 'restricted', cardinality(allowed_addresses) > 0);
create function app.partner_standing(enabled boolean, hidden_menu text[])
returns jsonb immutable parallel safe language sql
  return jsonb_build_object('enabled', enabled, 'hidden_menu', hidden_menu);

alter table users add column standing jsonb not null
  generated always as (app.person_standing(email, name, language, staff, staff_state, partner_id)) stored;
alter table memberships add column standing jsonb not null
  generated always as (app.membership_standing(profile, state, block_on, delete_on, toggles, shift_id)) stored;
alter table tenants add column standing jsonb not null
  generated always as (app.tenant_standing(enabled, maintenance, trial_ends, hidden_menu)) stored;
alter table settings add column standing jsonb not null
  generated always as (app.settings_standing(timezone, allowed_addresses)) stored;
alter table partners add column standing jsonb not null
  generated always as (app.partner_standing(enabled, hidden_menu)) stored;

alter table users add constraint users_standing_key unique (id, standing);
alter table memberships add constraint memberships_standing_key unique (tenant_id, user_id, standing);
alter table tenants add constraint tenants_standing_key unique (id, standing);
alter table settings add constraint settings_standing_key unique (tenant_id, standing);
alter table partners add constraint partners_standing_key unique (id, standing);

-- A trigger before an update makes PostgreSQL lock the row as if its key changed, the standing being part of one now: sign-ins
-- that meet would wait for each other in a circle. So people are counted after they were written, themselves among them.
create or replace function app.keep_user_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed integer;
  present integer;
begin
  if new.state not in ('A', 'B', 'I') or (tg_op = 'UPDATE' and old.state in ('A', 'B', 'I')) then
    return null;
  end if;
  select user_limit into allowed from tenants where id = new.tenant_id for no key update;
  select count(*) into present from memberships where tenant_id = new.tenant_id and state in ('A', 'B', 'I');
  if present > allowed then
    raise exception using errcode = 'check_violation', constraint = 'tenants_user_limit', message = 'user limit of the business unit reached';
  end if;
  return null;
end
$$;
drop trigger keep_user_limit on memberships;
create trigger keep_user_limit after insert or update of state on memberships for each row execute function app.keep_user_limit();

alter table sessions
  add column person_standing jsonb,
  add column membership_standing jsonb,
  add column tenant_standing jsonb,
  add column settings_standing jsonb,
  add column partner_standing jsonb;

-- Copies the originals into a new session, and the partner whose business unit it stands in. Locked as a foreign key locks them: a
-- change on its way is waited for. Were this wrong, the keys below would refuse the session.
create function app.take_standing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select standing into new.person_standing from users where id = new.user_id for key share;
  if new.tenant_id is not null then
    select standing, partner_id into new.tenant_standing, new.partner_id from tenants where id = new.tenant_id for key share;
    select standing into new.settings_standing from settings where tenant_id = new.tenant_id for key share;
    select standing into new.membership_standing from memberships
     where tenant_id = new.tenant_id and user_id = new.user_id for key share;
  end if;
  select standing into new.partner_standing from partners where id = new.partner_id for key share;
  return new;
end
$$;
alter function app.take_standing() owner to vitrine_platform;
create trigger take_standing before insert on sessions for each row execute function app.take_standing();

-- Sessions that are running go on. The walls let nobody through without a role.
set local role vitrine_platform;
update sessions x set
  partner_id = coalesce((select partner_id from tenants n where n.id = x.tenant_id), x.partner_id),
  person_standing = (select standing from users u where u.id = x.user_id),
  membership_standing = (select standing from memberships m where m.tenant_id = x.tenant_id and m.user_id = x.user_id),
  tenant_standing = (select standing from tenants n where n.id = x.tenant_id),
  settings_standing = (select standing from settings g where g.tenant_id = x.tenant_id);
update sessions x set partner_standing = (select standing from partners p where p.id = x.partner_id);
reset role;

-- A key of which a part is absent holds nothing together: what must be there is said. A person who is no staff and has no
-- membership is refused below.
alter table sessions
  drop constraint sessions_user_id_fkey,
  drop constraint sessions_tenant_id_fkey,
  drop constraint sessions_partner_id_fkey,
  add constraint sessions_standing_whole check (
    person_standing is not null
    and (tenant_id is null) = (tenant_standing is null) and (tenant_id is null) = (settings_standing is null)
    and (tenant_id is null or partner_id is not null) and (partner_id is null) = (partner_standing is null)
  ),
  add constraint sessions_person foreign key (user_id, person_standing)
    references users (id, standing) on update cascade on delete cascade,
  add constraint sessions_membership foreign key (tenant_id, user_id, membership_standing)
    references memberships (tenant_id, user_id, standing) on update cascade on delete cascade,
  add constraint sessions_tenant foreign key (tenant_id, tenant_standing)
    references tenants (id, standing) on update cascade on delete cascade,
  add constraint sessions_tenant_partner foreign key (partner_id, tenant_id)
    references tenants (partner_id, id) on update cascade on delete cascade,
  add constraint sessions_settings foreign key (tenant_id, settings_standing)
    references settings (tenant_id, standing) on update cascade on delete cascade,
  add constraint sessions_partner foreign key (partner_id, partner_standing)
    references partners (id, standing) on update cascade on delete cascade;

-- The keys look for the sessions of an original, ended ones too.
drop index sessions_by_user;
drop index sessions_by_tenant;
create index sessions_by_user on sessions (user_id, tenant_id);
create index sessions_by_tenant on sessions (tenant_id);
create index sessions_by_partner on sessions (partner_id);

-- Why whoever stands so is refused on that day, or null: the one place that judges states, trials and maintenance.
create function app.standing_refusal(
  person jsonb, membership jsonb, tenant jsonb, partner jsonb, partner_id uuid, today date
) returns text immutable parallel safe language sql return
  case
    when coalesce(person->>'staff', membership->>'profile') is null then 'sign_in.without_tenant'
    when person->>'staff' is null and tenant is null then 'sign_in.without_tenant'
    when person->>'staff' = 'master' and partner_id is distinct from (person->>'partner_id')::uuid then 'session.unauthorized'
    when person->>'state' = 'B' or membership->>'state' = 'B' or (membership->>'block_on')::date <= today
      then 'sign_in.user_blocked'
    when person->>'state' = 'I' or membership->>'state' = 'I' then 'sign_in.user_inactive'
    when membership->>'state' = 'D' or (membership->>'delete_on')::date <= today
      or not (tenant->'enabled')::boolean or not (partner->'enabled')::boolean then 'sign_in.user_deactivated'
    when membership->>'state' = 'T' and (tenant->>'trial_ends')::date < today then 'sign_in.trial_ended'
    when (tenant->'maintenance')::boolean and person->>'staff' is distinct from 'a2m' then 'sign_in.maintenance'
  end;

-- The first day on which time alone may change that; until then nobody needs to ask for the day.
create function app.standing_turns_on(membership jsonb, tenant jsonb) returns date immutable parallel safe language sql return
  least(
    (membership->>'block_on')::date, (membership->>'delete_on')::date,
    case when membership->>'state' = 'T' then (tenant->>'trial_ends')::date + 1 end);

-- What the portal is told of a session that is let in: actorFrom() in platform/server/session/actor.ts reads it.
create function app.session_facts(
  id uuid, user_id uuid, tenant_id uuid, partner_id uuid, auth_type text, host text, expires_at timestamptz, idle_minutes integer,
  person jsonb, membership jsonb, tenant jsonb, settings jsonb, partner jsonb
) returns text immutable parallel safe language sql return
  jsonb_build_object(
    'id', id, 'user_id', user_id, 'tenant_id', tenant_id, 'partner_id', partner_id, 'auth_type', auth_type, 'host', host,
    'email', person->'email', 'name', person->'name', 'language', person->'language',
    'profile', coalesce(person->>'staff', membership->>'profile'), 'toggles', coalesce(membership->'toggles', '[]'),
    'timezone', coalesce(settings->>'timezone', 'America/Sao_Paulo'),
    'hidden_menu', coalesce(partner->'hidden_menu', '[]') || coalesce(tenant->'hidden_menu', '[]'),
    'expires_at_seconds', extract(epoch from expires_at), 'idle_minutes', idle_minutes
  )::text;

alter table sessions
  add column profile text generated always as (coalesce(person_standing->>'staff', membership_standing->>'profile')) stored,
  -- As on a day before all days: what does not wait for one.
  add column refusal text generated always as (
    app.standing_refusal(person_standing, membership_standing, tenant_standing, partner_standing, partner_id, date '-infinity')) stored,
  add column turns_on date generated always as (app.standing_turns_on(membership_standing, tenant_standing)) stored,
  -- Staff come in from everywhere.
  add column restricted boolean not null generated always as (
    person_standing->>'staff' is null and coalesce((settings_standing->'restricted')::boolean, false)) stored,
  add column shift_id uuid generated always as ((membership_standing->>'shift_id')::uuid) stored,
  add column facts text not null generated always as (
    app.session_facts(
      id, user_id, tenant_id, partner_id, auth_type, host, expires_at, idle_minutes,
      person_standing, membership_standing, tenant_standing, settings_standing, partner_standing)) stored;

/*
 * Finds the session of a token, refuses what must be refused, and binds tenant, partner, person and profile to the transaction.
 * One row, or none for a token of nobody. refusal: a code of catalogue/errors.ts, or null. session: facts as JSON text, which is the
 * same at each call as long as nothing about the session changes.
 * A definer function on the written list: it looks across business units because nobody is known yet. Its names are bound here
 * (`begin atomic`), so that no search path can lead them elsewhere. `offset 0` keeps it from judging twice.
 */
drop function app.open_session(bytea, inet);
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
           case
             when x.ended_at is not null or k.replaced_at is not null then 'session.unauthorized'
             when x.expires_at <= now() or x.last_seen_at + make_interval(mins => x.idle_minutes) <= now() then 'session.expired'
             -- Scheduled days and trials begin and end with the business unit's own day, shifts with its own clock.
             when x.turns_on is not null and x.turns_on <= (now() at time zone (x.settings_standing->>'timezone'))::date then
               app.standing_refusal(
                 x.person_standing, x.membership_standing, x.tenant_standing, x.partner_standing, x.partner_id,
                 (now() at time zone (x.settings_standing->>'timezone'))::date)
             when x.refusal is not null then x.refusal
             when x.restricted and not client_address <<= any (
               (select g.allowed_addresses from public.settings g where g.tenant_id = x.tenant_id)::cidr[]) then 'sign_in.address_refused'
             when x.shift_id is not null and not (
               select app.within_hours(h.hours, now() at time zone (x.settings_standing->>'timezone'))
                 from public.shifts h where h.tenant_id = x.tenant_id and h.id = x.shift_id) then 'sign_in.hour_refused'
           end as refusal
      from public.session_tokens k join public.sessions x on x.id = k.session_id
     where k.token_hash = given_hash offset 0) f;
end;
alter function app.open_session(bytea, inet) owner to vitrine_platform;
revoke all on function app.open_session(bytea, inet) from public;
grant execute on function app.open_session(bytea, inet) to vitrine_app;
