-- Reports and where they come from: workspaces, capacities and data sets. Identities of readers.

create or replace function app.foreign_workspaces() returns table (service_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.service_id from workspaces w
   where w.partner_id = app.partner_id()
   group by w.service_id
  having not bool_or(w.tenant_id = app.tenant_id());
$$;
comment on function app.foreign_workspaces is
  'The workspaces that only other tenants of the same partner publish from: a tenant must not publish from them, through any account.';
call app.callable_platform_function('app.foreign_workspaces');

create or replace function app.sleeping_capacity(account uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', c.id, 'state', c.state, 'wakes', c.wakes, 'switch_at', c.switch_at,
           'problem', (select x.problem from capacity_changes x
                        where x.capacity_id = c.id and x.cause = 'reader' and x.at > now() - interval '10 minutes'
                        order by x.at desc limit 1))
    from capacities c
   where c.account_id = account and c.state in ('paused', 'starting', 'pausing')
     and c.partner_id = app.partner_id() and (c.tenant_id is null or c.tenant_id = app.tenant_id());
$$;
comment on function app.sleeping_capacity is 'The capacity for which a reader of an account’s reports must wait; null: none, or it runs.';
call app.callable_platform_function('app.sleeping_capacity');

-- A data set exists while a report reads it.
create or replace function app.keep_datasets() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into datasets (tenant_id, workspace_id, service_id, name)
    values (new.tenant_id, new.workspace_id, new.service_dataset_id, new.name)
    on conflict on constraint datasets_service_key do nothing;
  end if;
  if tg_op <> 'INSERT' then
    delete from datasets d
     where d.tenant_id = old.tenant_id and d.workspace_id = old.workspace_id and d.service_id = old.service_dataset_id
       and not exists (select from reports r where r.tenant_id = old.tenant_id and r.workspace_id = old.workspace_id
                          and r.service_dataset_id = old.service_dataset_id);
  end if;
  return null;
end
$$;
comment on function app.keep_datasets is 'Adds the data set of a published report, and removes a data set that no report reads any more.';

-- An identity follows the value of its custom field: embed tokens with the former value are revoked. People change through many doors
-- (form, import, SCIM, SAML, OpenID), so the table tells.
create or replace function app.announce_identity_value() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from report_grants x cross join lateral unnest(array[x.identity_field, x.custom_data_field]) f(id)
     where x.tenant_id = new.tenant_id and f.id is not null
       and old.custom->(f.id::text) is distinct from new.custom->(f.id::text))
  then
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', new.tenant_id, 'reportIds', '[]'::json)::text);
  end if;
  return null;
end $$;
comment on function app.announce_identity_value is 'Revokes embed tokens when the custom field of an identity has another value.';
call app.platform_function('app.announce_identity_value');

create or replace function app.announce_identity_field() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare unit record;
begin
  for unit in select distinct x.tenant_id from report_grants x where new.id in (x.identity_field, x.custom_data_field) loop
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', unit.tenant_id, 'reportIds', '[]'::json)::text);
  end loop;
  return null;
end $$;
comment on function app.announce_identity_field is
  'Revokes embed tokens when people may fill in the field of an identity themselves: it then names nobody.';
call app.platform_function('app.announce_identity_field');

create or replace function app.announce_management_report() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare unit record;
begin
  for unit in select distinct e.tenant_id from embed_tokens e where e.report_id = old.id and e.expires_at > now() loop
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', unit.tenant_id, 'reportIds', json_build_array(old.id))::text);
  end loop;
  return null;
end $$;
comment on function app.announce_management_report is
  'Revokes the embed tokens of a management report after each change of it. The open pages of its readers ask for another one.';
call app.platform_function('app.announce_management_report');

