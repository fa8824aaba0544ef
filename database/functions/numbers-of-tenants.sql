-- What staff outside of tenants see of their tenants. Row-level security hides people, report views and jobs of tenants from them; these
-- functions return numbers only.

create or replace function app.active_users() returns table (tenant_id uuid, active integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.tenant_id, count(*)::integer
    from memberships m join tenants t on t.id = m.tenant_id
   where m.state in ('A', 'B', 'I')
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
   group by m.tenant_id;
$$;
comment on function app.active_users is 'The number of active people per tenant, for staff outside of tenants; no rows for anybody else.';
call app.callable_platform_function('app.active_users');

create or replace function app.unit_activity()
returns table (tenant_id uuid, last_sign_in_at timestamptz, failed_views integer, failed_jobs integer)
language sql stable security definer set search_path = public, pg_temp as $$
  with failed as (
    select (j.data ->> 'tenant_id')::uuid as tenant_id, count(*)::integer as jobs
      from pgboss.job j where j.name = 'dead_letters' and j.state = 'created' group by 1)
  select t.id,
         (select max(m.last_sign_in_at) from memberships m where m.tenant_id = t.id),
         (select count(*)::integer from report_views v
           where v.tenant_id = t.id and v.event = 'failed' and v.origin <> 'playlist' and v.at > now() - interval '7 days'),
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

create or replace function app.usage_by_unit(first_day date, last_day date, longest integer)
returns table (
  tenant_id uuid, views integer, readers integer, people integer, reports integer, opened_reports integer, failed integer,
  load_p50 integer, load_p95 integer, render_p50 integer, render_p95 integer, last_view_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, coalesce(l.views, 0), coalesce(l.readers, 0),
         (select count(*)::integer from memberships m where m.tenant_id = t.id and m.state in ('A', 'T')),
         (select count(*)::integer from reports r where r.tenant_id = t.id)
           + (select count(*)::integer from external_reports e where e.tenant_id = t.id),
         coalesce(l.opened_reports, 0), coalesce(l.failed, 0), l.times[1], l.times[2], l.renders[1], l.renders[2],
         (select max(v.at) from report_views v where v.tenant_id = t.id and v.event = 'opened')
    from tenants t
    join settings g on g.tenant_id = t.id
    cross join lateral (select coalesce(last_day, (now() at time zone g.timezone)::date) as ends) e
    cross join lateral (select greatest(coalesce(first_day, e.ends - 29), e.ends - longest + 1) as begins) b
    left join lateral (
      select count(*) filter (where v.event = 'opened')::integer as views,
             count(distinct v.user_id) filter (where v.event = 'opened')::integer as readers,
             count(distinct coalesce(v.report_id, v.external_id)) filter (where v.event = 'opened')::integer as opened_reports,
             count(*) filter (where v.event = 'failed')::integer as failed,
             percentile_disc(array[0.5, 0.95]) within group (order by v.load_ms) filter (where v.event = 'rendered') as times,
             percentile_disc(array[0.5, 0.95]) within group (order by v.render_ms) filter (where v.event = 'rendered') as renders
        from report_views v
       where v.tenant_id = t.id and v.origin <> 'playlist' and v.at >= b.begins::timestamp at time zone g.timezone
         and v.at < (e.ends + 1)::timestamp at time zone g.timezone) l on true
   where app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id());
$$;
comment on function app.usage_by_unit is
  'Numbers of the view log per tenant, without playlists, in days of its own time zone, for staff outside of tenants; no rows for anybody else.';
call app.callable_platform_function('app.usage_by_unit');

create or replace function app.failed_reports()
returns table (
  tenant_id uuid, report_id uuid, report text, failures integer, readers integer, last_failed_at timestamptz, known_since timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, n.id, n.name, coalesce(v.failures, 0), coalesce(v.readers, 0), v.last_failed_at, f.created_at
    from tenants t
    join settings g on g.tenant_id = t.id
    -- Counted before the names are read: a person can log very many failures.
    left join lateral (
      select case when g.allow_remote_access then coalesce(e.report_id, e.external_id) end as named,
             count(*)::integer as failures, count(distinct e.user_id)::integer as readers, max(e.at) as last_failed_at
        from report_views e
       where e.tenant_id = t.id and e.event = 'failed' and e.origin <> 'playlist' and e.at > now() - interval '7 days'
       group by 1) v on true
    left join lateral (
      select r.id, r.name from reports r where r.tenant_id = t.id and r.id = v.named
      union all
      select e.id, e.name from external_reports e where e.tenant_id = t.id and e.id = v.named) n on true
    left join report_faults f on f.tenant_id = t.id and f.report_id = n.id and f.ended_at is null
   where app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id());
$$;
comment on function app.failed_reports is
  'Failed report views of seven days per report, for staff outside of tenants; no rows for anybody else. Reports of a tenant that does not '
  'let staff enter have no name and are one row; a tenant without a failure has one row with 0.';
call app.callable_platform_function('app.failed_reports');
