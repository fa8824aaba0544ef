-- Imports of people from a file: its rows wait here until they are checked, corrected and added. The file itself is not kept.

create table user_imports (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  name text not null,
  state text not null default 'mapping' constraint user_imports_state check (state in ('mapping', 'review', 'running', 'done', 'cancelled')),
  user_id uuid references users on delete set null,
  headings text[] not null,
  columns text[] not null,
  language text not null,
  starter jsonb,
  invited integer not null default 0,
  succeeded integer not null default 0,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table user_imports is 'Files of people that somebody adds to a tenant. A job erases them after some days.';
comment on column user_imports.name is 'The name of the file as it was sent.';
comment on column user_imports.user_id is 'Who sent the file; null: the person was erased.';
comment on column user_imports.columns is 'For each heading the field that it fills, or an empty text.';
comment on column user_imports.language is 'The language of people without one in the file.';
comment on column user_imports.starter is 'Who started it, for the audit entries of the people whom the job adds.';
comment on column user_imports.invited is 'How many of the people got a mail with a link.';
comment on column user_imports.succeeded is 'How many people were added. Their rows are empty.';
create index user_imports_by_change on user_imports (changed_at);
create index user_imports_of_person on user_imports (user_id);
call app.tenant_policy('user_imports');

create table user_import_rows (
  tenant_id uuid not null default app.tenant_id(),
  import_id uuid not null,
  number integer not null,
  cells text[] not null,
  faults jsonb not null default '{}',
  state text not null default 'pending' constraint user_import_rows_state check (state in ('pending', 'success', 'failed')),
  primary key (tenant_id, import_id, number),
  constraint user_import_rows_import foreign key (tenant_id, import_id) references user_imports on delete cascade
);
comment on table user_import_rows is 'The rows of an import. A removed row is deleted.';
comment on column user_import_rows.number is 'The line in the file; the first line has the headings.';
comment on column user_import_rows.cells is 'As in the file, corrected by people. Empty as soon as the person was added.';
comment on column user_import_rows.faults is '{"email": "user.email_taken"}: the error code by field; the field "row" is the whole row.';
call app.tenant_policy('user_import_rows');

create function app.taken_emails(emails text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select u.email from users u
   where app.tenant_id() is not null and app.profile() is distinct from 'user' and u.email = any(emails)
$$;
comment on function app.taken_emails is
  'Which of these addresses belong to somebody, also in other tenants: the answer that adding each of them would give, without adding it.';
call app.callable_platform_function('app.taken_emails');
