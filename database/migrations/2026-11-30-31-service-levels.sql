-- Service levels of the help desk: working hours to the first answer and to the resolution of a ticket.
create table service_levels (
  tenant_id uuid primary key references tenants on delete cascade default app.tenant_id(),
  high_first_answer numeric,
  high_resolution numeric,
  medium_first_answer numeric,
  medium_resolution numeric,
  low_first_answer numeric,
  low_resolution numeric,
  hours jsonb not null,
  country text,
  region text,
  own_days jsonb not null,
  holidays jsonb not null default '[]',
  holidays_until integer,
  version integer not null default 1,
  constraint service_levels_region check (region is null or country is not null)
);
comment on table service_levels is 'Targets of a tenant in working hours, by priority of the ticket; null: no target.';
comment on column service_levels.hours is 'Weekly hours in the time zone of the tenant; the shape is `interval` of platform/contract/week.ts.';
comment on column service_levels.own_days is 'Further days without working time: day and name.';
comment on column service_levels.holidays is 'The public holidays of country and region, computed when they are chosen and by a job.';
comment on column service_levels.holidays_until is 'The last year of `holidays`.';
call app.tenant_policy('service_levels');

alter table ticket_follow_ups
  add column waits boolean not null default false,
  add constraint ticket_follow_ups_waits check (not waits or (by_handler and not internal and text is not null));
comment on column ticket_follow_ups.waits is 'An answer that waits for a reply: working time is not counted until the reply.';

alter table tickets
  add column waiting boolean not null default false,
  add column first_answer_due_at timestamptz,
  add column resolution_due_at timestamptz,
  add column due_at timestamptz generated always as (least(first_answer_due_at, resolution_due_at)) stored,
  add column due_rules text,
  add column notice text,
  add column notice_at timestamptz,
  add constraint tickets_notice check (notice in ('soon', 'overdue') and notice_at is not null or notice is null and notice_at is null);
comment on column tickets.waiting is 'Waits for a reply of the person who opened it.';
comment on column tickets.first_answer_due_at is 'Null: answered, resolved, or no target.';
comment on column tickets.resolution_due_at is 'Null: resolved, waiting within its time, or no target.';
comment on column tickets.due_rules is 'Version of the service levels and time zone from which the due times were computed.';
comment on column tickets.notice_at is 'When people who handle tickets are notified that the ticket is due soon, or overdue.';
create index tickets_due on tickets (tenant_id, due_at) where due_at is not null;
create index tickets_to_notice on tickets (tenant_id, notice_at) where notice_at is not null;
create index tickets_unresolved on tickets (tenant_id, due_rules) where status <> 'closed';
