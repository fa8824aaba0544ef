-- An import changes people who exist already, pauses, and is taken back.

alter table user_imports
  add column existing text not null default 'skip' constraint user_imports_existing check (existing in ('skip', 'fill', 'update')),
  add column matched_by text not null default 'email' constraint user_imports_matched_by check (matched_by in ('email', 'phone')),
  add column changed integer not null default 0,
  add column same integer not null default 0,
  add column removed integer not null default 0,
  add column undone integer not null default 0,
  add column started_at timestamptz,
  add column undoer jsonb,
  add column problem text constraint user_imports_problem check (problem in ('right_lost', 'failed')),
  drop constraint user_imports_state,
  add constraint user_imports_state
    check (state in ('mapping', 'review', 'running', 'paused', 'done', 'cancelled', 'undoing', 'undone'));
comment on column user_imports.existing is 'What happens to rows of people who exist: skip, fill (empty fields only), update.';
comment on column user_imports.matched_by is 'The field that finds the person of a row.';
comment on column user_imports.changed is 'How many people were changed.';
comment on column user_imports.same is 'How many rows changed nothing, because the person exists.';
comment on column user_imports.removed is 'How many rows people removed in the review.';
comment on column user_imports.undone is 'How many added people were removed, and changed people changed back.';
comment on column user_imports.started_at is 'When it was started first. Null: not yet.';
comment on column user_imports.undoer is 'Who takes it back, for the audit entries of the job.';
comment on column user_imports.problem is 'Why the product stopped it: the starter lost the right, or the job failed.';

alter table user_import_rows
  add column plan jsonb,
  add column effect text constraint user_import_rows_effect check (effect in ('added', 'changed')),
  add column user_id uuid,
  add column version integer,
  add column before jsonb,
  add column after jsonb,
  drop constraint user_import_rows_state,
  add constraint user_import_rows_state check (state in ('pending', 'success', 'same', 'failed', 'undone')),
  add constraint user_import_rows_person foreign key (tenant_id, user_id) references memberships on delete cascade;
comment on column user_import_rows.plan is
  '{"kind": "new"}, {"kind": "same", "id"} or {"kind": "change", "id", "changes": {"<field>": ["<old>", "<new>"]}}: what the import will do. Null: the row has a fault.';
comment on column user_import_rows.user_id is 'The person whom the row added or changed. The row is deleted with the membership.';
comment on column user_import_rows.version is 'The version of the membership after the effect: another version is a later change.';
comment on column user_import_rows.before is 'The fields that the row changed, with the old values.';
comment on column user_import_rows.after is 'The same fields with the new values.';
create index user_import_rows_of_person on user_import_rows (tenant_id, user_id);
create index user_import_rows_by_state on user_import_rows (tenant_id, import_id, state, number);
