-- A business unit that is removed is shut at once and erased step by step afterwards (features/tenants/server/jobs.ts).
alter table tenants
  add column removing_since timestamptz,
  -- How far it is: what there was, as counted when the work began or went on, and what is gone.
  add column rows_to_remove integer not null default 0,
  add column rows_removed integer not null default 0,
  add constraint tenants_removing_shut check (removing_since is null or not enabled);

-- Its hosts lead nowhere, and nobody else gets them before it is gone.
create or replace function app.find_host(host text, out kind text, out tenant_id uuid, out partner_id uuid, out name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'tenant', t.id, t.partner_id, t.name from tenants t where t.domain = host and t.removing_since is null
  union all
  select 'partner', null, p.id, p.name from partners p where p.domain = host
  limit 1;
$$;
create or replace function app.find_subdomain(label text, out kind text, out tenant_id uuid, out partner_id uuid, out name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'tenant', t.id, t.partner_id, t.name from tenants t where t.subdomain = label and t.removing_since is null
  union all
  select 'partner', null, p.id, p.name from partners p where p.subdomain = label
  limit 1;
$$;

-- Its last administrator goes with the others.
create or replace function app.keep_administrator() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.profile <> 'admin' or old.state <> 'A' or (tg_op = 'UPDATE' and new.profile = 'admin' and new.state = 'A') then
    return null;
  end if;
  -- Gone already, or on its way: the whole business unit is being removed.
  perform from tenants where id = old.tenant_id and removing_since is null for no key update;
  if found and not exists (select from memberships where tenant_id = old.tenant_id and profile = 'admin' and state = 'A') then
    raise exception using errcode = 'check_violation', constraint = 'memberships_last_administrator', message = 'last administrator';
  end if;
  return null;
end
$$;

-- Nobody takes an entry out of the trail; with a business unit its own trail goes.
grant delete on audit_entries to vitrine_platform;
create policy removed on audit_entries for delete to vitrine_platform
  using (tenant_id in (select id from tenants where removing_since is not null));
