-- Duplicate tickets are merged into another one; the people who opened them watch that one.
alter table tickets
  add column merged_into uuid,
  add constraint tickets_merged_into foreign key (tenant_id, merged_into) references tickets on delete set null (merged_into),
  add constraint tickets_merged check (merged_into is null or (merged_into <> id and status = 'closed'));
comment on column tickets.merged_into is 'The ticket of which this one is a duplicate. A merged ticket does not change any more.';
create index tickets_merged_into_ticket on tickets (tenant_id, merged_into) where merged_into is not null;

create table ticket_watchers (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  ticket_id uuid not null,
  user_id uuid not null references users on delete cascade,
  primary key (tenant_id, ticket_id, user_id),
  constraint ticket_watchers_ticket foreign key (tenant_id, ticket_id) references tickets on delete cascade
);
comment on table ticket_watchers is 'People who read and answer a ticket that another person opened, because theirs was merged into it.';
create index ticket_watchers_of_person on ticket_watchers (user_id);
call app.tenant_policy('ticket_watchers');
