-- What a session writes is its business unit's: the column says so itself, so that what writes records need not know the wall.
create or replace procedure app.tenant_wall(table_name text) language plpgsql as $$
begin
  execute format('alter table %I alter column tenant_id set default app.tenant_id()', table_name);
  call app.wall(table_name, 'tenant_id = (select app.tenant_id())');
end
$$;
alter table shifts alter column tenant_id set default app.tenant_id();
alter table custom_fields alter column tenant_id set default app.tenant_id();
alter table tags alter column tenant_id set default app.tenant_id();

-- What is new on the platform, told to those who run it day by day. Each entry in up to four languages, always in pt-BR.
create table changelog_entries (
  id uuid primary key default uuidv7(),
  title jsonb not null,
  name text not null generated always as (title ->> 'pt-BR') stored,
  body jsonb not null,
  kind text not null,
  day date not null,
  sent boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint changelog_entries_name_key unique (name)
);
call app.wall('changelog_entries', '(select app.on_platform())');
create policy readers on changelog_entries for select to vitrine_app using (sent);
