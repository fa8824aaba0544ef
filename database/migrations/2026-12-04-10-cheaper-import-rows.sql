-- Less work for each row of an import.

-- Most rows add a person: the check of the rows then writes only the others.
alter table user_import_rows alter column plan set default '{"kind": "new"}';
comment on column user_import_rows.plan is
  '{"kind": "new"}, {"kind": "same", "id"} or {"kind": "change", "id", "changes": {"<field>": ["<old>", "<new>"]}}: what the import will do. '
  'Null: the row has a fault, or was imported. The check of the rows replaces the default where it is another.';

-- A row has a person only after it was imported.
drop index user_import_rows_of_person;
create index user_import_rows_of_person on user_import_rows (tenant_id, user_id) where user_id is not null;
