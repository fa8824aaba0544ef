-- The team of a partner: its masters. The application must not write a state or delete a user, so it calls these functions; each one
-- checks the caller.

create or replace function app.partner_staff() returns table (partner_id uuid, staff integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.partner_id, count(*)::integer from users u where app.on_platform() and u.partner_id is not null group by u.partner_id;
$$;
comment on function app.partner_staff is 'The number of team members per partner, for the platform staff.';
call app.callable_platform_function('app.partner_staff');

create or replace function app.update_team_member(person uuid, seen integer, new_name text, new_language text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with changed as (
    update users set name = coalesce(new_name, name), language = coalesce(new_language, language), version = version + 1
     where id = person and version = seen and staff = 'master' and app.manages_team(partner_id)
    returning id
  )
  select exists (select from changed);
$$;
comment on function app.update_team_member is
  'Changes name and language of a team member if the version is still `seen`: the second of two concurrent edits is refused.';
call app.callable_platform_function('app.update_team_member');

create or replace function app.set_team_state(person uuid, state text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set staff_state = state where id = person and staff = 'master' and app.manages_team(partner_id);
$$;
comment on function app.set_team_state is 'Blocks, deactivates or enables a team member.';
call app.callable_platform_function('app.set_team_state');

create or replace function app.set_team_password(person uuid, new_hash text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set password_hash = new_hash, version = version + 1
   where id = person and staff = 'master' and app.manages_team(partner_id) and id is distinct from app.user_id();
$$;
comment on function app.set_team_password is
  'Gives another team member a new password. Nobody changes their own here, where the present password is not asked for.';
call app.callable_platform_function('app.set_team_password');

create or replace function app.set_billing_administrator(person uuid, may_see boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set billing_administrator = may_see
   where id = person and id <> app.user_id() and staff = 'master' and app.manages_team(partner_id);
$$;
comment on function app.set_billing_administrator is 'Lets another team member see the billing of the partner, or no longer.';
call app.callable_platform_function('app.set_billing_administrator');

create or replace function app.remove_team_member(person uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from users where id = person and staff = 'master' and app.manages_team(partner_id);
$$;
comment on function app.remove_team_member is 'Erases a team member.';
call app.callable_platform_function('app.remove_team_member');

create or replace function app.require_master() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.profile() is distinct from 'master' or (tg_op = 'UPDATE' and new.staff_state = 'A') then
    return null;
  end if;
  perform from partners where id = old.partner_id for no key update;
  if not exists (select from users where partner_id = old.partner_id and staff_state = 'A') then
    raise exception using errcode = 'check_violation', constraint = 'partners_last_master', message = 'last master';
  end if;
  return null;
end
$$;
comment on function app.require_master is
  'Refuses that masters leave their partner without an active master, also by concurrent changes. The platform staff may do that.';
call app.platform_function('app.require_master');
