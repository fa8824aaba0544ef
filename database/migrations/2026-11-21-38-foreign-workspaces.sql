-- Which workspaces of the report services are another business unit's of the same partner, through whichever account that one
-- reaches them: asked by account, a second account of the same service opened what the first kept closed. Those that the unit has
-- itself are open to it through any account. The ids of workspaces are the services' own and meet nowhere else.
create function app.foreign_workspaces() returns table (service_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.service_id from workspaces w
   where w.partner_id = app.partner_id()
   group by w.service_id
  having not bool_or(w.tenant_id = app.tenant_id());
$$;
alter function app.foreign_workspaces() owner to vitrine_platform;
revoke all on function app.foreign_workspaces() from public;
grant execute on function app.foreign_workspaces() to vitrine_app;

drop function app.foreign_workspaces(uuid);
