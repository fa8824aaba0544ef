-- Tickets: a number is given once, also after a ticket was removed; the search reads an index.

create table ticket_numbers (
  tenant_id uuid primary key references tenants on delete cascade default app.tenant_id(),
  last integer not null
);
comment on table ticket_numbers is 'The number of the last ticket of a tenant. A number of a removed ticket is not given again.';
call app.tenant_policy('ticket_numbers');

insert into ticket_numbers (tenant_id, last) select tenant_id, max(number) from tickets group by tenant_id;

alter table tickets
  add column words text not null generated always as (app.plain(name || ' ' || text)) stored;
comment on column tickets.words is 'What a search reads: subject and text, without case and accents.';
create index tickets_words on tickets using gin (tenant_id, words gin_trgm_ops) with (gin_pending_list_limit = 256);
-- The files that one person sent in a day are limited.
drop index ticket_attachments_of_person;
create index ticket_attachments_of_person on ticket_attachments (user_id, created_at);
create index tickets_opened on tickets (user_id, created_at);
drop index tickets_of_person;
drop index ticket_follow_ups_of_person;
create index ticket_follow_ups_of_person on ticket_follow_ups (user_id, created_at);
