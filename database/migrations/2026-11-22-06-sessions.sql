-- Sessions: sign-in attempts, devices, one-time links, sessions and their tokens. Tokens are opaque; only their SHA-256 is stored.

create table sign_in_attempts (
  key bytea primary key,
  window_started_at timestamptz not null,
  attempts integer not null,
  next_at timestamptz
);
comment on table sign_in_attempts is
  'Rate limit of sign-ins. An attempt is counted before the password is checked, so that concurrent attempts cannot exceed the limit.';
comment on column sign_in_attempts.next_at is 'When the next attempt of an account is checked; null: at once.';
call app.platform_policy('sign_in_attempts');

create table sign_in_devices (
  id uuid primary key default app.uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  network bytea not null,
  used_at timestamptz not null default now()
);
comment on table sign_in_devices is
  'Browsers that have signed a person in. The token opens nothing: it gives the browser a rate limit of its own, which strangers '
  'cannot use up. It is replaced at each sign-in and deleted with the password for which it was given.';
comment on column sign_in_devices.network is 'Hash of the last network: one at which many people sign in may fail more often.';
create index sign_in_devices_by_user on sign_in_devices (user_id, used_at desc);
create index sign_in_devices_by_network on sign_in_devices (network, used_at);
call app.platform_policy('sign_in_devices');

create function app.delete_sign_in_devices() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_devices where user_id = new.id;
  return null;
end
$$;
comment on function app.delete_sign_in_devices is
  'A changed password makes every browser of the person unknown again. A trigger, because passwords change in several places.';
call app.platform_function('app.delete_sign_in_devices');
create trigger delete_sign_in_devices after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function app.delete_sign_in_devices();

create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid references users on delete cascade,
  payload jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table one_time_tokens is 'Links that work once: the first account of the platform, invitations, forgotten passwords.';
call app.platform_policy('one_time_tokens');

-- The list of reasons to refuse a person. Each reason is one function that returns an error code of catalogue/errors.ts, or null; the
-- first code counts. A new reason is one more function and one more line in app.standing_refusal(). PostgreSQL inlines the reasons
-- there: they are single expressions without sub-selects. They are stable because a cast from text to date is; the list is declared
-- immutable, because sessions store its result and JSON holds ISO dates, which every DateStyle reads alike.

create function app.refuse_without_tenant(person jsonb, membership jsonb, tenant jsonb)
returns text stable parallel safe language sql return
  case when coalesce(person->>'staff', membership->>'profile') is null or person->>'staff' is null and tenant is null
    then 'sign_in.without_tenant' end;
comment on function app.refuse_without_tenant is 'Refuses a person who is neither staff nor a member of the tenant.';

create function app.refuse_other_partner(person jsonb, partner_id uuid) returns text stable parallel safe language sql return
  case when person->>'staff' = 'master' and partner_id is distinct from (person->>'partner_id')::uuid then 'session.unauthorized' end;
comment on function app.refuse_other_partner is 'Refuses a master at another partner.';

create function app.refuse_blocked(person jsonb, membership jsonb, today date) returns text stable parallel safe language sql return
  case when person->>'state' = 'B' or membership->>'state' = 'B' or (membership->>'block_on')::date <= today
    then 'sign_in.user_blocked' end;
comment on function app.refuse_blocked is 'Refuses a blocked person, or one whose day of blocking has come.';

create function app.refuse_inactive(person jsonb, membership jsonb) returns text stable parallel safe language sql return
  case when person->>'state' = 'I' or membership->>'state' = 'I' then 'sign_in.user_inactive' end;
comment on function app.refuse_inactive is 'Refuses an inactive person.';

create function app.refuse_deactivated(membership jsonb, tenant jsonb, partner jsonb, today date)
returns text stable parallel safe language sql return
  case when membership->>'state' = 'D' or (membership->>'delete_on')::date <= today
      or not (tenant->'enabled')::boolean or not (partner->'enabled')::boolean
    then 'sign_in.user_deactivated' end;
comment on function app.refuse_deactivated is 'Refuses a person who is deactivated or due for deletion, or whose tenant or partner is disabled.';

create function app.refuse_trial_ended(membership jsonb, tenant jsonb, today date)
returns text stable parallel safe language sql return
  case when membership->>'state' = 'T' and (tenant->>'trial_ends')::date < today then 'sign_in.trial_ended' end;
