-- Work once for each statement and no longer for each person, where many people are added, changed or removed at once.

-- The same results as before, so what indexes and generated columns store stays.
create or replace function app.plain(value text) returns text immutable parallel safe called on null input language sql return
  -- translate() compares each character with each of its accents: most texts have none, and need only the small letters.
  case when octet_length(value) = char_length(value) then lower(value)
       else translate(lower(value), 'áàâãäåçéèêëíìîïñóòôõöúùûüý', 'aaaaaaceeeeiiiinooooouuuuy') end;

create or replace function app.emit_user_event(event text, tenants uuid[], people uuid[]) returns void language sql
set search_path = public, pg_temp as $$
  with chosen as (
    select w.tenant_id, w.id from webhooks w join tenants t on t.id = w.tenant_id
     where w.tenant_id = any(tenants) and w.active and w.event_types @> array[event]),
  occurred as materialized (
    select x.tenant_id, x.user_id, app.uuidv7() as id from unnest(tenants, people) as x(tenant_id, user_id)
     where x.tenant_id in (select c.tenant_id from chosen c))
  insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data)
  select c.tenant_id, c.id, o.id, event,
         jsonb_build_object('user', jsonb_build_object('id', o.user_id, 'name', (select left(u.name, 200) from users u where u.id = o.user_id)))
    from occurred o join chosen c using (tenant_id) order by o.id
$$;
comment on function app.emit_user_event is
  'Writes the deliveries of an event about people, `tenants[n]` with `people[n]`, for the webhooks that chose it.';
revoke all on function app.emit_user_event from public;
grant execute on function app.emit_user_event to vitrine_platform;

create or replace function app.emit_membership_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  opens constant text[] := '{A,T}';
begin
  if tg_op = 'INSERT' then
    perform app.emit_user_event('user.added', array_agg(tenant_id), array_agg(user_id)) from added;
  elsif tg_op = 'DELETE' then
    perform app.emit_user_event('user.removed', array_agg(tenant_id), array_agg(user_id)) from removed;
  elsif old.state = any(opens) and new.state <> all(opens) then
    perform app.emit_user_event('user.blocked', array[new.tenant_id], array[new.user_id]);
  elsif old.state <> all(opens) and new.state = any(opens) then
    perform app.emit_user_event('user.unblocked', array[new.tenant_id], array[new.user_id]);
  end if;
  return null;
end
$$;
drop trigger emit_added_and_changed on memberships;
drop trigger emit_removed on memberships;
create trigger emit_added after insert on memberships
  referencing new table as added for each statement execute function app.emit_membership_events();
create trigger emit_changed after update of state on memberships
  for each row when (old.state is distinct from new.state) execute function app.emit_membership_events();

create or replace function app.require_free_user_names(tenants uuid[], people uuid[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  if exists (
      select from unnest(tenants, people) as x(tenant_id, user_id)
        join memberships n on n.tenant_id = x.tenant_id and n.user_id = x.user_id and n.scim_user_name is not null
        join users u on u.email = lower(n.scim_user_name) and u.id <> n.user_id
        join memberships o on o.tenant_id = n.tenant_id and o.user_id = u.id and o.scim_user_name is null)
    or exists (
      select from unnest(tenants, people) as x(tenant_id, user_id)
        join memberships n on n.tenant_id = x.tenant_id and n.user_id = x.user_id
        join users u on u.id = n.user_id
        join memberships o on lower(o.scim_user_name) = coalesce(lower(n.scim_user_name), u.email) and o.tenant_id = n.tenant_id
                          and o.scim_user_name is not null and o.user_id <> n.user_id)
  then
    perform app.fail_user_name_taken();
  end if;
end
$$;
comment on function app.require_free_user_names is
  'Fails if one of these people, `tenants[n]` with `people[n]`, has the user name of another person of the tenant. It uses indexes even '
  'where PostgreSQL planned for a small table: an import adds thousands of people.';

create or replace function app.require_unique_user_name() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform app.require_free_user_names(array_agg(tenant_id), array_agg(user_id)) from added;
  else
    perform app.require_free_user_names(array[new.tenant_id], array[new.user_id]);
  end if;
  return null;
end
$$;
drop trigger require_unique_user_name_of_new on memberships;
create trigger require_unique_user_name_of_new after insert on memberships
  referencing new table as added for each statement execute function app.require_unique_user_name();

create or replace function app.require_administrator() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The person stays an administrator, without an end date or with the dates from before.
  if tg_op = 'UPDATE' and new.profile = 'admin' and new.state = 'A'
    and (coalesce(new.block_on, new.delete_on) is null
      or (new.block_on, new.delete_on) is not distinct from (old.block_on, old.delete_on)) then
    return null;
  end if;
  -- Not found when the whole tenant is being removed.
  perform from tenants where id = old.tenant_id and removing_since is null for no key update;
  if found and not exists (
    select from memberships
     where tenant_id = old.tenant_id and profile = 'admin' and state = 'A' and block_on is null and delete_on is null
  ) then
    raise exception using errcode = 'check_violation', constraint = 'memberships_last_administrator', message = 'last administrator';
  end if;
  return null;
end
$$;
drop trigger require_administrator on memberships;
create trigger require_administrator after delete or update on memberships
  for each row when (old.profile = 'admin' and old.state = 'A') execute function app.require_administrator();

create or replace function app.erase_user_without_membership() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A transaction that adds or removes another membership of the same person waits for this one, or this one for it: the next statement
  -- sees what it did.
  perform from users u where u.id in (select r.user_id from removed r) order by u.id for update;
  delete from users u
   where u.id in (select r.user_id from removed r) and u.staff is null and not exists (select from memberships m where m.user_id = u.id);
  update users u set home_tenant_id = (select m.tenant_id from memberships m where m.user_id = u.id order by m.created_at limit 1)
    from removed r where u.id = r.user_id and u.home_tenant_id = r.tenant_id;
  return null;
end
$$;
drop trigger erase_user_without_membership on memberships;
-- Triggers of a statement run in the order of their names: the event has the name of the person, who is erased after it.
create trigger emit_removed after delete on memberships
  referencing old table as removed for each statement execute function app.emit_membership_events();
create trigger erase_user_without_membership after delete on memberships
  referencing old table as removed for each statement execute function app.erase_user_without_membership();
