-- People of other tenants of the partner: a second membership for somebody whose home is another tenant.

alter table settings add column import_from_units boolean not null default false;
comment on column settings.import_from_units is 'Administrators with the toggle import_users add people of other tenants of the partner.';

create function app.sibling_units() returns table (id uuid, name text, partner_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.partner_id
    from tenants own join tenants t on t.partner_id = own.partner_id and t.id <> own.id
   where own.id = app.tenant_id() and app.profile() in ('a2m', 'master', 'admin') and t.enabled and t.removing_since is null
$$;
comment on function app.sibling_units is 'The other tenants of the partner of the tenant of the session, for who manages people there.';
call app.callable_platform_function('app.sibling_units');

create function app.people_of_sibling(unit uuid, search text, people uuid[], size integer, skip integer)
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
