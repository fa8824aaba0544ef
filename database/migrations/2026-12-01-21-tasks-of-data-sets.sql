-- A task may ask a data set that has no report here. It is asked as the account itself, so a data set with roles refuses it.

alter table tasks
  add column workspace_id uuid,
  add column service_dataset_id text,
  add column dataset_name text,
  add constraint tasks_workspace foreign key (tenant_id, workspace_id) references workspaces (tenant_id, id)
    on delete set null (workspace_id),
  add constraint tasks_one_source check (report_id is null or workspace_id is null),
  drop constraint tasks_stopped,
  add constraint tasks_stopped check (stopped in ('owner_gone', 'right_lost', 'report_gone', 'identity', 'dataset_gone'));
comment on column tasks.workspace_id is 'The workspace of the data set of a task without a report; null: the task asks a report, or the workspace was removed.';
comment on column tasks.service_dataset_id is 'The data set of a task without a report, at its service.';
comment on column tasks.dataset_name is 'The name of the data set when it was chosen.';
create index tasks_of_workspace on tasks (tenant_id, workspace_id) where workspace_id is not null;

alter table task_digest_entries alter column report_id drop not null;
comment on column task_digest_entries.report_id is 'Null: the task asks a data set without a report.';
