-- Help desk: the list and the search of a help desk with 100,000 tickets read indexes, and the search finds follow-ups.

alter table tickets
  add column answer_words text not null default '',
  add column note_words text not null default '';
comment on column tickets.answer_words is 'The same of the follow-ups that everybody who sees the ticket reads; a trigger adds each new one.';
comment on column tickets.note_words is 'The same of internal notes.';

-- Only follow-ups are read here, and no other row changes.
update tickets t
   set answer_words = right(x.answers, 200000), note_words = right(x.notes, 200000)
  from (select f.tenant_id, f.ticket_id,
               coalesce(string_agg(app.plain(f.text) || E'\n', '' order by f.created_at, f.id) filter (where not f.internal), '') as answers,
               coalesce(string_agg(app.plain(f.text) || E'\n', '' order by f.created_at, f.id) filter (where f.internal), '') as notes
          from ticket_follow_ups f where f.text is not null group by f.tenant_id, f.ticket_id) x
 where t.tenant_id = x.tenant_id and t.id = x.ticket_id;

create function app.copy_words_of_follow_ups() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update tickets t
     set answer_words = right(t.answer_words || x.answers, 200000), note_words = right(t.note_words || x.notes, 200000)
    from (select f.tenant_id, f.ticket_id,
                 coalesce(string_agg(app.plain(f.text) || E'\n', '' order by f.created_at, f.id) filter (where not f.internal), '') as answers,
                 coalesce(string_agg(app.plain(f.text) || E'\n', '' order by f.created_at, f.id) filter (where f.internal), '') as notes
            from present f where f.text is not null group by f.tenant_id, f.ticket_id) x
   where t.tenant_id = x.tenant_id and t.id = x.ticket_id;
  return null;
end
$$;
comment on function app.copy_words_of_follow_ups is
  'Copies the texts of new follow-ups into their tickets, where a search reads the last 200,000 characters of answers and of notes.';
create trigger copy_words after insert on ticket_follow_ups
  referencing new table as present for each statement execute function app.copy_words_of_follow_ups();

create function app.priority_rank(priority text) returns integer immutable parallel safe language sql
  return case priority when 'high' then 3 when 'medium' then 2 else 1 end;
comment on function app.priority_rank is 'The order of the priorities of tickets. Immutable, so that an index may use it.';

drop index tickets_words;
create index tickets_words on tickets
  using gin (tenant_id, words gin_trgm_ops, answer_words gin_trgm_ops, note_words gin_trgm_ops) with (gin_pending_list_limit = 256);
drop index tickets_by_change;
create index tickets_by_change on tickets (tenant_id, changed_at, number);
create index tickets_by_creation on tickets (tenant_id, created_at, number);
create index tickets_by_name on tickets (tenant_id, app.plain(name), number);
create index tickets_by_priority on tickets (tenant_id, app.priority_rank(priority), number);
create index tickets_by_estimate on tickets (tenant_id, estimated_at, number) where estimated_at is not null;
drop index tickets_due;
create index tickets_due on tickets (tenant_id, due_at, number) where due_at is not null;

drop function if exists app.tickets_by_words;
