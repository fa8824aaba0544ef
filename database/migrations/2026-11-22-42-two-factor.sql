-- Two-factor sign-in: the secret of an authenticator app (TOTP), recovery codes and passkeys of a person.

create table two_factors (
  user_id uuid primary key references users on delete cascade,
  secret_sealed bytea not null,
  last_step bigint not null,
  recovery_salt bytea not null,
  enabled_at timestamptz not null default now()
);
comment on table two_factors is 'People who sign in with a second factor, and the sealed secret of their authenticator app (RFC 6238).';
comment on column two_factors.last_step is 'The time step of the last accepted code: no code of this step or an earlier one is accepted again.';
comment on column two_factors.recovery_salt is 'The salt of the hashes of the recovery codes of this person.';
call app.row_policy('two_factors', 'user_id = (select app.user_id())');

create table recovery_codes (
  user_id uuid not null references two_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Unused recovery codes, as argon2id hashes. A used one is deleted.';
call app.row_policy('recovery_codes', 'user_id = (select app.user_id())');

create table passkeys (
  id uuid primary key default app.uuidv7(),
  user_id uuid not null references users on delete cascade,
  host text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table passkeys is 'Public keys of passkeys (WebAuthn). A passkey signs its person in with user verification, or is the second factor.';
comment on column passkeys.host is 'The relying party id: browsers use a passkey only at the host at which it was made.';
create index passkeys_by_user on passkeys (user_id, host);
call app.row_policy('passkeys', 'user_id = (select app.user_id())');

alter table sign_in_devices add column trusted_until timestamptz;
comment on column sign_in_devices.trusted_until is
  'Until then, this browser needs no second factor where the tenant allows trusted browsers. Ends with the two-factor sign-in of the person.';
comment on table sign_in_devices is
  'Browsers that have signed a person in. The token gives the browser a rate limit of its own, which strangers cannot use up; that of a '
  'trusted browser also replaces the second factor. It opens nothing without the password. It is replaced at each sign-in and deleted with '
  'the password for which it was given.';

alter table sessions add column second_factor boolean not null default false;
comment on column sessions.second_factor is 'The person proved a second factor when the session, or the one it was switched from, began.';

alter table settings
  add column require_two_factor boolean not null default false,
  add column admins_set_two_factor boolean not null default true,
  add column trust_browsers boolean not null default false;
comment on column settings.require_two_factor is 'Must everybody who signs in here with a password prove a second factor?';
comment on column settings.admins_set_two_factor is 'May administrators with the toggle `configure_two_factor` see and change the two-factor settings?';
comment on column settings.trust_browsers is 'May people trust a browser for 30 days, so that it needs no second factor?';

create function app.end_two_factor() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sign_in_devices set trusted_until = null where user_id = old.user_id and trusted_until is not null;
  delete from one_time_tokens where user_id = old.user_id and purpose in ('two_factor', 'two_factor_setup', 'two_factor_secret');
  return null;
end
$$;
comment on function app.end_two_factor is 'Without two-factor sign-in, no browser is trusted and no begun sign-in goes on.';
call app.platform_function('app.end_two_factor');
create trigger end_two_factor after delete on two_factors for each row execute function app.end_two_factor();

create function app.manages_credentials_of(person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users u where u.id = person and u.staff is null and u.home_tenant_id = app.tenant_id());
$$;
comment on function app.manages_credentials_of is 'Is the tenant of the session the home of this person, who is not staff?';
call app.callable_platform_function('app.manages_credentials_of');

create function app.has_second_factor(person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select app.manages_credentials_of(person)
    and (exists (select from two_factors where user_id = person) or exists (select from passkeys where user_id = person));
$$;
comment on function app.has_second_factor is 'Does a person whose home is the tenant of the session have an authenticator app or a passkey?';
call app.callable_platform_function('app.has_second_factor');

create function app.reset_two_factor(person uuid) returns boolean
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
