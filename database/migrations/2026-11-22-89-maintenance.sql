-- Maintenance of reports: windows in which a message takes the place of a report.

create table maintenance_windows (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  message text not null,
  recurrence text not null default 'once' check (recurrence in ('once', 'weekly')),
  first_day date not null,
  last_day date,
  days smallint[] not null default '{}' check (days <@ '{1,2,3,4,5,6,7}'),
  from_time text not null,
  to_time text not null,
  report_ids uuid[] not null default '{}',
  group_ids uuid[] not null default '{}',
  passes text not null default 'editors' check (passes in ('editors', 'managers', 'nobody')),
  planned_zone text,
  planned_until date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table maintenance_windows is 'Plans of maintenance: once, or every week on some days.';
comment on column maintenance_windows.last_day is 'Once: the day on which it ends. Weekly: the last day, null without an end.';
comment on column maintenance_windows.days is 'Weekly: ISO days on which it begins.';
comment on column maintenance_windows.to_time is 'Weekly: a time that is not after from_time is on the next day.';
comment on column maintenance_windows.report_ids is 'The reports; with group_ids both empty: every report. An id without a report has no effect.';
comment on column maintenance_windows.passes is 'Who may open the reports meanwhile: those who may edit them, report managers only, or nobody.';
comment on column maintenance_windows.planned_until is 'Until this day a weekly plan has its occurrences; a job adds the later ones.';
create unique index maintenance_windows_name_key on maintenance_windows (tenant_id, app.plain(name));
call app.tenant_policy('maintenance_windows');

create table maintenance_occurrences (
  tenant_id uuid not null,
  window_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  told_start boolean not null default false,
  told_end boolean not null default false,
  primary key (tenant_id, window_id, starts_at),
  constraint maintenance_occurrences_window foreign key (tenant_id, window_id) references maintenance_windows (tenant_id, id) on delete cascade,
  constraint maintenance_occurrences_order check (ends_at > starts_at)
);
comment on table maintenance_occurrences is 'The instants of each window, computed from its local times, so that a query needs no calendar.';
comment on column maintenance_occurrences.told_start is 'Open pages were told that it began, and embed tokens were revoked.';
create index maintenance_occurrences_by_end on maintenance_occurrences (tenant_id, ends_at);
create index maintenance_occurrences_untold on maintenance_occurrences (starts_at, ends_at) where not told_start or not told_end;
call app.tenant_policy('maintenance_occurrences');
