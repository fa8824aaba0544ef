-- Which workspaces of an account are another business unit's: the account of a partner sees those of all its business units, and
-- an administrator of one must not publish from another's. Names no business unit; asked from inside one, of its own partner.
create function app.foreign_workspaces(account uuid) returns table (service_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct w.service_id from workspaces w
   where w.account_id = account and w.partner_id = app.partner_id() and w.tenant_id <> app.tenant_id();
$$;
alter function app.foreign_workspaces(uuid) owner to vitrine_platform;
revoke all on function app.foreign_workspaces(uuid) from public;
grant execute on function app.foreign_workspaces(uuid) to vitrine_app;
