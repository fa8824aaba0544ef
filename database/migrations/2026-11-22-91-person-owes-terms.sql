-- The explanation of a person's access to a report names the terms that they have not accepted.

create function app.person_owes_terms(person uuid, report uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from memberships m join users u on u.id = m.user_id
     cross join lateral app.terms_due(u.id, m.tenant_id, u.staff) d
     where m.tenant_id = app.tenant_id() and m.user_id = person and d.mandatory and (d.place <> 'report' or d.report_id = report))
$$;
comment on function app.person_owes_terms is
  'Must a member of the tenant of the session accept a term before they may open the report?';
call app.callable_platform_function('app.person_owes_terms');
