-- Background work. The queue's own tables are the library's: the owner installs them here, in the version of pg-boss that is installed, and
-- the application neither makes nor changes them. A newer pg-boss that wants other tables brings a migration (getMigrationPlans()).
-- (here stand the tables of pg-boss)

-- Its tables know no walls. Deliveries are read by platform-wide work alone; a session may put a job in and read nothing of others.
grant usage on schema pgboss to vitrine_app, vitrine_platform;
grant select, insert, update, delete on all tables in schema pgboss to vitrine_platform;
grant select on pgboss.queue to vitrine_app;
grant insert, select (id) on pgboss.job, pgboss.job_common to vitrine_app;

-- What has been done: one row for each effect of a task, written in the effect's own transaction. pg-boss delivers at least once; whoever
-- finds the slot taken ends. Also the slots of a schedule, so that of several processes one puts the job in. A row of platform-wide work
-- belongs to no business unit.
create table job_slots (
  tenant_id uuid references tenants on delete cascade,
  task text not null,
  slot text not null,
  taken_at timestamptz not null default now(),
  constraint job_slots_key unique nulls not distinct (tenant_id, task, slot)
);
create index job_slots_by_age on job_slots (taken_at);
call app.tenant_wall('job_slots');
