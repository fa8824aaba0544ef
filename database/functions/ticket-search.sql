-- The search of tickets by their words. LIKE is not leakproof, so a query under row-level security cannot use its index and reads every
-- ticket of the tenant. This function reads the index, and only rows of the tenant of the session.

create or replace function app.tickets_by_words(pattern text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id from tickets t where t.tenant_id = app.tenant_id() and t.words like pattern
$$;
comment on function app.tickets_by_words is
  'The tickets of the tenant of the session whose words are like the pattern. The caller checks which of them the person may see.';
call app.callable_platform_function('app.tickets_by_words');