comment on function app.refuse_trial_ended is 'Refuses a test user after the last day of the trial of the tenant.';

create function app.refuse_maintenance(person jsonb, tenant jsonb) returns text stable parallel safe language sql return
  case when (tenant->'maintenance')::boolean and person->>'staff' is distinct from 'a2m' then 'sign_in.maintenance' end;
comment on function app.refuse_maintenance is 'Refuses everybody but the platform staff while the tenant is in maintenance.';

create function app.standing_refusal(
  person jsonb, membership jsonb, tenant jsonb, partner jsonb, partner_id uuid, today date
) returns text immutable parallel safe language sql return
  coalesce(
    app.refuse_without_tenant(person, membership, tenant),
    app.refuse_other_partner(person, partner_id),
    app.refuse_blocked(person, membership, today),
    app.refuse_inactive(person, membership),
    app.refuse_deactivated(membership, tenant, partner, today),
    app.refuse_trial_ended(membership, tenant, today),
    app.refuse_maintenance(person, tenant)
  );
comment on function app.standing_refusal is
  'Why a person with this standing is refused on that day, or null. Sessions store the result: a migration that changes this list '
  'ends with `update sessions set host = host where ended_at is null`, as vitrine_platform, which computes it again.';

create function app.standing_changes_on(membership jsonb, tenant jsonb) returns date immutable parallel safe language sql return
  least(
    (membership->>'block_on')::date, (membership->>'delete_on')::date,
    case when membership->>'state' = 'T' then (tenant->>'trial_ends')::date + 1 end);
comment on function app.standing_changes_on is
  'The first day that may change the result of app.standing_refusal(); before it, nobody needs to look at the calendar.';

create function app.session_facts(
  id uuid, user_id uuid, tenant_id uuid, partner_id uuid, auth_type text, host text, expires_at timestamptz, idle_minutes integer,
  person jsonb, membership jsonb, tenant jsonb, settings jsonb, partner jsonb, platform jsonb
) returns text immutable parallel safe language sql return
  jsonb_build_object(
    'id', id, 'user_id', user_id, 'tenant_id', tenant_id, 'partner_id', partner_id, 'auth_type', auth_type, 'host', host,
    'email', person->'email', 'name', person->'name', 'language', person->'language',
    'profile', coalesce(person->>'staff', membership->>'profile'), 'toggles', coalesce(membership->'toggles', '[]'),
    'timezone', coalesce(settings->>'timezone', 'America/Sao_Paulo'),
    -- The platform staff see every screen at their own host, so that they can show a hidden one again.
    'hidden_menu',
      case when partner_id is null then '[]' else platform->'hidden_menu' end
        || coalesce(partner->'hidden_menu', '[]') || coalesce(tenant->'hidden_menu', '[]'),
    'expires_at_seconds', extract(epoch from expires_at), 'idle_minutes', idle_minutes
  )::text;
comment on function app.session_facts is
  'What the portal is told of a session that is let in; actorFrom() in platform/server/session/actor.ts reads it.';

