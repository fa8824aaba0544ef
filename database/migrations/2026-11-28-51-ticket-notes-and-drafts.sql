-- Help desk: internal notes, which only people who handle tickets read, and drafts of answers.

alter table ticket_follow_ups
  add column internal boolean not null default false,
  add constraint ticket_follow_ups_internal check (not internal or (by_handler and text is not null and status is null));
comment on column ticket_follow_ups.internal is 'A note for the people who handle tickets. The person who opened the ticket never reads it.';

create table ticket_drafts (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  ticket_id uuid not null,
  user_id uuid not null references users on delete cascade default app.user_id(),
  text text not null,
  internal boolean not null,
  saved_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id, user_id),
  constraint ticket_drafts_ticket foreign key (tenant_id, ticket_id) references tickets on delete cascade
);
comment on table ticket_drafts is 'The answer that a person has written in a ticket and has not sent yet. Only that person reads it.';
create index ticket_drafts_of_person on ticket_drafts (user_id);
call app.tenant_policy('ticket_drafts');
