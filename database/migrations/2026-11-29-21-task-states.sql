-- A task has a state, and a list with a key has one for each row. The defaults of the new columns keep what a task did before.

alter table tasks
  add column row_key text[] not null default '{}',
  add column clear_value text,
  add column fire_runs smallint not null default 1,
  add column fire_of smallint not null default 1,
  add column recover_runs smallint not null default 1,
  add column on_no_data text not null default 'evaluate' constraint tasks_on_no_data check (on_no_data in ('evaluate', 'keep', 'alarm', 'ok')),
  add column on_error text not null default 'keep' constraint tasks_on_error check (on_error in ('keep', 'alarm', 'ok')),
  add column tells_recovery boolean not null default false,
  add constraint tasks_runs_of_states check (fire_runs between 1 and fire_of and fire_of <= 20 and recover_runs between 1 and 20);
comment on column tasks.row_key is 'The columns that tell the rows of a list apart; empty: the task has one state for the whole answer.';
comment on column tasks.clear_value is 'A firing row stays firing while the condition holds with this value; null: with the value at which it fires.';
comment on column tasks.fire_runs is 'A row fires when the condition held in this many of the last fire_of runs.';
comment on column tasks.recover_runs is 'A firing row is ok again after this many runs in a row without the condition, or without the row.';
comment on column tasks.on_no_data is 'What an answer without rows means. evaluate: a blank value.';
comment on column tasks.on_error is 'What a failed query of the owner means for the state.';

create table task_states (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  task_id uuid not null,
  identity_key text not null,
  row_key text not null,
  id uuid not null default app.uuidv7(),
  label text not null,
  state text not null constraint task_states_state check (state in ('ok', 'pending', 'firing', 'recovering', 'no_data', 'error')),
  reason text not null constraint task_states_reason check (reason in ('holds', 'cleared', 'gone', 'no_data', 'error')),
  since timestamptz not null,
  recent text not null default '',
  cleared smallint not null default 0,
  secured boolean not null default false,
  run_id uuid,
  constraint task_states_pkey primary key (tenant_id, task_id, identity_key, row_key),
  constraint task_states_task foreign key (tenant_id, task_id) references tasks on delete cascade
);
comment on table task_states is 'The states of tasks and of the rows of their answers, for each effective identity. They change in the transaction of a run.';
comment on column task_states.identity_key is 'Hash as in task_identities; owner: the rows of the owner.';
comment on column task_states.row_key is 'A hash of the cells of the key; empty: the whole task.';
comment on column task_states.label is 'The cells of the key as a person reads them; cut when they are long.';
comment on column task_states.recent is 'Whether the condition held in each of the last runs, the newest last: 1 or 0.';
comment on column task_states.cleared is 'Runs in a row in which the condition of a firing row no longer held.';
comment on column task_states.secured is 'The rows were chosen by row-level security: only the owner sees the label.';
comment on column task_states.run_id is 'The run that made the state, so that a second attempt of it does not count twice. No foreign key: runs are erased earlier.';
call app.tenant_policy('task_states');

alter table task_runs
  add column task_state text constraint task_runs_task_state check (
    task_state in ('ok', 'pending', 'firing', 'recovering', 'no_data', 'error'));
comment on column task_runs.task_state is 'The state of the task after the run; null: it has none, or the run is older than the states.';
