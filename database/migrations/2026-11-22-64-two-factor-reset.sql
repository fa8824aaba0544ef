-- The reset of the second factor of a team member. That of a tenant's people is app.reset_two_factor().

create function app.manages_factor_of_team_member(person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users u where u.id = person and u.staff = 'master' and app.on_platform());
$$;
comment on function app.manages_factor_of_team_member is
  'Is the person a team member of a partner, and the session one of the platform staff?';
call app.callable_platform_function('app.manages_factor_of_team_member');

create function app.has_team_factor(person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select app.manages_factor_of_team_member(person)
    and (exists (select from two_factors where user_id = person) or exists (select from passkeys where user_id = person));
$$;
comment on function app.has_team_factor is
  'Does a team member have an authenticator app or a passkey? Only the platform staff learn it.';
call app.callable_platform_function('app.has_team_factor');

create function app.reset_team_two_factor(person uuid) returns boolean
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
