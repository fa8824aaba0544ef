-- The user limit of a tenant is checked once per statement. A check per row counts all people of the tenant for each new one, so adding
-- n people at once takes n² steps.

drop trigger enforce_user_limit on memberships;

create or replace function app.enforce_user_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  concerned uuid[];
  tenant uuid;
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
    select t.user_limit into allowed from tenants t where t.id = tenant for no key update;
    select count(*) into present from memberships m where m.tenant_id = tenant and m.state in ('A', 'B', 'I');
    if present > allowed then
      raise exception using errcode = 'check_violation', constraint = 'tenants_user_limit', message = 'user limit of the tenant reached';
    end if;
  end loop;
  return null;
end
$$;
comment on function app.enforce_user_limit is
  'Holds the user limit of a tenant exactly, also for concurrent inserts: counts the memberships under a lock of the tenant, once per statement.';
create trigger enforce_user_limit_of_new after insert on memberships referencing new table as now_stored
  for each statement execute function app.enforce_user_limit();
create trigger enforce_user_limit_of_changed after update on memberships referencing old table as before_stored new table as now_stored
  for each statement execute function app.enforce_user_limit();
