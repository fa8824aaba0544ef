-- The standing: the facts that judge a session, and the session's copy of them (decision 0018). Generated columns store the results of
-- most functions here: a change is a migration too (README.md). JSON builders are only declared stable because of types that are not used
-- here, so these functions may be immutable.

create or replace function app.partner_standing(enabled boolean, hidden_menu text[]) returns jsonb immutable parallel safe language sql
  return jsonb_build_object('enabled', enabled, 'hidden_menu', hidden_menu);
comment on function app.partner_standing is 'The facts of a partner that a session carries.';

create or replace function app.tenant_standing(
  enabled boolean, maintenance boolean, trial_ends date, hidden_menu text[], client jsonb
) returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'enabled', enabled, 'maintenance', maintenance, 'trial_ends', trial_ends, 'hidden_menu', hidden_menu,
    'client_trial_ends', client->'trial_ends');
comment on function app.tenant_standing is 'The facts of a tenant that a session carries.';

create or replace function app.client_standing(trial_period date) returns jsonb immutable parallel safe language sql
  return jsonb_build_object('trial_ends', trial_period);
comment on function app.client_standing is 'The facts of a client that its tenants carry.';

create or replace function app.person_standing(
  email text, name text, language text, staff text, state text, partner_id uuid, billing_administrator boolean
) returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'email', email, 'name', name, 'language', language, 'staff', staff, 'state', state, 'partner_id', partner_id,
    'toggles', case when billing_administrator then '["billing_administrator"]'::jsonb else '[]'::jsonb end);
comment on function app.person_standing is 'The facts of a user that a session carries.';

create or replace function app.membership_standing(profile text, state text, block_on date, delete_on date, toggles text[], shift_id uuid)
returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'profile', profile, 'state', state, 'block_on', block_on, 'delete_on', delete_on, 'toggles', toggles, 'shift_id', shift_id);
comment on function app.membership_standing is 'The facts of a membership that a session carries.';

create or replace function app.settings_standing(timezone text, allowed_addresses cidr[], help_desk boolean)
returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'timezone', timezone,
    'restricted', cardinality(allowed_addresses) > 0,
    'hidden_menu', case when help_desk then jsonb_build_array() else jsonb_build_array('help_desk', 'help_desk/{id}') end);
comment on function app.settings_standing is
  'The facts of the settings that a session carries. The list of addresses stays here: it may be long. `hidden_menu`: the screens of what '
  'the tenant has switched off, by their names in catalogue/screens.ts.';

create or replace function app.platform_standing(hidden_menu text[], maintenance boolean) returns jsonb immutable parallel safe language sql
  return jsonb_build_object('hidden_menu', hidden_menu, 'maintenance', maintenance);
comment on function app.platform_standing is 'The facts of the platform that a session carries.';

create or replace function app.copy_standing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select standing into new.person_standing from users where id = new.user_id for key share;
  if new.tenant_id is not null then
    select standing, partner_id into new.tenant_standing, new.partner_id from tenants where id = new.tenant_id for key share;
    select standing into new.settings_standing from settings where tenant_id = new.tenant_id for key share;
    select standing into new.membership_standing from memberships
     where tenant_id = new.tenant_id and user_id = new.user_id for key share;
  end if;
  if new.real_user_id is not null then
    select standing into new.real_standing from users where id = new.real_user_id for key share;
    select standing into new.real_membership_standing from memberships
     where tenant_id = new.tenant_id and user_id = new.real_user_id for key share;
  end if;
  select standing into new.partner_standing from partners where id = new.partner_id for key share;
  select standing into new.platform_standing from platform where singleton for key share;
  return new;
end
$$;
comment on function app.copy_standing is
  'Copies the originals into a new session, and the partner of its tenant. Locks each original as its foreign key does, so that it '
  'waits for a change that is under way. The foreign keys refuse a wrong copy.';
call app.platform_function('app.copy_standing');

create or replace function app.clear_standing() returns trigger language plpgsql as $$
begin
  new.person_standing := null;
  new.membership_standing := null;
  new.tenant_standing := null;
  new.settings_standing := null;
  new.partner_standing := null;
  new.platform_standing := null;
  new.real_standing := null;
  new.real_membership_standing := null;
  return new;
end
$$;
comment on function app.clear_standing is
  'An ended session is kept for a while and not judged. Without copies it leaves the foreign keys: a change of an original then '
  'rewrites the running sessions, and not those of a whole month.';

create or replace function app.session_facts(
  id uuid, user_id uuid, tenant_id uuid, partner_id uuid, auth_type text, host text, expires_at timestamptz, idle_minutes integer,
  acting_profile text, real_user_id uuid, origin jsonb,
  person jsonb, membership jsonb, tenant jsonb, settings jsonb, partner jsonb, platform jsonb, real_person jsonb
) returns text immutable parallel safe language sql return
  jsonb_build_object(
    'id', id, 'user_id', user_id, 'tenant_id', tenant_id, 'partner_id', partner_id, 'auth_type', auth_type, 'host', host,
    'email', person->'email', 'name', person->'name', 'language', person->'language',
    'profile', coalesce(acting_profile, person->>'staff', membership->>'profile'),
    'toggles', coalesce(membership->'toggles', '[]') || coalesce(person->'toggles', '[]'),
    'staff', person->'staff', 'acting_profile', acting_profile, 'origin', origin,
    'real_person',
      case when real_user_id is not null then
        jsonb_build_object('id', real_user_id, 'email', real_person->'email', 'name', real_person->'name', 'staff', real_person->'staff')
      end,
    'timezone', coalesce(settings->>'timezone', 'America/Sao_Paulo'),
    'hidden_menu',
      -- The platform staff see every screen at their own host, so that they can show a hidden one again.
      case when partner_id is null then '[]' else platform->'hidden_menu' end
        || coalesce(partner->'hidden_menu', '[]') || coalesce(tenant->'hidden_menu', '[]') || coalesce(settings->'hidden_menu', '[]'),
    'expires_at_seconds', extract(epoch from expires_at), 'idle_minutes', idle_minutes
  )::text;
comment on function app.session_facts is
  'What the portal is told of a session that is let in; actorFrom() in platform/server/session/actor.ts reads it.';