create table sessions (
  id uuid primary key default app.uuidv7(),
  user_id uuid not null references users on delete cascade,
  tenant_id uuid references tenants on delete cascade,
  partner_id uuid references partners on delete cascade,
  auth_type text not null check (auth_type in ('password', 'saml', 'microsoft', 'embedded', 'playlist')),
  host text not null,
  address inet not null,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idle_minutes integer not null,
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by text,
  platform boolean not null default true check (platform),
  person_standing jsonb,
  membership_standing jsonb,
  tenant_standing jsonb,
  settings_standing jsonb,
  partner_standing jsonb,
  platform_standing jsonb,
  profile text generated always as (coalesce(person_standing->>'staff', membership_standing->>'profile')) stored,
  refusal text generated always as (
    app.standing_refusal(person_standing, membership_standing, tenant_standing, partner_standing, partner_id, date '-infinity')) stored,
  changes_on date generated always as (app.standing_changes_on(membership_standing, tenant_standing)) stored,
  restricted boolean not null generated always as (
    person_standing->>'staff' is null and coalesce((settings_standing->'restricted')::boolean, false)) stored,
  shift_id uuid generated always as ((membership_standing->>'shift_id')::uuid) stored,
  facts text not null generated always as (
    app.session_facts(
      id, user_id, tenant_id, partner_id, auth_type, host, expires_at, idle_minutes,
      person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing)) stored,
  -- These foreign keys bring each change of an original to its sessions, and refuse a session that says anything else.
  constraint sessions_person foreign key (user_id, person_standing)
    references users (id, standing) on update cascade on delete cascade,
  constraint sessions_membership foreign key (tenant_id, user_id, membership_standing)
    references memberships (tenant_id, user_id, standing) on update cascade on delete cascade,
  constraint sessions_tenant foreign key (tenant_id, tenant_standing)
    references tenants (id, standing) on update cascade on delete cascade,
  constraint sessions_tenant_partner foreign key (partner_id, tenant_id)
    references tenants (partner_id, id) on update cascade on delete cascade,
  constraint sessions_settings foreign key (tenant_id, settings_standing)
    references settings (tenant_id, standing) on update cascade on delete cascade,
  constraint sessions_partner foreign key (partner_id, partner_standing)
    references partners (id, standing) on update cascade on delete cascade,
  constraint sessions_platform foreign key (platform, platform_standing)
    references platform (singleton, standing) on update cascade,
  -- A foreign key with a null part checks nothing, so the copies of a running session must be there. An ended session has none.
  constraint sessions_standing_whole check (
    case when ended_at is null then
      person_standing is not null and platform_standing is not null
      and (tenant_id is null) = (tenant_standing is null) and (tenant_id is null) = (settings_standing is null)
      and (tenant_id is null or partner_id is not null) and (partner_id is null) = (partner_standing is null)
    else
      num_nonnulls(person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing) = 0
    end
  )
);
comment on table sessions is
  'Sessions. A running one carries copies of the facts by which it is judged, so that a request reads one row instead of seven tables.';
comment on column sessions.host is 'The host at which the person signed in; the session is valid at no other host.';
comment on column sessions.platform is 'Always true: the other half of the foreign key to the one row of `platform`.';
comment on column sessions.refusal is 'Why the person is refused whatever the day is; null: not refused.';
comment on column sessions.changes_on is 'From this day on, the standing is judged again with the date of the day.';
comment on column sessions.restricted is 'Only addresses on the list of the tenant may use it. Staff are not restricted.';
-- The foreign keys look for all sessions of an original, ended ones too.
create index sessions_by_user on sessions (user_id, tenant_id);
create index sessions_by_tenant on sessions (tenant_id);
create index sessions_by_partner on sessions (partner_id);
create index sessions_running on sessions (user_id, last_seen_at) where ended_at is null;
call app.platform_policy('sessions');

create function app.copy_standing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select standing into new.person_standing from users where id = new.user_id for key share;
  if new.tenant_id is not null then
    select standing, partner_id into new.tenant_standing, new.partner_id from tenants where id = new.tenant_id for key share;
    select standing into new.settings_standing from settings where tenant_id = new.tenant_id for key share;
    select standing into new.membership_standing from memberships
     where tenant_id = new.tenant_id and user_id = new.user_id for key share;
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
create trigger copy_standing before insert on sessions for each row execute function app.copy_standing();

create function app.clear_standing() returns trigger language plpgsql as $$
begin
  new.person_standing := null;
  new.membership_standing := null;
  new.tenant_standing := null;
  new.settings_standing := null;
  new.partner_standing := null;
  new.platform_standing := null;
  return new;
end
$$;
comment on function app.clear_standing is
  'An ended session is kept for a while and not judged. Without copies it leaves the foreign keys: a change of an original then '
  'rewrites the running sessions, and not those of a whole month.';
create trigger clear_standing before update of ended_at on sessions for each row
  when (new.ended_at is not null) execute function app.clear_standing();

create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  replaced_at timestamptz
);
comment on table session_tokens is 'The tokens of sessions. A renewed session has a new token; the replaced one is refused.';
create index session_tokens_by_session on session_tokens (session_id);
call app.platform_policy('session_tokens');

create function app.shorten_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set
    expires_at = least(expires_at, created_at + make_interval(hours => new.login_timeout_hours)),
    idle_minutes = least(idle_minutes, new.login_timeout_hours * 30)
  where tenant_id = new.tenant_id and ended_at is null;
  return null;
