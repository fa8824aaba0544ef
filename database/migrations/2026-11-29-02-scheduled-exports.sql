-- Scheduled exports: a report as a file that people and groups get at set times, each with their own rows.

create table scheduled_exports (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  name text not null,
  enabled boolean not null default true,
  report_id uuid,
  format text not null constraint scheduled_exports_format check (format in ('PDF', 'PNG', 'PPTX')),
  pages text[],
  language text not null,
  frequency text not null constraint scheduled_exports_frequency check (frequency in ('daily', 'weekly', 'monthly')),
  days smallint[] not null default '{}' constraint scheduled_exports_days check (days <@ '{1,2,3,4,5,6,7}'),
  month_days smallint[] not null default '{}',
  times text[] not null,
  timezone text constraint scheduled_exports_timezone_known check (app.is_timezone(timezone)),
  starts_on date,
  ends_on date,
  next_at timestamptz,
  planned_zone text,
  owner_id uuid references users on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint scheduled_exports_report foreign key (tenant_id, report_id) references reports on delete set null (report_id)
);
comment on table scheduled_exports is 'A report as a file that people and groups get at set times, each with their own rows.';
comment on column scheduled_exports.report_id is 'Null: the report was removed.';
comment on column scheduled_exports.pages is 'Names of the pages; null: all that an addressee may open.';
comment on column scheduled_exports.next_at is 'The next run; null: none.';
comment on column scheduled_exports.planned_zone is 'The time zone of next_at. A change of the tenant''s time zone plans anew.';
comment on column scheduled_exports.owner_id is 'Who changed it last. It runs while this person may change it.';
create unique index scheduled_exports_name_key on scheduled_exports (tenant_id, app.plain(name));
create index scheduled_exports_due on scheduled_exports (next_at) where next_at is not null;
create index scheduled_exports_of_owner on scheduled_exports (owner_id);
create index scheduled_exports_of_report on scheduled_exports (tenant_id, report_id) where report_id is not null;
call app.tenant_policy('scheduled_exports');

create table scheduled_export_addressees (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  export_id uuid not null,
  user_id uuid,
  group_id uuid,
  primary key (tenant_id, id),
  constraint scheduled_export_addressees_export foreign key (tenant_id, export_id) references scheduled_exports on delete cascade,
  constraint scheduled_export_addressees_user foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint scheduled_export_addressees_group foreign key (tenant_id, group_id) references user_groups on delete cascade,
  constraint scheduled_export_addressees_one check ((user_id is null) <> (group_id is null)),
  constraint scheduled_export_addressees_key unique nulls not distinct (tenant_id, export_id, user_id, group_id)
);
comment on table scheduled_export_addressees is 'The people and groups who get a scheduled export.';
create index scheduled_export_addressees_by_user on scheduled_export_addressees (tenant_id, user_id) where user_id is not null;
create index scheduled_export_addressees_by_group on scheduled_export_addressees (tenant_id, group_id) where group_id is not null;
call app.tenant_policy('scheduled_export_addressees');

create table scheduled_export_runs (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  export_id uuid not null,
  slot text not null,
  user_id uuid references users on delete set null,
  state text not null default 'waiting' constraint scheduled_export_runs_state check (
    state in ('waiting', 'delivered', 'undelivered', 'failed')),
  problem text,
  planned_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint scheduled_export_runs_slot_key unique (tenant_id, export_id, slot),
  constraint scheduled_export_runs_export foreign key (tenant_id, export_id) references scheduled_exports on delete cascade,
  constraint scheduled_export_runs_ended check ((state = 'waiting') = (ended_at is null))
);
comment on table scheduled_export_runs is 'The runs of scheduled exports.';
comment on column scheduled_export_runs.slot is 'Idempotency key: the planned instant, or a new one for a run that a person starts.';
comment on column scheduled_export_runs.user_id is 'Who started it; null: its time came, or the person was erased.';
comment on column scheduled_export_runs.planned_at is 'The planned instant; null: a person started the run.';
create index scheduled_export_runs_by_export on scheduled_export_runs (tenant_id, export_id, created_at desc, id desc);
create index scheduled_export_runs_by_age on scheduled_export_runs (created_at);
create index scheduled_export_runs_of_person on scheduled_export_runs (user_id);
call app.tenant_policy('scheduled_export_runs');

create table scheduled_export_files (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  run_id uuid not null,
  content_key text not null,
  path text references files on delete set null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint scheduled_export_files_key unique (tenant_id, run_id, content_key),
  constraint scheduled_export_files_run foreign key (tenant_id, run_id) references scheduled_export_runs on delete cascade
);
comment on table scheduled_export_files is 'The files of a run: one for all addressees who see the same rows and pages.';
comment on column scheduled_export_files.content_key is 'Hash of what the file shows: report, format, language, identity, pages and filters. An addressee with another one does not receive the file.';
comment on column scheduled_export_files.path is 'Null: the file is removed.';
create index scheduled_export_files_path on scheduled_export_files (path) where path is not null;
create index scheduled_export_files_by_age on scheduled_export_files (created_at) where path is not null;
call app.tenant_policy('scheduled_export_files');

create table scheduled_export_recipients (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  run_id uuid not null,
  user_id uuid references users on delete set null,
  content_key text,
  outcome text not null constraint scheduled_export_recipients_outcome check (
    outcome in ('waiting', 'told', 'blocked', 'no_right', 'no_export', 'identity', 'pages', 'terms', 'maintenance', 'limit', 'failed', 'ended')),
  problem text,
  file_id uuid,
  told_at timestamptz,
  primary key (tenant_id, id),
  constraint scheduled_export_recipients_key unique (tenant_id, run_id, user_id),
  constraint scheduled_export_recipients_run foreign key (tenant_id, run_id) references scheduled_export_runs on delete cascade,
  constraint scheduled_export_recipients_file foreign key (tenant_id, file_id) references scheduled_export_files on delete set null (file_id),
  constraint scheduled_export_recipients_told check ((outcome = 'told') = (told_at is not null))
);
comment on table scheduled_export_recipients is 'The addressees of a run: who got which file, or why not.';
comment on column scheduled_export_recipients.user_id is 'Null: the person was erased.';
create index scheduled_export_recipients_of_person on scheduled_export_recipients (user_id);
create index scheduled_export_recipients_of_file on scheduled_export_recipients (tenant_id, file_id) where file_id is not null;
call app.tenant_policy('scheduled_export_recipients');

alter table notifications add column attachment jsonb;
comment on column notifications.attachment is 'A file that the copies by e-mail have: path, name and type; null: none.';
