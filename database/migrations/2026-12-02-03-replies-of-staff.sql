-- Staff outside of a business unit reply by mail to tickets that were handed up to them, and read and add their attachments.
create table ticket_staff_reply_codes (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  ticket_id uuid not null,
  user_id uuid not null references users on delete cascade,
  code text not null constraint ticket_staff_reply_codes_form check (code ~ '^[a-z2-7]{16}$'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id, user_id),
  constraint ticket_staff_reply_codes_code_key unique (code),
  constraint ticket_staff_reply_codes_ticket foreign key (tenant_id, ticket_id) references tickets on delete cascade
);
comment on table ticket_staff_reply_codes is
  'One code for each handed ticket and each of the staff who got a mail about it. It ends with the ticket and with the person.';
create index ticket_staff_reply_codes_of_person on ticket_staff_reply_codes (user_id);
call app.tenant_policy('ticket_staff_reply_codes');

alter table ticket_mails
  alter column user_id drop not null,
  add column staff_id uuid references users on delete cascade,
  add constraint ticket_mails_addressee check (num_nonnulls(user_id, staff_id) = 1);
comment on column ticket_mails.user_id is 'The member to whom the mail was sent that this one replies to. Null: `staff_id` has the person.';
comment on column ticket_mails.staff_id is 'The same, of the staff outside of the tenant.';
-- Work across tenants finds a mail by its id alone.
create index ticket_mails_by_id on ticket_mails (id);
create index ticket_mails_of_staff on ticket_mails (staff_id, ticket_id, received_at) where staff_id is not null;

-- A fault without tickets could be ended by nobody. The portal tells the followers when a person deletes the ticket.
create or replace function app.end_empty_fault() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update report_faults f set ended_at = now()
   where f.tenant_id = old.tenant_id and f.id = old.fault_id and f.ended_at is null
     and not exists (select from tickets t where t.tenant_id = old.tenant_id and t.fault_id = old.fault_id);
  return null;
end
$$;
comment on function app.end_empty_fault is 'Ends the known fault of a deleted ticket that was its last one, also when its retention ends.';
create trigger end_empty_fault after delete on tickets for each row
  when (old.fault_id is not null) execute function app.end_empty_fault();
set local role vitrine_platform;
update report_faults f set ended_at = now()
 where f.ended_at is null and not exists (select from tickets t where t.tenant_id = f.tenant_id and t.fault_id = f.id);
reset role;

-- Its result has one more column. The new text is applied after the migrations (database/functions/handed-tickets.sql).
drop function if exists app.handed_follow_ups(uuid, integer);
