-- What a directory sees of people and groups (SCIM): when they changed last, and user names that nobody shares.

create or replace function app.note_modification() returns trigger language plpgsql as $$
declare
  -- Not now(): the change of a transaction that began earlier may be the later one.
  changed_at constant timestamptz := clock_timestamp();
begin
  case tg_table_name
    when 'users' then update users set modified_at = changed_at where id = new.id;
    when 'memberships' then
      update memberships set modified_at = changed_at where tenant_id = new.tenant_id and user_id = new.user_id;
    when 'user_groups' then update user_groups set modified_at = changed_at where tenant_id = new.tenant_id and id = new.id;
  end case;
  return null;
end
$$;
comment on function app.note_modification is
  'Stores when the columns that a directory sees changed last (meta.lastModified of RFC 7643). It runs after the change: a trigger before it '
  'would make sign-ins wait for each other (decision 0018).';

create or replace function app.note_changed_members() returns trigger language plpgsql as $$
declare
  one record;
begin
  -- In one order, so that two transactions cannot wait for each other.
  for one in select distinct c.tenant_id, c.group_id from changed c order by c.group_id loop
    update user_groups g set modified_at = clock_timestamp() where g.tenant_id = one.tenant_id and g.id = one.group_id;
  end loop;
  return null;
end
$$;
comment on function app.note_changed_members is 'Stores when the members of a group changed last (meta.lastModified of RFC 7643).';

create or replace function app.fail_user_name_taken() returns void language plpgsql as $$
begin
  raise exception using errcode = 'unique_violation', constraint = 'memberships_user_name_key',
    message = 'another person of the tenant has this user name';
end
$$;
comment on function app.fail_user_name_taken is
  'Fails as the index memberships_user_name_key does, for the two triggers that also compare user names with e-mails.';

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

create or replace function app.require_unique_user_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Each of two transactions would not see the person of the other. The lock is that of app.enforce_user_limit(), which does not lock for
  -- people in the states D and T.
  if tg_op = 'INSERT' then
    perform from tenants t where t.id in (select a.tenant_id from added a) order by t.id for no key update;
  else
    perform from tenants t where t.id = new.tenant_id for no key update;
  end if;
  if tg_op = 'INSERT' then
    perform app.require_free_user_names(array_agg(tenant_id), array_agg(user_id)) from added;
  else
    perform app.require_free_user_names(array[new.tenant_id], array[new.user_id]);
  end if;
  return null;
end
$$;
comment on function app.require_unique_user_name is
  'Refuses a second person of a tenant with the same user name, which is the e-mail where the directory gave no other one (RFC 7643, '
  'section 4.1.1). The index memberships_user_name_key compares the given names; this function also compares them with e-mails, under a lock of '
  'the tenant.';
call app.platform_function('app.require_unique_user_name');

create or replace function app.require_unused_user_name() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (
    select from memberships m
      join memberships o on o.tenant_id = m.tenant_id and lower(o.scim_user_name) = new.email and o.scim_user_name is not null
     where m.user_id = new.id and m.scim_user_name is null and o.user_id <> m.user_id
  ) then
    perform app.fail_user_name_taken();
  end if;
  return null;
end
$$;
comment on function app.require_unused_user_name is
  'Refuses a new e-mail that is the user name of another person of the tenant, for the reason of app.require_unique_user_name().';
