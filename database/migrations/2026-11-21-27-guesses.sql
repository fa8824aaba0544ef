-- Browsers that have signed a person in. Their token opens nothing: whoever brings it has a budget of guesses of their own, which
-- strangers cannot use up. Hashed like session tokens, replaced at each sign-in, forgotten with the password that it was given for.
create table sign_in_devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  -- Where it was last, hashed: an address at which many people sign in may fail more often.
  network bytea not null,
  used_at timestamptz not null default now()
);
create index sign_in_devices_by_user on sign_in_devices (user_id, used_at desc);
create index sign_in_devices_by_network on sign_in_devices (network, used_at);
call app.platform_wall('sign_in_devices');

-- When the next guess of an account is evaluated; null: at once.
alter table sign_in_attempts add next_at timestamptz;

-- Here and not where passwords are changed, of which there are several places: whoever knew the old one is a stranger again.
create function app.forget_devices() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_devices where user_id = new.id;
  return null;
end
$$;
alter function app.forget_devices() owner to vitrine_platform;
revoke all on function app.forget_devices() from public;
create trigger forget_devices after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function app.forget_devices();
