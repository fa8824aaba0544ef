-- The staff of the platform. They list, invite and remove each other; row-level security hides them from everybody else, and each function
-- that tells names or changes somebody checks the caller.

create or replace function app.platform_people() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from users where staff = 'a2m'
$$;
comment on function app.platform_people is
  'The ids of the platform staff: the audit trail shows their network addresses only to themselves. Names and e-mails stay hidden.';
call app.callable_platform_function('app.platform_people');

create or replace function app.platform_emails() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select lower(email) from users where staff = 'a2m'
$$;
comment on function app.platform_emails is
  'The e-mails of the platform staff, for the same reason: the actor of a refused sign-in is only the e-mail that was typed.';
call app.callable_platform_function('app.platform_emails');

create or replace function app.platform_staff()
returns table (
  id uuid, name text, email text, language text, created_at timestamptz, last_sign_in_at timestamptz, password_set boolean, seller boolean,
  support_agent boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.email, u.language, u.created_at,
         (select max(s.created_at) from sessions s where s.user_id = u.id), u.password_hash is not null, u.seller, u.support_agent
    from users u
   where u.staff = 'a2m' and app.on_platform();
$$;
comment on function app.platform_staff is 'The platform staff, for themselves. The last sign-in is that of a session that is still stored.';
call app.callable_platform_function('app.platform_staff');

create or replace function app.add_platform_staff(given_email text, given_name text, given_language text, given_hash bytea, seconds integer)
returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid := app.uuidv7();
begin
  if not app.on_platform() then return null; end if;
  insert into users (id, email, name, language, staff) values (person, given_email, given_name, given_language, 'a2m');
  insert into one_time_tokens (token_hash, purpose, user_id, expires_at)
  values (given_hash, 'invitation', person, now() + make_interval(secs => seconds));
  return person;
end
$$;
comment on function app.add_platform_staff is 'Adds one of the platform staff with the link to set a password. Returns the id; null if it did not.';
call app.callable_platform_function('app.add_platform_staff');

create or replace function app.add_staff_link(person uuid, given_hash bytea, seconds integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.on_platform() or person = app.user_id()
    or not exists (select from users u where u.id = person and u.staff = 'a2m' and u.auth_type = 'password')
  then return false; end if;
  delete from one_time_tokens where purpose = 'invitation' and user_id = person;
  insert into one_time_tokens (token_hash, purpose, user_id, expires_at)
  values (given_hash, 'invitation', person, now() + make_interval(secs => seconds));
  return true;
end
$$;
comment on function app.add_staff_link is
  'Stores the link with which another of the platform staff sets a password; it replaces an earlier one. Returns whether it did.';
call app.callable_platform_function('app.add_staff_link');

create or replace function app.remove_platform_staff(person uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.on_platform() or person = app.user_id() then return false; end if;
  -- Two who remove each other at the same moment would leave nobody.
  perform pg_advisory_xact_lock(hashtext('platform staff'));
  if not exists (select from users u where u.id = app.user_id() and u.staff = 'a2m') then return false; end if;
  delete from users u where u.id = person and u.staff = 'a2m';
  return found;
end
$$;
comment on function app.remove_platform_staff is
  'Erases another of the platform staff, with their sessions. Nobody erases themselves, so that the last one stays. Returns whether it did.';
call app.callable_platform_function('app.remove_platform_staff');

create or replace function app.set_seller(person uuid, is_seller boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set seller = is_seller where id = person and staff = 'a2m' and app.on_platform();
$$;
comment on function app.set_seller is 'Lets one of the platform staff be named on clients, or no longer.';
call app.callable_platform_function('app.set_seller');

create or replace function app.set_staff_support_agent(person uuid, handles boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set support_agent = handles
   where id = person and (staff = 'a2m' and app.on_platform() or staff = 'master' and app.manages_team(partner_id));
$$;
comment on function app.set_staff_support_agent is 'Lets one of the staff handle tickets that were handed up, or no longer.';
call app.callable_platform_function('app.set_staff_support_agent');
