-- Codes that prove a sender's address, and tries to type one in, count over all processes, administrators and changes of the address:
-- a code goes to somebody who may know nothing of it. Keys are hashed: of a business unit, or of an address over all business units.
create table sender_budgets (
  id uuid primary key default uuidv7(),
  key bytea not null,
  used_at timestamptz not null default now()
);
create index sender_budgets_by_key on sender_budgets (key, used_at);
create index sender_budgets_by_age on sender_budgets (used_at);
call app.platform_wall('sender_budgets');

-- One use more of a budget, of the address or, where that is null, of the present business unit. Answers null once it is counted, or
-- the seconds until there is one again. Uses of one budget follow each other, so that each is judged with those before it.
create function app.use_sender_budget(budget text, address text, an_hour integer, a_day integer) returns float8
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose bytea := sha256(convert_to(budget || ':' || coalesce(lower(address), app.tenant_id()::text), 'UTF8'));
  free_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(whose, 'hex'), 0));
  delete from sender_budgets where id in (
    select id from sender_budgets where used_at < now() - interval '1 day' limit 100 for update skip locked);
  select greatest(
    (select used_at + interval '1 hour' from sender_budgets where key = whose and used_at > now() - interval '1 hour'
      order by used_at desc offset an_hour - 1 limit 1),
    (select used_at + interval '1 day' from sender_budgets where key = whose and used_at > now() - interval '1 day'
      order by used_at desc offset a_day - 1 limit 1)) into free_at;
  if free_at is not null then return extract(epoch from free_at - now()); end if;
  insert into sender_budgets (key) values (whose);
  return null;
end
$$;
alter function app.use_sender_budget(text, text, integer, integer) owner to vitrine_platform;
revoke all on function app.use_sender_budget(text, text, integer, integer) from public;
grant execute on function app.use_sender_budget(text, text, integer, integer) to vitrine_app;
