-- Tasks: DAX queries whose answers are compared with a value, and that tell people; and triggers: the times at which tasks run.

create table triggers (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  name text not null,
  enabled boolean not null default true,
  frequency text not null constraint triggers_frequency check (frequency in ('daily', 'weekly', 'monthly')),
  days smallint[] not null default '{}' constraint triggers_days check (days <@ '{1,2,3,4,5,6,7}'),
  month_days smallint[] not null default '{}',
  times text[] not null,
  timezone text constraint triggers_timezone_known check (app.is_timezone(timezone)),
  starts_on date,
  ends_on date,
  next_at timestamptz,
  planned_zone text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table triggers is 'The times at which tasks run. A trigger has any number of tasks.';
comment on column triggers.days is 'Weekly: ISO days.';
comment on column triggers.month_days is 'Monthly: days of the month. A day that a month does not have is its last day.';
comment on column triggers.times is 'Local times of day, HH:MM.';
comment on column triggers.timezone is 'IANA name; null: the time zone of the tenant.';
comment on column triggers.next_at is 'The next run; null: none.';
comment on column triggers.planned_zone is 'The time zone of next_at. A change of the tenant''s time zone plans anew.';
create unique index triggers_name_key on triggers (tenant_id, app.plain(name));
create index triggers_due on triggers (next_at) where next_at is not null;
call app.tenant_policy('triggers');

create table tasks (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  name text not null,
  enabled boolean not null default true,
  type text not null constraint tasks_type check (type in ('single', 'list')),
  report_id uuid,
  dax text not null,
  column_name text,
  operator text not null constraint tasks_operator check (
    operator in ('equal', 'not_equal', 'greater', 'greater_or_equal', 'less', 'less_or_equal', 'contains', 'is_blank', 'changed')),
  value text,
  variables jsonb not null default '[]',
  message jsonb not null,
  repeat_policy text not null constraint tasks_repeat_policy check (
    repeat_policy in ('always', 'on_change', 'once_per_week', 'once_per_month', 'only_execute_dax')),
  channels text[] not null constraint tasks_channels check (channels <@ '{portal,email,webhook}'),
  webhook_url text,
  webhook_secret_sealed bytea,
  target text not null constraint tasks_target check (target in ('everybody', 'admin', 'user', 'chosen')),
  send_to_self boolean not null,
  owner_id uuid references users on delete set null,
  owner_name text not null,
  stopped text constraint tasks_stopped check (stopped in ('owner_gone', 'right_lost', 'report_gone', 'identity')),
  last_result text,
  last_value text,
  notified_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint tasks_report foreign key (tenant_id, report_id) references reports on delete set null (report_id),
  constraint tasks_stopped_off check (stopped is null or not enabled)
);
comment on table tasks is 'A DAX query of a report''s data set, the condition on its answer, and who is told what when the condition holds.';
comment on column tasks.column_name is 'The compared column; null: the first one.';
comment on column tasks.owner_id is 'Who changed it last. It reads what this person may read, at the time of each run.';
comment on column tasks.owner_name is 'The people of the tenant do not see the row of one of the staff.';
comment on column tasks.stopped is 'Why the portal switched it off; null: it did not.';
comment on column tasks.last_result is 'Hash of the rows that met the condition at the last run, for the repeat policy on_change.';
comment on column tasks.last_value is 'Hash of the compared value at the last run, for the operator changed.';
comment on column tasks.notified_at is 'When people were told last, for once_per_week and once_per_month.';
create unique index tasks_name_key on tasks (tenant_id, app.plain(name));
create index tasks_of_owner on tasks (owner_id);
create index tasks_of_report on tasks (tenant_id, report_id) where report_id is not null;
call app.tenant_policy('tasks');

create table task_triggers (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  task_id uuid not null,
  trigger_id uuid not null,
  primary key (tenant_id, task_id, trigger_id),
  constraint task_triggers_task foreign key (tenant_id, task_id) references tasks on delete cascade,
  constraint task_triggers_trigger foreign key (tenant_id, trigger_id) references triggers on delete cascade
);
comment on table task_triggers is 'The triggers of each task.';
create index task_triggers_by_trigger on task_triggers (tenant_id, trigger_id);
call app.tenant_policy('task_triggers');

create table task_addressees (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  task_id uuid not null,
  user_id uuid,
  group_id uuid,
  primary key (tenant_id, id),
  constraint task_addressees_task foreign key (tenant_id, task_id) references tasks on delete cascade,
  constraint task_addressees_user foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint task_addressees_group foreign key (tenant_id, group_id) references user_groups on delete cascade,
  constraint task_addressees_one check ((user_id is null) <> (group_id is null)),
  constraint task_addressees_key unique nulls not distinct (tenant_id, task_id, user_id, group_id)
);
comment on table task_addressees is 'The people and groups whom a task with the target chosen tells.';
create index task_addressees_by_user on task_addressees (tenant_id, user_id) where user_id is not null;
create index task_addressees_by_group on task_addressees (tenant_id, group_id) where group_id is not null;
call app.tenant_policy('task_addressees');

create table task_runs (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  task_id uuid not null,
  slot text not null,
  cause text not null constraint task_runs_cause check (cause in ('trigger', 'person')),
  trigger_id uuid,
  user_id uuid references users on delete set null,
  state text not null default 'waiting' constraint task_runs_state check (
    state in ('waiting', 'notified', 'held', 'quiet', 'recorded', 'failed', 'stopped')),
  problem text,
  row_count integer,
  matched integer,
  value text,
  query_ms integer,
  receipts integer,
  webhook text constraint task_runs_webhook check (webhook in ('waiting', 'delivered', 'failed')),
  webhook_body jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint task_runs_slot_key unique (tenant_id, task_id, slot),
  constraint task_runs_task foreign key (tenant_id, task_id) references tasks on delete cascade,
  constraint task_runs_trigger foreign key (tenant_id, trigger_id) references triggers on delete set null (trigger_id),
  constraint task_runs_ended check ((state = 'waiting') = (ended_at is null))
);
comment on table task_runs is 'The runs of tasks: what the query answered, and what followed.';
comment on column task_runs.slot is 'Idempotency key: the planned time of its trigger, or a new one for a run that a person starts.';
comment on column task_runs.value is 'The compared value, of the first row that met the condition.';
comment on column task_runs.webhook_body is 'What the webhook gets; null once it is delivered or given up.';
create index task_runs_by_task on task_runs (tenant_id, task_id, created_at desc, id desc);
create index task_runs_by_age on task_runs (created_at);
create index task_runs_of_person on task_runs (user_id);
create index task_runs_of_trigger on task_runs (tenant_id, trigger_id) where trigger_id is not null;
call app.tenant_policy('task_runs');

create function app.owner_standing(owner uuid) returns table (profile text, staff text, toggles text[], email text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.profile, s.staff, s.toggles, u.email from app.author_standing(owner) s join users u on u.id = owner;
$$;
comment on function app.owner_standing is 'What decides what the owner of a task may read today; no row for a person who may not work in the tenant of the session.';
call app.callable_platform_function('app.owner_standing');
