-- The rate limits of sign-in attempts (A2), and the browsers that are known at sign-in. Two kinds of client are counted separately. A known
-- device (a browser that has signed this person in before) has its own limit. A stranger is every other client; strangers at different
-- networks share one limit per account, with exponential back-off. An attacker therefore cannot lock the owner out of a known device.
-- The numbers are those of catalogue/limits.ts (`signInThrottle`), which the caller passes as `limits`. All budgets are locked in one order,
-- to avoid deadlocks between sign-ins: device, address, account, pair, retry-after, after-retry-after. The functions run with the rights of
-- the caller, before a session exists and with the platform's view: every statement looks up exact keys.

-- Kinds: `device`, `address` (a network), `account`, `pair` (account and network), `known-network` (a pair where the person has signed in
-- before), `retry-after` (the Retry-After sent to a pair), `after-retry-after` (attempts on an account by networks that respected
-- Retry-After), `second-factor` (codes of a person).
create or replace function app.attempts_key(kind text, counted text) returns bytea immutable parallel safe language sql return
  sha256(convert_to(kind || ':' || counted, 'UTF8'));
comment on function app.attempts_key is 'The key of a budget of sign-in attempts: a hash, because it holds an e-mail or an address.';

-- `xmax` is 0 for an inserted row and not for an updated one; PostgreSQL 18 could say `returning old`, 16 and 17 cannot.
create or replace function app.lock_attempts(
  given_key bytea, window_minutes integer,
  out attempts integer, out seconds_left float8, out seconds_until_next float8, out is_new boolean
) language plpgsql as $$
declare
  window_length constant interval := make_interval(mins => window_minutes);
begin
  insert into sign_in_attempts as a (key, window_started_at, attempts) values (given_key, now(), 0)
  on conflict (key) do update set
    attempts = case when a.window_started_at < now() - window_length then 0 else a.attempts end,
    next_at = case when a.window_started_at < now() - window_length then null else a.next_at end,
    window_started_at = case when a.window_started_at < now() - window_length then now() else a.window_started_at end
  returning a.attempts, a.xmax = 0, extract(epoch from a.window_started_at + window_length - now()), extract(epoch from a.next_at - now())
  into attempts, is_new, seconds_left, seconds_until_next;
end
$$;
comment on function app.lock_attempts is
  'Locks a budget until the transaction ends and returns it; `seconds_until_next` is null when no wait was announced. A window that has '
  'ended starts again. Parallel attempts are serialized here, so that each sees the count of those before it.';

create or replace function app.add_attempts(given_key bytea, added integer, wait_seconds float8 default 0) returns void language plpgsql as $$
begin
  update sign_in_attempts
     set attempts = greatest(0, attempts + added),
         next_at = case when wait_seconds > 0 then now() + make_interval(secs => wait_seconds) end
   where key = given_key;
end
$$;
comment on function app.add_attempts is
  'Adds attempts to a locked budget (a negative number removes them) and sets the wait before the next attempt.';

create or replace function app.sign_in_back_off(attempts integer, limits jsonb) returns float8 immutable parallel safe language sql return
  case when attempts < (limits->'stranger'->'beforeBackOff')::integer then 0
    else least(
      (limits->'stranger'->'longestWaitSeconds')::float8,
      (limits->'stranger'->'firstWaitSeconds')::float8 * 2::float8 ^ least(attempts - (limits->'stranger'->'beforeBackOff')::integer, 60)) end;
comment on function app.sign_in_back_off is
  'The exponential back-off of an account, in seconds, after this number of attempts by strangers.';

create or replace function app.count_sign_in_attempt(
  person_email text, network text, device_token bytea, limits jsonb,
  out device_id uuid, out counted_as text, out wait_seconds float8, out of_network boolean
) language plpgsql as $$
declare
  window_minutes constant integer := (limits->'windowMinutes')::integer;
  per_pair constant integer := (limits->'perAccountAtAddress')::integer;
  address_key constant bytea := app.attempts_key('address', network);
  pair constant text := network || ' ' || person_email;
  budget record;
  account record;
  announced record;
  after_retry_after record;
  recent_accounts integer;
