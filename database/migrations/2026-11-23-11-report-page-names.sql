-- Names of the pages of reports, as their services told them, so that a search finds them.

create table report_page_lists (
  tenant_id uuid not null default app.tenant_id(),
  report_id uuid not null,
  service_report_id text not null,
  read_at timestamptz,
  due_at timestamptz not null,
  primary key (tenant_id, report_id),
  constraint report_page_lists_report foreign key (tenant_id, report_id) references reports on delete cascade
);
comment on table report_page_lists is 'When the pages of a report were read, and when a job reads them again. A report without a row is due.';
comment on column report_page_lists.service_report_id is 'The report at the service whose pages were read. Those of another report count no more.';
comment on column report_page_lists.read_at is 'The last answer of the service; null: none yet.';
create index report_page_lists_due on report_page_lists (due_at);
call app.tenant_policy('report_page_lists');

create table report_pages (
  tenant_id uuid not null default app.tenant_id(),
  report_id uuid not null,
  name text not null,
  display_name text not null,
  words text generated always as (app.plain(display_name)) stored,
  position integer not null,
  primary key (tenant_id, report_id, name),
  constraint report_pages_list foreign key (tenant_id, report_id) references report_page_lists on delete cascade
);
comment on table report_pages is 'The pages of a report. `name` is its name at the service, `display_name` the one that people see.';
comment on column report_pages.words is 'What a search compares, computed when the page is read and not at each search.';
call app.tenant_policy('report_pages');