end
$$;
comment on function app.shorten_sessions is 'Applies a shorter session timeout of a tenant to the sessions that are running.';
call app.platform_function('app.shorten_sessions');
create trigger shorten_sessions after update of login_timeout_hours on settings for each row
  when (new.login_timeout_hours < old.login_timeout_hours) execute function app.shorten_sessions();

create function app.end_sessions_at_old_address() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions x set ended_at = now(), ended_by = 'address_changed'
   where x.ended_at is null
     -- Only of the tenant or partner that moves: the tenants of a partner have addresses of their own.
     and (x.tenant_id = new.id or x.tenant_id is null and x.partner_id = new.id)
     -- A session that is not at the domain is at the subdomain.
     and case when x.host = old.domain then new.domain is distinct from old.domain else new.subdomain <> old.subdomain end;
  return null;
end
$$;
comment on function app.end_sessions_at_old_address is
  'Ends the sessions at an address that a tenant or partner gives up: the next owner of the address must not meet them.';
call app.platform_function('app.end_sessions_at_old_address');
create trigger end_sessions_at_old_address after update of subdomain, domain on tenants for each row
  when ((old.subdomain, old.domain) is distinct from (new.subdomain, new.domain)) execute function app.end_sessions_at_old_address();
create trigger end_sessions_at_old_address after update of subdomain, domain on partners for each row
  when ((old.subdomain, old.domain) is distinct from (new.subdomain, new.domain)) execute function app.end_sessions_at_old_address();

create function app.touch_session(session_id uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sessions set last_seen_at = now()
   where id = session_id and ended_at is null and expires_at > now() and last_seen_at + make_interval(mins => idle_minutes) > now();
$$;
comment on function app.touch_session is 'Restarts the idle time of a session that is still valid; it cannot revive an expired one.';
call app.callable_platform_function('app.touch_session');

create function app.end_sessions_of(person uuid, reason text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sessions set ended_at = now(), ended_by = reason
   where user_id = person and tenant_id = app.tenant_id() and ended_at is null;
$$;
comment on function app.end_sessions_of is 'Ends the sessions of a person in the tenant of the session: they were blocked or removed.';
call app.callable_platform_function('app.end_sessions_of');

create function app.end_all_sessions_of(person uuid, reason text, spared uuid) returns table (session_id uuid, tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = person and s.id <> spared and s.ended_at is null
     and exists (select from users u where u.id = person and u.staff is null and u.home_tenant_id = app.tenant_id())
  returning s.id, s.tenant_id;
$$;
comment on function app.end_all_sessions_of is
  'Ends the sessions of a person in all tenants except `spared`, after a changed password or e-mail. Only their home tenant may do it.';
call app.callable_platform_function('app.end_all_sessions_of');

create function app.own_sessions()
returns table (id uuid, address text, user_agent text, host text, unit text, created_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, host(s.address), s.user_agent, s.host, t.name, s.created_at, s.last_seen_at
    from sessions s left join tenants t on t.id = s.tenant_id
   where s.user_id = app.user_id() and s.ended_at is null and s.expires_at > now()
     and s.last_seen_at + make_interval(mins => s.idle_minutes) > now();
$$;
comment on function app.own_sessions is 'Where the person of the session is signed in, in every tenant.';
call app.callable_platform_function('app.own_sessions');

create function app.end_own_sessions(chosen uuid, spared uuid, reason text) returns table (session_id uuid, tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = app.user_id() and s.id <> spared and s.ended_at is null and (chosen is null or s.id = chosen)
  returning s.id, s.tenant_id;
$$;
comment on function app.end_own_sessions is 'Ends one session of the person of the session, or (null) all except `spared`.';
call app.callable_platform_function('app.end_own_sessions');

create function app.end_team_sessions(person uuid, reason text) returns table (session_id uuid, tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = person and s.ended_at is null
     and exists (select from users u where u.id = person and u.staff = 'master' and app.manages_team(u.partner_id))
  returning s.id, s.tenant_id;
$$;
comment on function app.end_team_sessions is 'Ends the sessions of a team member at the host of the partner and in its tenants.';
call app.callable_platform_function('app.end_team_sessions');
