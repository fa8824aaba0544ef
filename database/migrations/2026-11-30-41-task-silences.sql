-- People acknowledge what fires, and silence a task or one of its rows for a time.

create table task_silences (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  task_id uuid not null,
  row_key text not null default '',
  kind text not null constraint task_silences_kind check (kind in ('acknowledged', 'until', 'weekends')),
  label text not null default '',
  secured boolean not null default false,
  note text,
  until timestamptz,
  user_id uuid references users on delete set null,
  user_name text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint task_silences_key unique (tenant_id, task_id, row_key, kind),
  constraint task_silences_task foreign key (tenant_id, task_id) references tasks on delete cascade,
  constraint task_silences_until check ((kind = 'until') = (until is not null))
);
comment on table task_silences is 'Why a task or one of its rows is not told: somebody acknowledged it, or silenced it.';
comment on column task_silences.row_key is 'As in task_states; empty: the whole task.';
comment on column task_silences.kind is 'acknowledged: ends when the state is ok. until: ends at an instant. weekends: on Saturdays and Sundays of the business unit.';
comment on column task_silences.label is 'As in task_states.';
comment on column task_silences.secured is 'The row was chosen by row-level security: only the owner of the task sees the label.';
comment on column task_silences.user_name is 'Of one of the staff, whose row the people of the tenant do not see; null: a person of the tenant.';
create index task_silences_of_person on task_silences (user_id);
call app.tenant_policy('task_silences');

alter table task_runs
  add column withheld text constraint task_runs_withheld check (withheld in ('silenced', 'acknowledged'));
comment on column task_runs.withheld is 'Why the rows of the owner, or the failure, were not told; null: they were, or there was nothing to tell.';

alter table task_run_recipients
  drop constraint task_run_recipients_outcome,
  add constraint task_run_recipients_outcome check (
    outcome in (
      'waiting', 'told', 'policy', 'silenced', 'acknowledged', 'condition', 'no_rows', 'no_right', 'identity', 'filters', 'blocked',
      'unsubscribed', 'limit', 'identities', 'failed', 'ended'));
