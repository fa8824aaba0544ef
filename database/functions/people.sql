-- The people of a tenant: limits, the last administrator, custom fields, and addresses and people of other tenants.

create or replace function app.enforce_user_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  concerned uuid[];
  clients_concerned uuid[] := '{}';
  tenant uuid;
  one uuid;
  payer uuid;
  allowed integer;
  present integer;
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.tenant_id order by n.tenant_id) into concerned from now_stored n where n.state in ('A', 'B', 'I');
  else
    select array_agg(distinct n.tenant_id order by n.tenant_id) into concerned
      from now_stored n join before_stored b using (tenant_id, user_id)
     where n.state in ('A', 'B', 'I') and b.state not in ('A', 'B', 'I');
  end if;
  foreach tenant in array coalesce(concerned, '{}') loop
    -- This lock lets foreign keys through. A full lock would deadlock with the key that each new membership holds on the same row.
    select t.user_limit, t.client_id into allowed, payer from tenants t where t.id = tenant for no key update;
    select count(*) into present from memberships m where m.tenant_id = tenant and m.state in ('A', 'B', 'I');
    if present > allowed then
      raise exception using errcode = 'check_violation', constraint = 'tenants_user_limit', message = 'user limit of the tenant reached';
    end if;
    if payer is not null then clients_concerned := clients_concerned || payer; end if;
  end loop;
  -- Tenants are locked before clients, here and when a client gets tenants.
  for one in select distinct c from unnest(clients_concerned) c order by c loop
    select c.user_limit into allowed from clients c where c.id = one for no key update;
    select count(*) into present from memberships m join tenants t on t.id = m.tenant_id
     where t.client_id = one and m.state in ('A', 'B', 'I');
    if present > allowed then
      raise exception using errcode = 'check_violation', constraint = 'clients_user_limit', message = 'user limit of the client reached';
    end if;
  end loop;
  return null;
end
$$;
comment on function app.enforce_user_limit is
  'Holds the user limits of a tenant and of its client exactly, also for concurrent inserts: counts the memberships under a lock of the '
  'tenant and of the client, once per statement.';
call app.platform_function('app.enforce_user_limit');

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
comment on function app.require_administrator is
  'Refuses a change that leaves a tenant without a permanent administrator: an active one without an end date.';
call app.platform_function('app.require_administrator');

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
comment on function app.erase_user_without_membership is
  'Erases a person with their last membership, unless they are staff; otherwise their oldest membership names the new home tenant.';
call app.platform_function('app.erase_user_without_membership');

create or replace function app.taken_emails(emails text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select u.email from users u
   where app.tenant_id() is not null and app.profile() is distinct from 'user' and u.email = any(emails)
$$;
comment on function app.taken_emails is
  'Which of these addresses belong to somebody, also in other tenants: the answer that adding each of them would give, without adding it.';
call app.callable_platform_function('app.taken_emails');

create or replace function app.sibling_units() returns table (id uuid, name text, partner_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.partner_id
    from tenants own join tenants t on t.partner_id = own.partner_id and t.id <> own.id
   where own.id = app.tenant_id() and app.profile() in ('a2m', 'master', 'admin') and t.enabled and t.removing_since is null
$$;
comment on function app.sibling_units is 'The other tenants of the partner of the tenant of the session, for who manages people there.';
call app.callable_platform_function('app.sibling_units');

create or replace function app.people_of_sibling(unit uuid, search text, people uuid[], size integer, skip integer)
returns table (id uuid, name text, email text, department text, is_here boolean, total integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.email, m.department,
         exists (select from memberships h where h.tenant_id = app.tenant_id() and h.user_id = u.id),
         (count(*) over ())::integer
    from memberships m join users u on u.id = m.user_id
   where m.tenant_id = unit and unit in (select s.id from app.sibling_units() s)
     and u.staff is null and m.state <> 'D'
     and (people is null or u.id = any(people))
     and (search = '' or strpos(app.plain(u.name || ' ' || u.email), app.plain(search)) > 0)
   order by app.plain(u.name), u.id limit size offset skip
$$;
comment on function app.people_of_sibling is
  'People of another tenant of the partner, whom the tenant of the session may add. Nothing of a tenant of another partner.';
call app.callable_platform_function('app.people_of_sibling');

create or replace function app.people_by_field() returns table (field_id uuid, people integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, count(*)::integer
    from memberships m
    join tenants t on t.id = m.tenant_id
   cross join lateral jsonb_object_keys(m.custom) as key
    join custom_fields f on f.id::text = key and f.partner_id = t.partner_id
   where m.custom <> '{}'
     and ((select app.on_platform()) or (select app.tenant_id()) = m.tenant_id
          or ((select app.tenant_id()) is null and t.partner_id = (select app.partner_id())))
   group by f.id
$$;
comment on function app.people_by_field is
  'How many people have a value of each custom field, counted in one scan of the people whom the session may count.';
call app.callable_platform_function('app.people_by_field');

create or replace function app.delete_custom_values() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update memberships m set custom = m.custom - old.id::text
   where m.custom ? old.id::text
     and m.tenant_id in (
       select t.id from tenants t where t.partner_id = old.partner_id and (old.tenant_id is null or t.id = old.tenant_id));
  return null;
end
$$;
comment on function app.delete_custom_values is
  'Deletes the values of a custom field with the field. A partner deletes them in tenants that its session cannot read.';
call app.platform_function('app.delete_custom_values');

create or replace function app.note_erased_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into erased_people (user_id, home_tenant_id, name, email) values (old.id, old.home_tenant_id, old.name, old.email)
      on conflict do nothing;
  return null;
end
$$;
comment on function app.note_erased_person is
  'Notes each erased person until the job user.forget_erased has replaced their name and e-mail in the records that stay.';
call app.platform_function('app.note_erased_person');