create or replace function app.management_reports()
returns table (id uuid, title jsonb, description jsonb, source text, of_platform boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.title, m.description, m.source, m.partner_id is null
    from management_reports m
    join tenants t on t.id = app.tenant_id()
   where m.published
     and (m.partner_id is null or m.partner_id = t.partner_id)
     and (m.tenant_ids = '{}' or t.id = any(m.tenant_ids))
     and (m.readers = 'everybody' or app.profile() in ('a2m', 'master', 'admin'))
   order by m.partner_id is not null, m.created_at, m.id;
$$;
comment on function app.management_reports is
  'The management reports for the person of the session: those of the platform, then those of the partner; none outside of a tenant.';
call app.callable_platform_function('app.management_reports');

create or replace function app.management_bills(report uuid, first_month date, last_month date)
returns table (
  month date, people integer, is_shared boolean, billed_users integer, number_of_bonus integer, price numeric, domains integer,
  domain_fee numeric, total numeric)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.reference_month, o.people, s.is_shared,
         case when not s.is_shared then b.billed_users end, case when not s.is_shared then b.number_of_bonus end, b.price,
         case when not s.is_shared then b.domains end, b.domain_fee,
         case when not s.is_shared
              then b.total - coalesce((select sum(n.total) from credit_notes n where n.bill_id = b.id), 0) end
    from app.management_reports() m
    join tenants t on t.id = app.tenant_id()
    join bills b on b.client_id = t.client_id and b.partner_id = t.partner_id
   cross join lateral (
     select count(*) filter (where p.standing = 'counted')::integer as people, count(*) as listed
       from bill_people p where p.bill_id = b.id and p.tenant_id = t.id) o
   cross join lateral (
     select b.is_shared or exists (select from bill_people p where p.bill_id = b.id and p.tenant_id <> t.id) as is_shared) s
   where m.id = report and m.source = 'costs'
     and b.voided_at is null and o.listed > 0
     and b.reference_month between first_month and last_month
   order by b.reference_month desc;
$$;
comment on function app.management_bills is
  'The valid bills of the client of the tenant of the session that list its people, if the person may read the report. A bill of several tenants has only the people of this one.';
call app.callable_platform_function('app.management_bills');

create or replace function app.is_workspace_of_unit(service text) returns boolean language sql stable as $$
  select exists (select from public.workspaces w where lower(w.service_id) = lower(service));
$$;
comment on function app.is_workspace_of_unit is
  'Whether a tenant publishes from the workspace at the report service. It then belongs to that tenant. Row-level security of the caller applies.';

create or replace function app.workspaces_of_units(services text[]) returns table (service_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s from unnest(services) s
   where app.is_workspace_of_unit(s) and (app.on_platform() or (app.profile() = 'master' and app.tenant_id() is null));
$$;
comment on function app.workspaces_of_units is
  'Which of these workspaces belong to tenants of any partner, for publishers of management reports: they must not publish from those.';
call app.callable_platform_function('app.workspaces_of_units');

create or replace function app.management_embedded(report uuid)
returns table (
  embedded jsonb, kind text, directory_id text, app_id text, secret_sealed bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.embedded, a.kind, a.directory_id, a.app_id, a.secret_sealed
    from app.management_reports() m
    join management_reports r on r.id = m.id
    join embedding_accounts a on a.id = r.account_id and a.tenant_id is null and (r.partner_id is null or a.partner_id = r.partner_id)
   where m.id = report and not app.is_workspace_of_unit(r.embedded ->> 'workspace_id');
$$;
comment on function app.management_embedded is
  'The source of an embedded management report with the credentials of its account, if the person of the session may read the report. None if the account is of another partner than the report, or the workspace belongs to a tenant.';
call app.callable_platform_function('app.management_embedded');

create or replace function app.publishing_accounts()
returns table (
  id uuid, name text, partner text, kind text, directory_id text, app_id text, secret_sealed bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.name, p.name, a.kind, a.directory_id, a.app_id, a.secret_sealed
    from embedding_accounts a join partners p on p.id = a.partner_id
   where a.tenant_id is null
     and (app.on_platform() or (app.profile() = 'master' and app.tenant_id() is null and a.partner_id = app.partner_id()))
   order by app.plain(a.name), a.id;
$$;
comment on function app.publishing_accounts is
  'The accounts of partners from which the session may publish management reports: the platform from all, a partner from its own.';
call app.callable_platform_function('app.publishing_accounts');
