-- Each addressee of a task gets the message with their own rows: a run keeps what became of each of them, and a task keeps the last result
-- for each effective identity that it asked.

alter table task_runs
  add column planned_at timestamptz,
  add column node text,
  add column queries integer,
  add column state_before text,
  add column own_outcome text constraint task_runs_own_outcome check (own_outcome in ('notified', 'held', 'quiet', 'recorded')),
  add column asked_for uuid references users on delete set null,
  add column secured boolean not null default false,
  add column untold integer,
  add column missed integer,
  add column missed_from timestamptz,
  add column missed_until timestamptz,
  drop constraint task_runs_state,
  add constraint task_runs_state check (
    state in ('waiting', 'notified', 'held', 'quiet', 'recorded', 'untold', 'missed', 'failed', 'stopped')),
  add constraint task_runs_missed check (
    (missed is null) = (missed_from is null) and (missed is null) = (missed_until is null) and missed > 0);
comment on column task_runs.slot is 'Idempotency key: the planned instant, whichever trigger planned it, or a new one for a run that a person starts.';
comment on column task_runs.planned_at is 'The instant that a trigger planned; null: a person started the run.';
comment on column task_runs.node is 'The machine and the process that worked on the run last.';
comment on column task_runs.queries is 'Queries that the run sent to the report service: one for its owner, and one for each other identity.';
comment on column task_runs.query_ms is 'The time of all queries of the run.';
comment on column task_runs.state_before is 'The state of the task''s run before this one.';
comment on column task_runs.own_outcome is 'What the repeat policy decided about the rows of the owner; null: they are not asked yet.';
comment on column task_runs.asked_for is 'The owner whose rows gave the value; null: the person was erased, or none was asked.';
comment on column task_runs.secured is 'The value comes from rows under row-level security: only the person asked_for sees it.';
comment on column task_runs.receipts is 'People who were told; null: the run addressed nobody.';
comment on column task_runs.untold is 'Addressees who were not told; null: the run addressed nobody.';
comment on column task_runs.missed is 'Planned instants that no process ran in time: this run stands for them, or records them (state missed).';
create index task_runs_asked_for on task_runs (asked_for) where asked_for is not null;

create table task_run_recipients (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  run_id uuid not null,
  user_id uuid references users on delete set null,
  identity_key text,
  outcome text not null constraint task_run_recipients_outcome check (
    outcome in ('waiting', 'told', 'policy', 'condition', 'no_rows', 'no_right', 'identity', 'filters', 'blocked', 'unsubscribed', 'limit',
                'identities', 'failed', 'ended')),
  channels text[] not null default '{}' constraint task_run_recipients_channels check (channels <@ '{portal,email}'),
  problem text,
  told_at timestamptz,
  primary key (tenant_id, id),
  constraint task_run_recipients_key unique (tenant_id, run_id, user_id),
  constraint task_run_recipients_run foreign key (tenant_id, run_id) references task_runs on delete cascade,
  constraint task_run_recipients_told check ((outcome = 'told') = (told_at is not null))
);
comment on table task_run_recipients is 'The addressees of the runs of tasks: by which channels each was told, or why not.';
comment on column task_run_recipients.user_id is 'Null: the person was erased.';
comment on column task_run_recipients.identity_key is 'Hash of the effective identity whose rows the message has; null: none was found.';
create index task_run_recipients_of_person on task_run_recipients (user_id);
create index task_run_recipients_told_at on task_run_recipients (tenant_id, user_id, told_at) where told_at is not null;
call app.tenant_policy('task_run_recipients');

create table task_identities (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  task_id uuid not null,
  identity_key text not null,
  last_result text,
  last_value text,
  notified_at timestamptz,
  primary key (tenant_id, task_id, identity_key),
  constraint task_identities_task foreign key (tenant_id, task_id) references tasks on delete cascade
);
comment on table task_identities is 'The last result of a task for each effective identity of its addressees, for the repeat policy.';
comment on column task_identities.identity_key is 'Hash of user name, roles and custom data; none: the report has no row-level security.';
comment on column task_identities.notified_at is 'When somebody with this identity was told last.';
call app.tenant_policy('task_identities');

-- Without row-level security the result of the owner was everybody's. With it nobody's own result is known: their next run tells.
insert into task_identities (tenant_id, task_id, identity_key, last_result, last_value, notified_at)
select t.tenant_id, t.id, 'none', t.last_result, t.last_value, t.notified_at
  from tasks t join reports r on r.tenant_id = t.tenant_id and r.id = t.report_id
 where not r.row_security and t.last_value is not null;

comment on column tasks.owner_id is 'Who added it or took it over. It reads what this person may read, at the time of each run.';
comment on column tasks.last_result is 'Hash of the rows of the owner that met the condition at the last run, for the repeat policy on_change of the webhook.';
comment on column tasks.last_value is 'Hash of the compared value of the owner at the last run, for the operator changed.';
comment on column tasks.notified_at is 'When the rows of the owner were worth telling last, for once_per_week and once_per_month of the webhook.';