begin
  of_network := false;
  if device_token is not null then
    select d.id into device_id from sign_in_devices d join users u on u.id = d.user_id
     where d.token_hash = device_token and u.email = person_email;
  end if;
  if device_id is not null then
    budget := app.lock_attempts(app.attempts_key('device', device_id::text), window_minutes);
    if budget.attempts < (limits->'perDevice')::integer then
      perform app.add_attempts(app.attempts_key('device', device_id::text), 1);
      counted_as := 'device';
      return;
    end if;
    -- A known device that has reached its limit is treated like any other client.
  end if;

  budget := app.lock_attempts(address_key, window_minutes);
  if budget.is_new then
    -- The budgets whose window began more than a day ago. Locked ones are skipped; a later call deletes them.
    delete from sign_in_attempts where key in (
      select key from sign_in_attempts where window_started_at < now() - interval '1 day' for update skip locked);
  end if;
  -- The limit of a network grows with the accounts that signed in from it recently.
  select count(distinct user_id) into recent_accounts from sign_in_devices d
   where d.network = address_key and d.used_at > now() - make_interval(days => (limits->'address'->'lateDays')::integer);
  if budget.attempts >= least(
      (limits->'address'->'max')::integer,
      (limits->'address'->'base')::integer + (limits->'address'->'forEachAccount')::integer * recent_accounts) then
    wait_seconds := budget.seconds_left;
    of_network := true;
    return;
  end if;

  -- The back-off that strangers cause does not apply at a network where the person has signed in before.
  if exists (select from sign_in_devices d join users u on u.id = d.user_id where u.email = person_email and d.network = address_key) then
    budget := app.lock_attempts(app.attempts_key('known-network', pair), window_minutes);
    if budget.attempts >= per_pair then
      wait_seconds := budget.seconds_left;
      return;
    end if;
    perform app.add_attempts(app.attempts_key('known-network', pair), 1);
    counted_as := 'known-network';
  else
    account := app.lock_attempts(app.attempts_key('account', person_email), window_minutes);
    budget := app.lock_attempts(app.attempts_key('pair', pair), window_minutes);
    if budget.attempts >= per_pair then
      wait_seconds := budget.seconds_left;
      return;
    end if;
    if coalesce(account.seconds_until_next, 0) <= 0 then
      perform app.add_attempts(
        app.attempts_key('account', person_email), 1, app.sign_in_back_off(account.attempts + 1, limits));
    else
      announced := app.lock_attempts(app.attempts_key('retry-after', pair), window_minutes);
      after_retry_after := app.lock_attempts(app.attempts_key('after-retry-after', person_email), window_minutes);
      -- A network that respected its Retry-After is evaluated although other clients keep the back-off running.
      if announced.seconds_until_next <= 0
          and announced.attempts < (limits->'stranger'->'afterRetryAfter'->'perNetwork')::integer
          and after_retry_after.attempts < (limits->'stranger'->'afterRetryAfter'->'max')::integer then
        perform app.add_attempts(app.attempts_key('retry-after', pair), 1);
        perform app.add_attempts(app.attempts_key('after-retry-after', person_email), 1);
      else
        -- The first answer fixes the Retry-After of the network.
        if announced.seconds_until_next is null then
          perform app.add_attempts(app.attempts_key('retry-after', pair), 0, account.seconds_until_next);
        end if;
        wait_seconds := account.seconds_until_next;
        return;
      end if;
    end if;
    perform app.add_attempts(app.attempts_key('pair', pair), 1);
    counted_as := 'stranger';
  end if;
  perform app.add_attempts(address_key, 1);
end
$$;
comment on function app.count_sign_in_attempt is
  'Counts an attempt, or returns the seconds to wait; such an attempt is counted in no budget. `of_network`: the limit of the network is '
  'reached, not that of the account. `device_id`: the known device with this token, if it has signed in the person with this e-mail. '
  '`counted_as`: device, known-network or stranger.';

create or replace function app.refund_sign_in_attempts(
  person_email text, network text, device_id uuid, counted_as text, limits jsonb
) returns void language plpgsql as $$
declare
  window_minutes constant integer := (limits->'windowMinutes')::integer;
  address_key constant bytea := app.attempts_key('address', network);
  pair constant text := network || ' ' || person_email;
  budget record;
  account record;
  announced record;
begin
  if device_id is not null then
    delete from sign_in_attempts where key = app.attempts_key('device', device_id::text);
  end if;
  if counted_as = 'device' then
    return;
  end if;
  perform app.lock_attempts(address_key, window_minutes);
  if counted_as = 'known-network' then
    budget := app.lock_attempts(app.attempts_key('known-network', pair), window_minutes);
    delete from sign_in_attempts where key = app.attempts_key('known-network', pair);
  else
    account := app.lock_attempts(app.attempts_key('account', person_email), window_minutes);
    budget := app.lock_attempts(app.attempts_key('pair', pair), window_minutes);
    announced := app.lock_attempts(app.attempts_key('retry-after', pair), window_minutes);
    perform app.lock_attempts(app.attempts_key('after-retry-after', person_email), window_minutes);
    -- Attempts after Retry-After were not counted in the budget of the account.
    perform app.add_attempts(
      app.attempts_key('account', person_email), -greatest(0, budget.attempts - announced.attempts),
      app.sign_in_back_off(account.attempts - greatest(0, budget.attempts - announced.attempts), limits));
    perform app.add_attempts(app.attempts_key('after-retry-after', person_email), -announced.attempts);
    delete from sign_in_attempts
     where key in (app.attempts_key('pair', pair), app.attempts_key('retry-after', pair));
  end if;
  perform app.add_attempts(address_key, -budget.attempts);
end
$$;
comment on function app.refund_sign_in_attempts is
  'Refunds the attempts of a person at one client after a right password, in every budget, and no attempts of others. An attacker who '
  'signs in with an own account between attempts on other accounts gains nothing.';

create or replace function app.remember_sign_in_device(
  person uuid, device_id uuid, new_token bytea, client_network text, trusted_days integer, limits jsonb
) returns void language plpgsql as $$
declare
  network_key constant bytea := app.attempts_key('address', client_network);
  trust_ends constant timestamptz := now() + make_interval(days => trusted_days);
begin
  update sign_in_devices
     set token_hash = new_token, network = network_key, used_at = now(), trusted_until = coalesce(trust_ends, trusted_until)
   where id = device_id and user_id = person;
  if found then
    return;
  end if;
  insert into sign_in_devices (user_id, token_hash, network, trusted_until) values (person, new_token, network_key, trust_ends);
  delete from sign_in_devices where id in (
    select id from sign_in_devices where user_id = person order by used_at desc, id desc offset (limits->'perPerson')::integer)
     or (user_id = person and used_at < now() - make_interval(days => (limits->'keptDays')::integer));
end
$$;
comment on function app.remember_sign_in_device is
  'Stores the browser of a sign-in, or gives a known one its new token. Deletes the oldest browsers of the person beyond the limit, and '
  'those that were not used for long. `trusted_days`: the days for which it needs no second factor; null leaves them unchanged.';
