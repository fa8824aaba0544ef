-- Passwords: the rules of a tenant, the age of a password, and links with which a person sets one.

alter table settings
  add column send_invitations boolean not null default true,
  add column password_rules boolean not null default false,
  add column password_min_length integer not null default 8 check (password_min_length between 8 and 64),
  add column password_capital boolean not null default false,
  add column password_special boolean not null default false,
  add column password_days integer not null default 0 check (password_days between 0 and 999),
  add column password_rules_changed_at timestamptz;
comment on column settings.send_invitations is 'New people get a mail with a link to set their first password.';
comment on column settings.password_rules is 'The following rules and the expiry of passwords are in force.';
comment on column settings.password_days is 'Days after which a password must be changed; 0: never.';

-- Both triggers run after the update: one that runs before it would make sign-ins wait for each other (decision 0018).
create function app.note_password_rules() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update settings set password_rules_changed_at = now() where tenant_id = new.tenant_id;
  return null;
end
$$;
comment on function app.note_password_rules is 'Notes when the password rules of a tenant changed.';
call app.platform_function('app.note_password_rules');
create trigger note_password_rules after update of
    password_rules, password_min_length, password_capital, password_special, password_days on settings for each row
  when ((old.password_rules, old.password_min_length, old.password_capital, old.password_special, old.password_days)
    is distinct from
    (new.password_rules, new.password_min_length, new.password_capital, new.password_special, new.password_days))
  execute function app.note_password_rules();

alter table users add column password_changed_at timestamptz not null default now();

create function app.note_password() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set password_changed_at = now() where id = new.id;
  return null;
end
$$;
comment on function app.note_password is 'Notes when the password of a person changed: it may expire.';
call app.platform_function('app.note_password');
create trigger note_password after update of password_hash on users for each row
  when (old.password_hash is distinct from new.password_hash) execute function app.note_password();

create function app.void_password_links() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from one_time_tokens
   where user_id = new.id and purpose in ('password_recovery', 'password_change', 'invitation');
  return null;
end
$$;
comment on function app.void_password_links is 'Makes the links of a person invalid whose password or e-mail has changed.';
call app.platform_function('app.void_password_links');
create trigger void_password_links after update of password_hash, email on users for each row
  when ((old.password_hash, old.email) is distinct from (new.password_hash, new.email))
  execute function app.void_password_links();

create function app.password_rules_of(person uuid)
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

create function app.add_access_link(person uuid, given_hash bytea, seconds integer) returns boolean
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

create function app.add_first_administrator(
  unit uuid, given_email text, given_name text, given_language text, given_hash bytea, seconds integer
) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid := app.uuidv7();
begin
  if not exists (
    select from tenants t
     where t.id = unit and not exists (select from memberships m where m.tenant_id = unit)
       and (app.on_platform() or app.tenant_id() is null and app.profile() = 'master' and t.partner_id = app.partner_id()))
  then return null; end if;
  insert into users (id, home_tenant_id, email, name, language) values (person, unit, given_email, given_name, given_language);
  insert into memberships (tenant_id, user_id, profile) values (unit, person, 'admin');
  insert into one_time_tokens (token_hash, purpose, user_id, expires_at)
  values (given_hash, 'invitation', person, now() + make_interval(secs => seconds));
  return person;
end
$$;
comment on function app.add_first_administrator is
  'Adds the administrator of a tenant that has nobody yet, with the link to set a password. Only the staff of its partner and of the '
  'platform may. Returns the id; null if it did not.';
call app.callable_platform_function('app.add_first_administrator');
