-- The file of an import stays until its columns are confirmed, so that it can be read in another encoding. The unit's choice of columns is
-- remembered, and corrections in the review can be taken back.

alter table user_imports
  add column file bytea,
  add column encoding text,
  add column delimiter text;
comment on column user_imports.file is 'The CSV file until its columns are confirmed. Null: confirmed, or a workbook.';
comment on column user_imports.encoding is 'How the file was read. Null: a workbook.';

create table user_import_mappings (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  heading text not null,
  target text not null,
  used_at timestamptz not null default now(),
  primary key (tenant_id, heading)
);
comment on table user_import_mappings is 'Which field people of the unit chose last for a column with this heading. An empty target: none.';
comment on column user_import_mappings.heading is 'Without accents and signs, in lower case.';
call app.tenant_policy('user_import_mappings');

create table user_import_edits (
  tenant_id uuid not null default app.tenant_id(),
  import_id uuid not null,
  id uuid not null default app.uuidv7(),
  column_index integer not null,
  before text not null,
  after text not null,
  numbers integer[] not null,
  primary key (tenant_id, import_id, id),
  constraint user_import_edits_import foreign key (tenant_id, import_id) references user_imports on delete cascade
);
comment on table user_import_edits is 'Corrections of cells in the review, each of one row or of all rows with the same value, so that they can be taken back.';
comment on column user_import_edits.numbers is 'The rows whose cell was corrected.';
call app.tenant_policy('user_import_edits');
