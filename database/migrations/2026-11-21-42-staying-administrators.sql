-- Days pass without anybody doing anything: only an administrator whom no day ends is one who stays, and the last of them gets none.
create or replace function app.keep_administrator() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.profile <> 'admin' or old.state <> 'A' then
    return null;
  end if;
  -- Still one, with no day or with those there were.
  if tg_op = 'UPDATE' and new.profile = 'admin' and new.state = 'A'
    and (coalesce(new.block_on, new.delete_on) is null
      or (new.block_on, new.delete_on) is not distinct from (old.block_on, old.delete_on)) then
    return null;
  end if;
  -- Gone already, or on its way: the whole business unit is being removed.
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
