-- The help desk: tickets, their follow-ups and their files.

create function app.handles_tickets() returns boolean stable parallel safe language sql
return app.profile() in ('a2m', 'master', 'admin') or exists (
  select from public.memberships m
   where m.tenant_id = app.tenant_id() and m.user_id = app.user_id() and m.profile = app.profile()
     and 'support_agent' = any(m.toggles));
comment on function app.handles_tickets is
  'Does the session have the permission ticket.handle (catalogue/access.ts)? It then has the tickets of everybody.';

create table tickets (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  number integer not null,
  name text not null,
  text text not null,
  status text not null default 'open' constraint tickets_status check (status in ('open', 'on_going', 'closed')),
  priority text not null default 'medium' constraint tickets_priority check (priority in ('low', 'medium', 'high')),
  user_id uuid references users on delete set null,
  staff_name text,
  handler_id uuid references users on delete set null,
  handler_staff_name text,
  report_id uuid,
  estimated_at timestamptz,
  closed_at timestamptz,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint tickets_number_key unique (tenant_id, number),
  constraint tickets_report foreign key (tenant_id, report_id) references reports on delete set null (report_id),
  constraint tickets_closed check ((status = 'closed') = (closed_at is not null))
);
comment on table tickets is 'Questions and faults that people report to who handles tickets in their tenant.';
comment on column tickets.number is 'Counted from 1 in the tenant; people say it.';
comment on column tickets.user_id is 'Who opened it; null: the person was erased.';
comment on column tickets.staff_name is 'The name of one of the staff who opened it: the people of the tenant do not see the row of that person.';
comment on column tickets.handler_staff_name is 'The same of a handler.';
comment on column tickets.estimated_at is 'When the handlers expect to have it resolved.';
comment on column tickets.changed_at is 'Of the last follow-up or change.';
create index tickets_by_user on tickets (tenant_id, user_id, changed_at desc);
create index tickets_by_handler on tickets (tenant_id, handler_id, changed_at desc);
create index tickets_by_change on tickets (tenant_id, changed_at desc);
create index tickets_of_person on tickets (user_id);
create index tickets_of_handler on tickets (handler_id);
create index tickets_of_report on tickets (tenant_id, report_id) where report_id is not null;
call app.tenant_policy('tickets');

create table ticket_follow_ups (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  ticket_id uuid not null,
  user_id uuid references users on delete set null,
  staff_name text,
  by_handler boolean not null,
  text text,
  status text constraint ticket_follow_ups_status check (status in ('open', 'on_going', 'closed')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint ticket_follow_ups_ticket foreign key (tenant_id, ticket_id) references tickets on delete cascade,
  constraint ticket_follow_ups_content check (text is not null or status is not null)
);
comment on table ticket_follow_ups is 'Answers of both sides of a ticket, and its changes of status.';
comment on column ticket_follow_ups.staff_name is 'The name of its author, if that is one of the staff.';
comment on column ticket_follow_ups.by_handler is 'Its author handled tickets when they wrote it.';
comment on column ticket_follow_ups.status is 'The status that it gave the ticket; null: unchanged.';
create index ticket_follow_ups_by_ticket on ticket_follow_ups (tenant_id, ticket_id, created_at, id);
create index ticket_follow_ups_of_person on ticket_follow_ups (user_id);
call app.tenant_policy('ticket_follow_ups');

alter table files drop constraint files_path_check;
alter table files add constraint files_path_check check (
  path ~ '^(public|private)/[0-9a-f-]{36}/[A-Za-z0-9_-]{22}[.](png|webp)$' or path ~ '^private/[0-9a-f-]{36}/[A-Za-z0-9_-]{22}[.]bin$');

create table ticket_attachments (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  ticket_id uuid,
  follow_up_id uuid,
  user_id uuid references users on delete set null,
  name text not null,
  path text not null references files on delete cascade,
  bytes integer not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint ticket_attachments_path_key unique (path),
  constraint ticket_attachments_ticket foreign key (tenant_id, ticket_id) references tickets on delete cascade,
  constraint ticket_attachments_follow_up foreign key (tenant_id, follow_up_id) references ticket_follow_ups on delete cascade,
  constraint ticket_attachments_place check (follow_up_id is null or ticket_id is not null)
);
comment on table ticket_attachments is 'Files of tickets and follow-ups. Without a ticket: uploaded and not used yet; its file is erased after a day.';
comment on column ticket_attachments.name is 'The name of the file as it was sent.';
create index ticket_attachments_by_ticket on ticket_attachments (tenant_id, ticket_id);
create index ticket_attachments_of_follow_up on ticket_attachments (tenant_id, follow_up_id) where follow_up_id is not null;
create index ticket_attachments_of_person on ticket_attachments (user_id);
call app.tenant_policy('ticket_attachments');
