-- Known faults of reports. People who handle tickets mark one from a ticket, and one answer ends it for all its tickets.
create table report_faults (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  report_id uuid not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint report_faults_report foreign key (tenant_id, report_id) references reports on delete cascade
);
comment on table report_faults is 'Faults of reports that are known. Only people who may open the report see them.';
comment on column report_faults.ended_at is 'Null: the fault is still there.';
create unique index report_faults_open on report_faults (tenant_id, report_id) where ended_at is null;
create index report_faults_of_report on report_faults (tenant_id, report_id);
call app.tenant_policy('report_faults');

create table report_fault_followers (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  fault_id uuid not null,
  user_id uuid not null references users on delete cascade default app.user_id(),
  primary key (tenant_id, fault_id, user_id),
  constraint report_fault_followers_fault foreign key (tenant_id, fault_id) references report_faults on delete cascade
);
comment on table report_fault_followers is 'People who are told when the fault ends.';
create index report_fault_followers_of_person on report_fault_followers (user_id);
call app.tenant_policy('report_fault_followers');

alter table tickets
  add column fault_id uuid,
  add constraint tickets_fault foreign key (tenant_id, fault_id) references report_faults on delete set null (fault_id);
comment on column tickets.fault_id is 'The known fault that the ticket is about.';
create index tickets_of_fault on tickets (tenant_id, fault_id) where fault_id is not null;
