-- Tickets that were handed up, for the staff outside of a tenant. Row-level security hides the tickets of tenants from them, so each
-- function checks that the ticket is at a level that the session sees, and changes also that the person handles tickets.

create or replace function app.sees_handed(level text, partner uuid) returns boolean stable parallel safe language sql
  return coalesce(app.tenant_id() is null and (
    app.profile() = 'a2m' and level = 'platform'
    or app.profile() = 'master' and level <> 'unit' and partner = app.partner_id()), false);
comment on function app.sees_handed is
  'Does the session see a ticket of this level of a tenant of this partner? A partner also sees what it handed up to the platform.';

create or replace function app.handed_tickets(one uuid)
returns table (
  id uuid, tenant_id uuid, unit text, number integer, name text, text text, status text, priority text, level text, opened_by text,
  waiting boolean, due_at timestamptz, created_at timestamptz, changed_at timestamptz, handles boolean, words text, answers_in_hour integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.tenant_id, n.name, t.number, t.name, t.text, t.status, t.priority, t.level,
         coalesce((select u.name from users u where u.id = t.user_id), t.staff_name), t.waiting, t.due_at, t.created_at, t.changed_at,
         exists (select from users s where s.id = app.user_id() and s.support_agent), t.words,
         case when one is not null then (
           select count(*)::integer from tickets o join ticket_follow_ups f on f.tenant_id = o.tenant_id and f.ticket_id = o.id
            where o.user_id = t.user_id and f.by_handler and not f.internal and f.created_at > now() - interval '1 hour') end
    from tickets t join tenants n on n.id = t.tenant_id
   where t.level <> 'unit' and t.merged_into is null and (one is null or t.id = one) and n.removing_since is null
     and n.erase_at is null and app.sees_handed(t.level, n.partner_id)
$$;
comment on function app.handed_tickets is
  'The tickets that were handed up to the staff of the session; `one`: only this one, with the answers that its person got in the last hour.';
call app.callable_platform_function('app.handed_tickets');

create or replace function app.handed_follow_ups(ticket uuid, size integer)
returns table (
  id uuid, author text, by_handler boolean, internal boolean, text text, status text, level text, created_at timestamptz, by_mail boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, coalesce((select u.name from users u where u.id = f.user_id), f.staff_name), f.by_handler, f.internal, f.text, f.status,
         f.level, f.created_at, f.by_mail
    from app.handed_tickets(ticket) t join ticket_follow_ups f on f.tenant_id = t.tenant_id and f.ticket_id = t.id
   order by f.created_at desc, f.id desc limit size
$$;
comment on function app.handed_follow_ups is 'The last follow-ups of a ticket that was handed up to the staff of the session.';
call app.callable_platform_function('app.handed_follow_ups');

create or replace function app.answer_handed_ticket(ticket uuid, answer text, note boolean, waits boolean, new_status text)
returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  handed record;
  person text;
  asking uuid;
  before text;
  after text;
  made uuid;
begin
  select * into handed from app.handed_tickets(ticket) t where t.handles;
  if handed is null then return null; end if;
  select t.status, t.user_id into before, asking from tickets t where t.tenant_id = handed.tenant_id and t.id = ticket for update;
  -- Judged again with the ticket locked: its tenant may have taken it back meanwhile.
  if not exists (select from app.handed_tickets(ticket)) then return null; end if;
  -- Serializes the answers to one person, with the key of `receivedInHour` of the tickets. The caller counts them afterwards.
  if not note and asking is not null then perform pg_advisory_xact_lock(hashtextextended('answers to ' || asking, 0)); end if;
  select u.name into person from users u where u.id = app.user_id();
  after := case when note then before else coalesce(new_status, case before when 'open' then 'on_going' else before end) end;
  insert into ticket_follow_ups (tenant_id, ticket_id, user_id, staff_name, by_handler, internal, waits, text, status)
  values (handed.tenant_id, ticket, app.user_id(), person, true, note, waits and not note and after <> 'closed', answer, nullif(after, before))
  returning id into made;
  delete from ticket_drafts d where d.tenant_id = handed.tenant_id and d.ticket_id = ticket and d.user_id = app.user_id();
  if not note then
    update tickets t
       set status = after, closed_at = case when after = 'closed' then coalesce(t.closed_at, now()) end, changed_at = now(), version = t.version + 1
     where t.tenant_id = handed.tenant_id and t.id = ticket;
  end if;
  return made;
end
$$;
comment on function app.answer_handed_ticket is
  'Adds the answer or the internal note of one of the staff who handles tickets. Answers the id of the follow-up; null: it did nothing.';
call app.callable_platform_function('app.answer_handed_ticket');

create or replace function app.hand_ticket(ticket uuid, new_level text, note text)
returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  handed record;
  present text;
  person text;
  made uuid;
begin
  select * into handed from app.handed_tickets(ticket) t where t.handles;
  if handed is null then return null; end if;
  select t.level into present from tickets t where t.tenant_id = handed.tenant_id and t.id = ticket for update;
  -- Staff hand on what is at their own level.
  if present <> (case when app.on_platform() then 'platform' else 'partner' end) or present = new_level then return null; end if;
  select u.name into person from users u where u.id = app.user_id();
  insert into ticket_follow_ups (tenant_id, ticket_id, user_id, staff_name, by_handler, internal, text, level)
  values (handed.tenant_id, ticket, app.user_id(), person, true, true, note, new_level) returning id into made;
  update tickets t set level = new_level, changed_at = now(), version = t.version + 1
   where t.tenant_id = handed.tenant_id and t.id = ticket;
  return made;
end
$$;
comment on function app.hand_ticket is
  'Hands a ticket on to another level, with a note. Answers the id of the note; null: it did nothing.';
call app.callable_platform_function('app.hand_ticket');

create or replace function app.handed_draft(ticket uuid) returns table (text text, internal boolean, saved_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.text, d.internal, d.saved_at
    from app.handed_tickets(ticket) t join ticket_drafts d on d.tenant_id = t.tenant_id and d.ticket_id = t.id
   where d.user_id = app.user_id()
$$;
comment on function app.handed_draft is 'The own draft of one of the staff in a ticket that was handed up to them.';
call app.callable_platform_function('app.handed_draft');

create or replace function app.save_handed_draft(ticket uuid, draft text, note boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid;
begin
  select t.tenant_id into tenant from app.handed_tickets(ticket) t where t.handles;
  if tenant is null then return false; end if;
  if draft is null then
    delete from ticket_drafts d where d.tenant_id = tenant and d.ticket_id = ticket and d.user_id = app.user_id();
  else
    insert into ticket_drafts (tenant_id, ticket_id, user_id, text, internal) values (tenant, ticket, app.user_id(), draft, note)
    on conflict (tenant_id, ticket_id, user_id)
      do update set text = excluded.text, internal = excluded.internal, saved_at = now();
  end if;
  return true;
end
$$;
comment on function app.save_handed_draft is
  'Keeps what one of the staff who handles tickets has written in a ticket that was handed up to them; null removes it. False: it did nothing.';
call app.callable_platform_function('app.save_handed_draft');

create or replace function app.handed_attachments(ticket uuid)
returns table (id uuid, follow_up_id uuid, name text, bytes integer, created_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.follow_up_id, a.name, a.bytes, a.created_at
    from app.handed_tickets(ticket) t join ticket_attachments a on a.tenant_id = t.tenant_id and a.ticket_id = t.id
$$;
comment on function app.handed_attachments is 'The attachments of a ticket that was handed up to the staff of the session, and of its follow-ups.';
call app.callable_platform_function('app.handed_attachments');

create or replace function app.handed_attachment(attachment uuid) returns table (name text, path text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.name, a.path
    from ticket_attachments a join lateral app.handed_tickets(a.ticket_id) t on t.tenant_id = a.tenant_id and t.id = a.ticket_id
   where a.id = attachment and a.ticket_id is not null
$$;
comment on function app.handed_attachment is 'One attachment of a ticket that was handed up to the staff of the session.';
call app.callable_platform_function('app.handed_attachment');

create or replace function app.add_handed_attachment(ticket uuid, file_name text, file_path text, file_kind text, file_bytes integer)
returns table (id uuid, unused integer, bytes double precision, unit_bytes double precision)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid;
  made uuid;
begin
  select t.tenant_id into tenant from app.handed_tickets(ticket) t where t.handles;
  if tenant is null then return; end if;
  -- Serializes the uploads of the tenant, with the key of `noteFile`. The caller checks the counts, which have the new file.
  perform pg_advisory_xact_lock(hashtextextended('uploads of ' || tenant, 0));
  insert into files (path, partner_id, tenant_id, kind, bytes)
  select file_path, n.partner_id, n.id, file_kind, file_bytes from tenants n where n.id = tenant;
  insert into ticket_attachments (tenant_id, user_id, name, path, bytes)
  values (tenant, app.user_id(), file_name, file_path, file_bytes) returning ticket_attachments.id into made;
  return query
    select made, count(*) filter (where a.ticket_id is null and a.created_at > now() - interval '1 hour')::integer,
           coalesce(sum(a.bytes), 0)::float8,
           (select coalesce(sum(f.bytes), 0)::float8 from files f
             where f.tenant_id = tenant and f.kind = file_kind and f.created_at > now() - interval '1 day')
      from ticket_attachments a where a.user_id = app.user_id() and a.created_at > now() - interval '1 day';
end
$$;
comment on function app.add_handed_attachment is
  'Adds the row of a file that one of the staff who handles tickets uploads for a ticket that was handed up. Answers what the person and the '
  'tenant have uploaded. No row: it did nothing.';
call app.callable_platform_function('app.add_handed_attachment');

create or replace function app.attach_handed(ticket uuid, follow_up uuid, attachments uuid[]) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  paths text[];
begin
  with placed as (
    update ticket_attachments a set ticket_id = ticket, follow_up_id = follow_up
      from app.handed_tickets(ticket) t
      join ticket_follow_ups f on f.tenant_id = t.tenant_id and f.ticket_id = t.id and f.id = follow_up and f.user_id = app.user_id()
     where t.handles and a.tenant_id = t.tenant_id and a.id = any(attachments) and a.user_id = app.user_id() and a.ticket_id is null
    returning a.path)
  select array_agg(p.path) into paths from placed p;
  update files f set used = true where f.path = any(paths);
  return coalesce(cardinality(paths), 0);
end
$$;
comment on function app.attach_handed is
  'Attaches own uploads of one of the staff to their follow-up in a ticket that was handed up. Answers how many.';
call app.callable_platform_function('app.attach_handed');
