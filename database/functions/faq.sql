-- Frequently asked questions.

create or replace function app.next_faq_position() returns integer language sql stable as $$
  select coalesce(max(position), 0) + 1 from faq_entries where tenant_id is not distinct from app.tenant_id();
$$;
comment on function app.next_faq_position is 'A new entry is the last one.';

create or replace function app.faq() returns table (id uuid, question jsonb, answer jsonb, of_unit boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, f.question, f.answer, f.tenant_id is not null
    from faq_entries f
   where f.tenant_id is null or f.tenant_id = app.tenant_id()
   order by f.tenant_id is null, f.position, f.id;
$$;
comment on function app.faq is 'The entries for the person of the session: those of their tenant, then those of the platform.';
call app.callable_platform_function('app.faq');
