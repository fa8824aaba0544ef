-- Statistics of the help desk: when a ticket was first answered, and whether its targets were reached. Due times end with the answer and with
-- the resolution, so the result is stored with each change.
alter table tickets
  add column first_answered_at timestamptz,
  add column first_answer_in_time boolean,
  add column resolved_in_time boolean;
comment on column tickets.first_answered_at is 'When a person who handles tickets answered first; null: nobody has.';
comment on column tickets.first_answer_in_time is 'The first answer came before its due time; null: there is no answer, or there was no target.';
comment on column tickets.resolved_in_time is 'The same of the resolution.';
create index tickets_by_resolution on tickets (tenant_id, closed_at) where closed_at is not null;

-- Earlier tickets have no known result, because the rules of their time are not kept.
set local role vitrine_platform;
update tickets t set first_answered_at = x.at
  from (select f.tenant_id, f.ticket_id, min(f.created_at) as at from ticket_follow_ups f
         where f.by_handler and not f.internal and f.text is not null group by f.tenant_id, f.ticket_id) x
 where t.tenant_id = x.tenant_id and t.id = x.ticket_id;
reset role;
