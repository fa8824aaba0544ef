-- The field `export` of a report has the name of the specification, and the exports of a person are remembered.
alter table reports rename column allow_export to export;
comment on column reports.export is 'People who may open the report may save it as a file, with the rows that they may see.';

create table report_exports (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  report_id uuid not null,
  user_id uuid not null default app.user_id() references users on delete cascade,
  service_export_id text not null,
  content text not null,
  cancelled boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint report_exports_report foreign key (tenant_id, report_id) references reports on delete cascade
);
comment on table report_exports is
  'Exports of reports as files, for a day. The files are at the report service; only the person who started an export receives its file.';
comment on column report_exports.content is
  'Identity and pages with which the export was started. With others the person does not receive the file any more.';
comment on column report_exports.cancelled is 'Nobody receives the file. The row still counts towards the hourly limit.';
create index report_exports_by_report on report_exports (tenant_id, report_id);
create index report_exports_by_user on report_exports (user_id);
create index report_exports_by_age on report_exports (created_at);
call app.row_policy('report_exports', 'tenant_id = (select app.tenant_id()) and user_id = (select app.user_id())');
