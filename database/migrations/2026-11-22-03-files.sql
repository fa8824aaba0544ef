-- Files that people upload.

create table files (
  path text primary key check (path ~ '^(public|private)/[0-9a-f-]{36}/[A-Za-z0-9_-]{22}[.](png|webp)$'),
  partner_id uuid not null references partners on delete cascade,
  tenant_id uuid,
  kind text not null,
  bytes integer not null,
  used boolean not null default false,
  created_at timestamptz not null default now(),
  constraint files_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade
);
comment on table files is
  'One row per stored file, written before the bytes, so that the storage holds no file without a row. '
  'A job erases files that stay unused for a day.';
comment on column files.path is 'Below /storage/: anybody may read `public/…`; `private/…` needs a signed address.';
comment on column files.tenant_id is 'Null: a file of the partner itself.';
comment on column files.kind is 'What it may be used for: a logo cannot become a favicon.';
comment on column files.used is 'A record refers to the file.';
create index files_owner on files (partner_id, tenant_id, created_at);
create index files_unused on files (created_at) where not used;
call app.row_policy('files', $rule$
  partner_id = (select app.partner_id()) and tenant_id is not distinct from (select app.tenant_id())
$rule$);

create table erased_files (
  path text primary key,
  erased_at timestamptz not null default now()
);
comment on table erased_files is 'Files whose row is gone. A job deletes their bytes from the storage, then the entry here.';
call app.platform_policy('erased_files');

create function app.record_erased_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into erased_files (path) values (old.path) on conflict do nothing;
  return null;
end
$$;
comment on function app.record_erased_file is 'Remembers each file whose row was deleted, also by a cascade, until the storage has deleted it.';
call app.platform_function('app.record_erased_file');
create trigger record_erased_file after delete on files for each row execute function app.record_erased_file();
