-- Which tenant or partner an address leads to, and what follows from a domain.

create or replace function app.find_host(host text, out kind text, out tenant_id uuid, out partner_id uuid, out name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select case when t.id is null then 'partner' else 'tenant' end, t.id, p.id, coalesce(t.name, p.name)
    from domains d
    join partners p on p.id = d.partner_id
    left join tenants t on t.id = d.tenant_id
   where d.host = find_host.host and d.state = 'verified' and t.removing_since is null;
$$;
comment on function app.find_host is 'The tenant or partner to which a verified domain leads. Host names are public.';
call app.callable_platform_function('app.find_host');

create or replace function app.find_subdomain(label text, out kind text, out tenant_id uuid, out partner_id uuid, out name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'tenant', t.id, t.partner_id, t.name from tenants t where t.subdomain = label and t.removing_since is null
  union all
  select 'partner', null, p.id, p.name from partners p where p.subdomain = label
  limit 1;
$$;
comment on function app.find_subdomain is 'The tenant or partner with this subdomain of the portal.';
call app.callable_platform_function('app.find_subdomain');

create or replace function app.note_domain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  concerned domains := case when tg_op = 'DELETE' then old else new end;
  begins boolean := tg_op <> 'DELETE' and new.state = 'verified' and (tg_op = 'INSERT' or old.state <> 'verified');
begin
  if begins then
    insert into domain_periods (tenant_id, client_id, domain_id, host, verified_at)
    select t.id, t.client_id, new.id, new.host, new.verified_at from tenants t where t.id = new.tenant_id;
    update domains set state = 'refused', fault = 'taken', next_check_at = now(), version = version + 1
     where host = new.host and id <> new.id and state = 'waiting';
  end if;
  if tg_op = 'DELETE' then
    update domain_periods set ended_at = now() where domain_id = old.id and tenant_id = old.tenant_id and ended_at is null;
    update sessions x set ended_at = now(), ended_by = 'address_changed'
     where old.state = 'verified' and x.ended_at is null and x.host = old.host
       and (x.tenant_id = old.tenant_id or (x.tenant_id is null and old.tenant_id is null and x.partner_id = old.partner_id));
  end if;
  if not (coalesce(old.main, false) or coalesce(new.main, false)) then
    return null;
  elsif concerned.tenant_id is null then
    update partners set domain = (select d.host from domains d where d.main and d.partner_id = partners.id and d.tenant_id is null)
     where id = concerned.partner_id;
  else
    update tenants set domain = (select d.host from domains d where d.main and d.tenant_id = tenants.id)
     where id = concerned.tenant_id;
  end if;
  return null;
end
$$;
comment on function app.note_domain is
  'Keeps what follows from a domain: the billed period, other partners who wait for the same name, the main address of the target, and the '
  'end of the sessions at a name that is removed, because its next owner must not meet them.';
call app.platform_function('app.note_domain');

create or replace function app.require_main_domain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.domain is distinct from (
    select d.host from domains d
     where d.main and case tg_table_name when 'tenants' then d.tenant_id = new.id else d.partner_id = new.id and d.tenant_id is null end)
  then
    raise exception using errcode = 'check_violation', constraint = 'main_domain', message = 'the main domain is set in the table domains';
  end if;
  return null;
end
$$;
comment on function app.require_main_domain is 'Refuses every host in the column domain of tenants and partners but that of the main domain.';
call app.platform_function('app.require_main_domain');
