-- Reading reports: named views of each person, comments, the text of the watermark, and reports that refresh themselves.

create table report_saved_views (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  report_id uuid not null,
  user_id uuid not null references users on delete cascade,
  name text not null,
  page text,
  filters jsonb not null default '[]',
  slicers jsonb not null default '[]',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint report_saved_views_report foreign key (tenant_id, report_id) references reports on delete cascade
);
comment on table report_saved_views is
  'Named views of a report: page, filters and slicers that a person stored. They never become part of the row-level security of the data.';
comment on column report_saved_views.is_default is 'The report opens with it for its person, instead of their last filters.';
create unique index report_saved_views_name_key on report_saved_views (tenant_id, user_id, report_id, app.plain(name));
create unique index report_saved_views_default_key on report_saved_views (tenant_id, user_id, report_id) where is_default;
call app.tenant_policy('report_saved_views');

create table report_comments (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  report_id uuid not null,
  user_id uuid not null references users on delete cascade,
  page text,
  page_name text,
  text text not null,
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (tenant_id, id),
  constraint report_comments_report foreign key (tenant_id, report_id) references reports on delete cascade
);
comment on table report_comments is 'What people say about a report to everybody who may open it. Plain text.';
comment on column report_comments.page is 'The page of the report that was open; null: the report as a whole.';
comment on column report_comments.mentions is 'People whom the comment names. Each of them was told once.';
create index report_comments_by_report on report_comments (tenant_id, report_id, created_at desc);
create index report_comments_by_user on report_comments (user_id);
call app.tenant_policy('report_comments');

alter table reports
  add column allow_comments boolean not null default true,
  add column refresh_seconds integer constraint reports_refresh_seconds check (refresh_seconds between 30 and 86400);
comment on column reports.allow_comments is 'People who may open the report read and write comments.';
comment on column reports.refresh_seconds is 'The interval in seconds at which an open report asks for its data again; null: never.';

alter table settings add column watermark_text text;
comment on column settings.watermark_text is 'The words of the watermark with variables such as {{email}}; null: e-mail and day.';
