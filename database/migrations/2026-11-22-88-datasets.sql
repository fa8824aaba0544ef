-- Data sets: those that the reports of a tenant read, when the portal refreshes them, and the history of refreshes.

create table datasets (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  workspace_id uuid not null,
  service_id text not null,
  name text not null,
  dedicated boolean not null default false,
  refreshable boolean not null default true,
  enabled boolean not null default false,
  days smallint[] not null default '{}' check (days <@ '{1,2,3,4,5,6,7}'),
  times text[] not null default '{}',
  after_id uuid,
  owner_id uuid,
  next_at timestamptz,
  planned_zone text,
  looked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint datasets_service_key unique (tenant_id, workspace_id, service_id),
  constraint datasets_workspace foreign key (tenant_id, workspace_id) references workspaces on delete cascade,
  constraint datasets_after foreign key (tenant_id, after_id) references datasets (tenant_id, id) on delete set null (after_id),
  constraint datasets_owner foreign key (tenant_id, owner_id) references memberships (tenant_id, user_id) on delete set null (owner_id)
);
comment on table datasets is 'Data sets that published reports of a tenant read. A trigger of `reports` adds and removes them.';
comment on column datasets.service_id is 'The id of the data set at the report service.';
comment on column datasets.name is 'The name of the first report that reads it, until the service has told its own name.';
comment on column datasets.dedicated is 'The workspace is on a dedicated capacity, which allows more refreshes a day.';
comment on column datasets.days is 'ISO days of the schedule: Monday is 1.';
comment on column datasets.times is 'Times of day of the schedule, HH:MM, in the time zone of the tenant.';
comment on column datasets.after_id is 'The data set whose completed refresh starts a refresh of this one.';
comment on column datasets.owner_id is 'Who is told of failed refreshes; null: the administrators.';
comment on column datasets.planned_zone is 'The time zone for which next_at was computed; another one of the tenant plans it anew.';
comment on column datasets.next_at is 'The next scheduled start; null without a schedule.';
create index datasets_due on datasets (next_at) where next_at is not null;
create index datasets_by_after on datasets (tenant_id, after_id) where after_id is not null;
create index datasets_by_owner on datasets (tenant_id, owner_id) where owner_id is not null;
call app.tenant_policy('datasets');

create table dataset_refreshes (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  dataset_id uuid not null,
  cause text not null check (cause in ('person', 'schedule', 'chain', 'service')),
  user_id uuid references users on delete set null,
  request_id text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'failed', 'canceled', 'refused')),
  problem text,
  service_code text,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint dataset_refreshes_dataset foreign key (tenant_id, dataset_id) references datasets (tenant_id, id) on delete cascade,
  constraint dataset_refreshes_request_key unique (tenant_id, dataset_id, request_id)
);
comment on table dataset_refreshes is 'Refreshes of data sets: those that the portal started, and those that the service reports.';
comment on column dataset_refreshes.cause is 'Who started it: a person, the schedule, the refresh of another data set, or somebody at the service.';
comment on column dataset_refreshes.request_id is 'The id of the refresh at the service; null until the service has listed it.';
comment on column dataset_refreshes.problem is 'Why it failed or was not started, as a word for which the portal has sentences.';
comment on column dataset_refreshes.service_code is 'The error code of the service; one word.';
create index dataset_refreshes_recent on dataset_refreshes (tenant_id, dataset_id, started_at desc);
create index dataset_refreshes_by_user on dataset_refreshes (user_id) where user_id is not null;
call app.tenant_policy('dataset_refreshes');

-- A data set exists while a report reads it.
create function app.keep_datasets() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into datasets (tenant_id, workspace_id, service_id, name)
    values (new.tenant_id, new.workspace_id, new.service_dataset_id, new.name)
    on conflict on constraint datasets_service_key do nothing;
  end if;
  if tg_op <> 'INSERT' then
    delete from datasets d
     where d.tenant_id = old.tenant_id and d.workspace_id = old.workspace_id and d.service_id = old.service_dataset_id
       and not exists (select from reports r where r.tenant_id = old.tenant_id and r.workspace_id = old.workspace_id
                          and r.service_dataset_id = old.service_dataset_id);
  end if;
  return null;
end
$$;
comment on function app.keep_datasets is 'Adds the data set of a published report, and removes a data set that no report reads any more.';
create trigger keep_datasets after insert or delete or update of workspace_id, service_dataset_id on reports
  for each row execute function app.keep_datasets();
create index reports_by_dataset on reports (tenant_id, workspace_id, service_dataset_id);

set local role vitrine_platform;
insert into datasets (tenant_id, workspace_id, service_id, name)
select distinct on (tenant_id, workspace_id, service_dataset_id) tenant_id, workspace_id, service_dataset_id, name
  from reports order by tenant_id, workspace_id, service_dataset_id, created_at;
reset role;
