-- Views of external reports are in the log of views, so that usage counts them like those of other reports.

alter table report_views
  alter column report_id drop not null,
  add column external_id uuid,
  add constraint report_views_one_report check (num_nonnulls(report_id, external_id) = 1),
  add constraint report_views_external foreign key (tenant_id, external_id) references external_reports on delete cascade;
comment on column report_views.external_id is 'The external report that was opened; its page reports nothing else.';
create index report_views_by_external on report_views (tenant_id, external_id, at desc) where external_id is not null;

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
       where v.tenant_id = t.id and v.at >= b.begins::timestamp at time zone g.timezone
         and v.at < (e.ends + 1)::timestamp at time zone g.timezone) l on true
   where app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id());
$$;
