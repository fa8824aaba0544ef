-- Passwords, the links with which one sets them, and second factors.

create or replace function app.password_rules_of(person uuid)
returns table (in_force boolean, min_length integer, capital boolean, special boolean, days integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) > 0, coalesce(max(s.password_min_length), 8), coalesce(bool_or(s.password_capital), false),
         coalesce(bool_or(s.password_special), false), coalesce(min(nullif(s.password_days, 0)), 0)
    from settings s
   where s.password_rules
     and case when person is null then s.tenant_id = app.tenant_id()
              else exists (select from memberships m where m.tenant_id = s.tenant_id and m.user_id = person) end;
$$;
comment on function app.password_rules_of is
  'The password rules of a person: the strictest ones of all their tenants. Of nobody: those of the tenant of the session.';
call app.callable_platform_function('app.password_rules_of');

-- The triggers on users and settings run after the update: one that runs before it would make sign-ins wait for each other (decision 0018).
create or replace function app.note_password_rules() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update settings set password_rules_changed_at = now() where tenant_id = new.tenant_id;
  return null;
end
$$;
comment on function app.note_password_rules is 'Notes when the password rules of a tenant changed.';
call app.platform_function('app.note_password_rules');

create or replace function app.note_password() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set password_changed_at = now() where id = new.id;
  return null;
end
$$;
comment on function app.note_password is 'Notes when the password of a person changed: it may expire.';
call app.platform_function('app.note_password');

create or replace function app.void_password_links() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from one_time_tokens
   where user_id = new.id and purpose in ('password_recovery', 'password_change', 'invitation');
  return null;
end
$$;
comment on function app.void_password_links is 'Makes the links of a person invalid whose password or e-mail has changed.';
call app.platform_function('app.void_password_links');

create or replace function app.add_access_link(person uuid, given_hash bytea, seconds integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from users u
     where u.id = person and u.staff is null and u.auth_type = 'password' and u.home_tenant_id = app.tenant_id())
  then return false; end if;
  delete from one_time_tokens where purpose = 'invitation' and user_id = person;
  insert into one_time_tokens (token_hash, purpose, user_id, expires_at)
  values (given_hash, 'invitation', person, now() + make_interval(secs => seconds));
  return true;
end
$$;
comment on function app.add_access_link is
  'Stores the link with which a person sets a password; it replaces an earlier one. Only the home tenant of the person may. Returns '
  'whether it did.';
call app.callable_platform_function('app.add_access_link');

create or replace function app.delete_sign_in_devices() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_devices where user_id = new.id;
  return null;
end
$$;
comment on function app.delete_sign_in_devices is
  'A changed password makes every browser of the person unknown again. A trigger, because passwords change in several places.';
call app.platform_function('app.delete_sign_in_devices');

create or replace function app.manages_credentials_of(person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users u where u.id = person and u.staff is null and u.home_tenant_id = app.tenant_id());
$$;
comment on function app.manages_credentials_of is 'Is the tenant of the session the home of this person, who is not staff?';
call app.callable_platform_function('app.manages_credentials_of');

create or replace function app.has_second_factor(person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select app.manages_credentials_of(person)
    and (exists (select from two_factors where user_id = person) or exists (select from passkeys where user_id = person));
$$;
comment on function app.has_second_factor is 'Does a person whose home is the tenant of the session have an authenticator app or a passkey?';
call app.callable_platform_function('app.has_second_factor');

create or replace function app.reset_two_factor(person uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed boolean := false;
begin
  if not app.manages_credentials_of(person) then return false; end if;
  delete from two_factors where user_id = person;
  removed := found;
  delete from passkeys where user_id = person;
  return removed or found;
end
$$;
comment on function app.reset_two_factor is
  'Deletes the second factors of a person whose home is the tenant of the session: authenticator app, recovery codes and passkeys.';
call app.callable_platform_function('app.reset_two_factor');

-- The second factors of team members of a partner. Those of a tenant's people are above.
create or replace function app.manages_factor_of_team_member(person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users u where u.id = person and u.staff = 'master' and app.on_platform());
$$;
comment on function app.manages_factor_of_team_member is
  'Is the person a team member of a partner, and the session one of the platform staff?';
call app.callable_platform_function('app.manages_factor_of_team_member');

create or replace function app.has_team_factor(person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select app.manages_factor_of_team_member(person)
    and (exists (select from two_factors where user_id = person) or exists (select from passkeys where user_id = person));
$$;
comment on function app.has_team_factor is
  'Does a team member have an authenticator app or a passkey? Only the platform staff learn it.';
call app.callable_platform_function('app.has_team_factor');

create or replace function app.reset_team_two_factor(person uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed boolean := false;
begin
  if not app.manages_factor_of_team_member(person) then return false; end if;
  delete from two_factors where user_id = person;
  removed := found;
  delete from passkeys where user_id = person;
  return removed or found;
end
$$;
comment on function app.reset_team_two_factor is
  'Deletes the second factors of a team member: authenticator app, recovery codes and passkeys. Only the platform staff may.';
call app.callable_platform_function('app.reset_team_two_factor');

create or replace function app.end_two_factor() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sign_in_devices set trusted_until = null where user_id = old.user_id and trusted_until is not null;
  delete from one_time_tokens where user_id = old.user_id and purpose in ('two_factor', 'two_factor_setup', 'two_factor_secret');
  return null;
end
$$;
comment on function app.end_two_factor is 'Without two-factor sign-in, no browser is trusted and no begun sign-in goes on.';
call app.platform_function('app.end_two_factor');

-- The browsers that need no second factor of their person (sign_in_devices, which no session reads).
create or replace function app.trusted_browsers() returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from sign_in_devices where user_id = app.user_id() and trusted_until > now();
$$;
comment on function app.trusted_browsers is 'The number of browsers in which the person of the session needs no second factor.';
call app.callable_platform_function('app.trusted_browsers');

create or replace function app.forget_trusted_browsers() returns void
language sql security definer set search_path = public, pg_temp as $$
  update sign_in_devices set trusted_until = null where user_id = app.user_id() and trusted_until is not null;
$$;
comment on function app.forget_trusted_browsers is
  'Ends the trust in all browsers of the person of the session. Each asks for the second factor at the next sign-in.';
call app.callable_platform_function('app.forget_trusted_browsers');
