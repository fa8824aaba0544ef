-- A copy of all data of one person as one file, for who asked for it: the person, or somebody who manages people of the unit.
create table data_archives (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  requested_by uuid not null default app.user_id() references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'downloaded')),
  path text,
  bytes integer,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  primary key (tenant_id, id),
  constraint data_archives_person foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint data_archives_path check ((state = 'ready') = (path is not null))
);
comment on table data_archives is
  'Copies of the data of a person, for a day. Only who asked for one receives its file, once.';
comment on column data_archives.user_id is 'The person whose data it has.';
comment on column data_archives.path is 'The stored file, until somebody downloads it.';
create index data_archives_person on data_archives (tenant_id, user_id);
create index data_archives_requested_by on data_archives (requested_by);
create index data_archives_by_age on data_archives (created_at);
call app.row_policy('data_archives', 'tenant_id = (select app.tenant_id()) and requested_by = (select app.user_id())');
