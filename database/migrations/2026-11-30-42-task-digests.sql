-- Messages of tasks beyond those that a person gets in an hour come as one digest at the end of the hour.

create table task_digest_entries (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  user_id uuid not null references users on delete cascade,
  run_id uuid not null,
  report_id uuid not null,
  identity_key text,
  task text not null,
  text jsonb not null,
  channels text[] not null constraint task_digest_entries_channels check (channels <@ '{portal,email}'),
  primary key (tenant_id, id),
  constraint task_digest_entries_key unique (tenant_id, user_id, run_id),
  constraint task_digest_entries_run foreign key (tenant_id, run_id) references task_runs on delete cascade,
  constraint task_digest_entries_report foreign key (tenant_id, report_id) references reports on delete cascade
);
comment on table task_digest_entries is 'Messages of tasks that wait for the digest of a person. The job that sends it deletes them.';
comment on column task_digest_entries.identity_key is 'Hash of the identity whose rows the message has, as in task_run_recipients; null: it has no rows.';
create index task_digest_entries_of_person on task_digest_entries (user_id);
create index task_digest_entries_of_run on task_digest_entries (tenant_id, run_id);
create index task_digest_entries_of_report on task_digest_entries (tenant_id, report_id);
call app.tenant_policy('task_digest_entries');

alter table task_run_recipients
  drop constraint task_run_recipients_outcome,
  add constraint task_run_recipients_outcome check (
    outcome in (
      'waiting', 'told', 'digest', 'policy', 'silenced', 'acknowledged', 'condition', 'no_rows', 'no_right', 'identity', 'filters', 'blocked',
      'unsubscribed', 'limit', 'identities', 'failed', 'ended'));
