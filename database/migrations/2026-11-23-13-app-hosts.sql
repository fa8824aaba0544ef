-- The page of an app may frame the applications of its items, and nothing else.

create function app.app_hosts(label text, host text, app_id uuid) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array(
    select distinct substring(lower(i->>'address') from '^https://([a-z0-9.-]+(?::[0-9]{1,5})?)(?:[/?#]|$)')
      from tenants t join apps a on a.tenant_id = t.id
     cross join jsonb_array_elements(a.sections) s cross join jsonb_array_elements(s->'items') i
     where (t.subdomain = label or t.domain = host) and t.removing_since is null and a.id = app_id and i->>'kind' = 'embedded'
       and lower(i->>'address') ~ '^https://[a-z0-9.-]+(:[0-9]{1,5})?([/?#]|$)'
     order by 1)
$$;
comment on function app.app_hosts is
  'The hosts, with their ports, of the embedded applications of an app at this host. Every answer of the page of the app tells them.';
call app.callable_platform_function('app.app_hosts');
