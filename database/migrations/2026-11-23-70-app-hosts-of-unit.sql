-- All apps of a host are answered at once: an invented id of an app then asks nothing more.

drop function app.app_hosts(text, text, uuid);
create function app.app_hosts(label text, host text) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(jsonb_object_agg(found.id, found.hosts), '{}')
    from (
      select a.id, array_agg(distinct part.host order by part.host) as hosts
        from tenants t join apps a on a.tenant_id = t.id
       cross join jsonb_array_elements(a.sections) s cross join jsonb_array_elements(s->'items') i
       cross join substring(lower(i->>'address') from '^https://([a-z0-9.-]+(?::[0-9]{1,5})?)(?:[/?#]|$)') part(host)
       where (t.subdomain = label or t.domain = app_hosts.host) and t.removing_since is null
         and i->>'kind' = 'embedded' and part.host is not null
       group by a.id) found
$$;
comment on function app.app_hosts is
  'By app, the hosts with their ports of the embedded applications of the apps at this host. Every answer of the page of an app tells them.';
call app.callable_platform_function('app.app_hosts');
