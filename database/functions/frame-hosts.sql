-- Hosts that pages may frame, and that may frame pages.

create or replace function app.frame_origins(label text, host text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select s.embedded_origins from tenants t join settings s on s.tenant_id = t.id
   where (t.subdomain = label or t.id = (select f.tenant_id from app.find_host(frame_origins.host) f))
     and t.removing_since is null and s.embedded_access;
$$;
comment on function app.frame_origins is
  'The origins that may frame the embedded pages at this host; null for none. Every answer of such a page tells them.';
call app.callable_platform_function('app.frame_origins');

create or replace function app.external_hosts(label text, host text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select s.external_hosts from tenants t join settings s on s.tenant_id = t.id
   where (t.subdomain = label or t.id = (select f.tenant_id from app.find_host(external_hosts.host) f)) and t.removing_since is null;
$$;
comment on function app.external_hosts is
  'The hosts that the page of an external report at this host may frame; null for none. Every answer of such a page tells them.';
call app.callable_platform_function('app.external_hosts');

-- The page of an app may frame the applications of its items, and nothing else.
create or replace function app.app_hosts(label text, host text) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(jsonb_object_agg(found.id, found.hosts), '{}')
    from (
      select a.id, array_agg(distinct part.host order by part.host) as hosts
        from tenants t join apps a on a.tenant_id = t.id
       cross join jsonb_array_elements(a.sections) s cross join jsonb_array_elements(s->'items') i
       cross join substring(lower(i->>'address') from '^https://([a-z0-9.-]+(?::[0-9]{1,5})?)(?:[/?#]|$)') part(host)
       where (t.subdomain = label or t.id = (select f.tenant_id from app.find_host(app_hosts.host) f)) and t.removing_since is null
         and i->>'kind' = 'embedded' and part.host is not null
       group by a.id) found
$$;
comment on function app.app_hosts is
  'By app, the hosts with their ports of the embedded applications of the apps at this host. Every answer of the page of an app tells them.';
call app.callable_platform_function('app.app_hosts');
