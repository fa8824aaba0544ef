-- The list of a person's tenants is searched on the server and bounded for everybody.
drop function app.own_tenants();
create function app.own_tenants(sought text default '', most integer default 1000)
returns table (id uuid, name text, subdomain text, domain text, logo text)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.name, t.subdomain, t.domain, h.logo
    from users u
    join tenants t on case when u.staff = 'master' then t.partner_id = u.partner_id
                           when u.staff = 'a2m' then app.on_platform() or t.partner_id = app.partner_id()
                           else exists (select from memberships m where m.tenant_id = t.id and m.user_id = u.id and m.state in ('A', 'T')) end
    join settings g on g.tenant_id = t.id and (u.staff is null or g.allow_remote_access)
    left join themes h on h.tenant_id = t.id
   where u.id = app.user_id() and t.enabled and t.removing_since is null
     and (sought = '' or strpos(app.plain(t.name), app.plain(sought)) > 0 or strpos(coalesce(t.domain, t.subdomain), lower(sought)) > 0)
   order by t.name, t.id
   limit most;
$$;
comment on function app.own_tenants is
  'The first tenants, by name, that the person of the session may enter and whose name or host contains a text: their memberships; those of '
  'the partner that let staff enter for a master; for the platform staff those of the partner in whose place they are, and at the platform’s '
  'host those of all partners.';
call app.callable_platform_function('app.own_tenants');
