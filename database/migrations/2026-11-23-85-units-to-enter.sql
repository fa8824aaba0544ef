-- The list of business units offers staff the way into a unit only where the unit lets them enter. Row-level security hides the settings of
-- a unit from staff outside of it, so this function tells them this one fact.

create function app.units_to_enter() returns table (tenant_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.tenant_id
    from settings s join tenants t on t.id = s.tenant_id
   where s.allow_remote_access
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()));
$$;
comment on function app.units_to_enter is
  'The tenants that let staff enter, for staff outside of tenants; no rows for anybody else.';
call app.callable_platform_function('app.units_to_enter');
