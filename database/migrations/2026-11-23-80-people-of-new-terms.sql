-- A published term is told to the people whom it asks.

create function app.people_asked(term uuid, tenant uuid) returns table (user_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.user_id from memberships m join users u on u.id = m.user_id
   cross join lateral app.terms_due(u.id, m.tenant_id, u.staff) d
   where m.tenant_id = tenant and (tenant = app.tenant_id() or app.tenant_id() is null) and d.id = term
$$;
comment on function app.people_asked is
  'The members of a tenant who have not accepted the published version of a term. In a session of a tenant, only of that tenant.';
call app.callable_platform_function('app.people_asked');
