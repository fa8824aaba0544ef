-- Uploaded files.

create or replace function app.record_erased_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into erased_files (path) values (old.path) on conflict do nothing;
  return null;
end
$$;
comment on function app.record_erased_file is 'Remembers each file whose row was deleted, also by a cascade, until the storage has deleted it.';
call app.platform_function('app.record_erased_file');
