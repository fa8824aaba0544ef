-- What the home page of staff counts per tenant. Row-level security hides people, report views and jobs of tenants from staff outside of
-- them; this function returns their numbers only.

create function app.unit_activity()
returns table (tenant_id uuid, last_sign_in_at timestamptz, failed_views integer, failed_jobs integer)
language sql stable security definer set search_path = public, pg_temp as $$
  with failed as (
    select (j.data ->> 'tenant_id')::uuid as tenant_id, count(*)::integer as jobs
      from pgboss.job j where j.name = 'dead_letters' and j.state = 'created' group by 1)
  select t.id,
         (select max(m.last_sign_in_at) from memberships m where m.tenant_id = t.id),
         (select count(*)::integer from report_views v
           where v.tenant_id = t.id and v.event = 'failed' and v.at > now() - interval '7 days'),
         coalesce(f.jobs, 0)
    from tenants t left join failed f on f.tenant_id = t.id
   where app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id())
  union all
  select null, null, 0, f.jobs from failed f where f.tenant_id is null and app.on_platform();
$$;
comment on function app.unit_activity is
  'Last sign-in, failed report views of seven days and permanently failed jobs per tenant, for staff outside of tenants; no rows for '
  'anybody else. The row without a tenant counts jobs of no tenant, for the platform.';
call app.callable_platform_function('app.unit_activity');

create index report_views_failed on report_views (tenant_id, at) where event = 'failed';
create index mails_failed on mails (tenant_id) where state = 'failed';
