-- The list and the search of tickets, and the texts that they read.

create or replace function app.copy_words_of_follow_ups() returns trigger language plpgsql set search_path = public, pg_temp as $$
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

create or replace function app.priority_rank(priority text) returns integer immutable parallel safe language sql
  return case priority when 'high' then 3 when 'medium' then 2 else 1 end;
comment on function app.priority_rank is 'The order of the priorities of tickets. Immutable, so that an index may use it.';

create or replace function app.tickets_page(
  search text, in_status text, in_priority text, handling boolean, overdue boolean, sort text, descending boolean, take integer, skip integer,
  most integer)
returns table (ticket_id uuid, place bigint, total integer) rows 25
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  -- A search reads this many tickets in their order first. If a quarter of them match, the index of the words would read far more.
  sampled constant integer := 2000;
  handles constant boolean := app.handles_tickets();
  pattern constant text := '%' || regexp_replace(app.plain(search), '([\\%_])', '\\\1', 'g') || '%';
  number constant text := substring(trim(search) from '^#?(\d{1,9})$');
  visible text := format('w.tenant_id = %L', app.tenant_id());
  filter text;
  scanned text;
  found_people uuid[];
  -- Due times are for people who handle tickets.
  key constant text := case sort
    when 'changed_at' then 'w.changed_at' when 'created_at' then 'w.created_at' when 'number' then 'w.number' when 'name' then 'app.plain(w.name)'
    when 'priority' then 'app.priority_rank(w.priority)' when 'estimated_at' then 'w.estimated_at'
    when 'due_at' then case when handles then 'w.due_at' else 'null::timestamptz' end end;
  is_optional constant boolean := sort in ('estimated_at', 'due_at');
  direction constant text := case when descending then 'desc' else 'asc' end;
  tickets uuid[];
  matching integer;
  counted integer;
begin
  if not handles then
    visible := visible || format(' and (w.user_id = %1$L or w.id = any (%2$L))', app.user_id(),
      array(select x.ticket_id from ticket_watchers x where x.tenant_id = app.tenant_id() and x.user_id = app.user_id()));
  end if;
  filter := visible
    || case when in_status is null then '' else format(' and w.status = %L', in_status) end
    || case when in_priority is null then '' else format(' and app.priority_rank(w.priority) = %s', app.priority_rank(in_priority)) end
    || case when handling is null then ''
         else format(case when handling then ' and w.handler_id = %L' else ' and w.handler_id is distinct from %L' end, app.user_id()) end
    || case when overdue is null then ''
         when overdue then case when handles then ' and w.due_at <= now()' else ' and false' end
         else case when handles then ' and (w.due_at <= now()) is not true' else '' end end;
  scanned := filter;
  if search <> '' then
    found_people := array(
      select p.user_id from person_texts p
       where p.tenant_id = app.tenant_id() and p.every like pattern and p.name like pattern limit 1000);
    -- `%5$s` is nothing, or an expression that keeps PostgreSQL from using the index of the words.
    select filter || format(x.condition, pattern, app.user_id(), found_people, number, ''),
           filter || format(x.condition, pattern, app.user_id(), found_people, number, ' || ''''')
      into filter, scanned
      from (select ' and (w.words%5$s like %1$L or w.answer_words%5$s like %1$L or w.user_id = any (%3$L)'
                -- In their own ticket, people who handle tickets are the side that asks, so they read no notes.
                || case when handles then ' or w.note_words%5$s like %1$L and w.user_id is distinct from %2$L' else '' end
                || case when number is null then '' else ' or w.number = %4$s' end || ')' as condition) x;
  end if;

  if handles and filter = visible then
    -- The page is read in the order of an index.
    execute format(case when is_optional then
      'select array(select p.id from (
         (select w.id, %2$s as sorted, w.number from tickets w where %1$s and %2$s is not null order by %2$s %3$s, w.number %3$s limit %6$s)
         union all
         (select w.id, null, w.number from tickets w where %1$s and %2$s is null order by w.number %3$s limit %6$s)) p
         order by p.sorted %3$s nulls last, p.number %3$s limit %4$s offset %5$s)'
      else 'select array(select w.id from tickets w where %1$s order by %2$s %3$s, w.number %3$s limit %4$s offset %5$s)' end,
      visible, key, direction, take, skip, take + skip) into tickets;
    execute format('select count(*) from (select from tickets w where %s limit %s) f', visible, most) into counted;
  elsif handles and take + skip <= sampled and not is_optional then
    execute format(
      'with f as materialized (
         select w.id from (select * from tickets w where %1$s order by %3$s %4$s, w.number %4$s limit %5$s) w where %2$s)
       select array(select f.id from f limit %6$s offset %7$s), (select count(*) from f)',
      visible, filter, key, direction, sampled, take, skip) into tickets, matching;
    if matching * 4 >= sampled and matching >= take + skip then
      execute format('select count(*) from (select from tickets w where %s limit %s) f', scanned, most) into counted;
    end if;
  end if;
  if counted is null then
    execute format(
      'with f as materialized (select w.id, %1$s as sorted, w.number from tickets w where %2$s)
       select array(select f.id from f order by f.sorted %3$s nulls last, f.number %3$s limit %4$s offset %5$s),
              least((select count(*) from f), %6$s)',
      key, filter, direction, take, skip, most) into tickets, counted;
  end if;
  return query select p.id, p.place, counted from unnest(tickets) with ordinality as p(id, place);
end
$$;
comment on function app.tickets_page is
  'One page of the tickets of the tenant of the session that its person may see, in order. `search` is a part of subject, text, answers, '
  'notes (for who handles tickets), the name of the person who opened it, or the number. `total` counts up to `most`. The statements have '
  'their values as constants, so that PostgreSQL plans them for these values.';
call app.callable_platform_function('app.tickets_page');
