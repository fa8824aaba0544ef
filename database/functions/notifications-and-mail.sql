-- Notifications of staff, templates of mails, and budgets of mails.

create or replace function app.tell_partner(wanted text, given jsonb, page text, found_by text) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  insert into staff_notifications (user_id, tenant_id, type, facts, path, words, mail_due)
  select u.id, t.id, wanted, given, page, found_by, coalesce(c.mails, false)
    from tenants t join users u on u.partner_id = t.partner_id left join staff_notification_choices c on c.user_id = u.id
   where t.id = app.tenant_id() and u.staff = 'master' and u.staff_state = 'A'
  returning user_id;
$$;
comment on function app.tell_partner is 'Tells the staff of the partner of the tenant of the session, and no other partner.';
call app.callable_platform_function('app.tell_partner');

create or replace function app.platform_template(wanted text, out subject jsonb, out body jsonb) stable language sql security definer
  set search_path = public, pg_temp as $$
  select t.subject, t.body from notification_templates t where t.tenant_id is null and t.type = wanted
$$;
comment on function app.platform_template is 'The platform''s template of a type, for the mails of all units.';
call app.callable_platform_function('app.platform_template');

create or replace function app.use_sender_budget(budget text, address text, an_hour integer, a_day integer) returns float8
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  budget_key bytea := sha256(convert_to(budget || ':' || coalesce(lower(address), app.tenant_id()::text), 'UTF8'));
  free_at timestamptz;
begin
  -- One transaction at a time per key, so that each use is judged together with those before it.
  perform pg_advisory_xact_lock(hashtextextended(encode(budget_key, 'hex'), 0));
  delete from sender_budgets where id in (
    select id from sender_budgets where used_at < now() - interval '1 day' limit 100 for update skip locked);
  select greatest(
    (select used_at + interval '1 hour' from sender_budgets where key = budget_key and used_at > now() - interval '1 hour'
      order by used_at desc offset an_hour - 1 limit 1),
    (select used_at + interval '1 day' from sender_budgets where key = budget_key and used_at > now() - interval '1 day'
      order by used_at desc offset a_day - 1 limit 1)) into free_at;
  if free_at is not null then return extract(epoch from free_at - now()); end if;
  insert into sender_budgets (key) values (budget_key);
  return null;
end
$$;
comment on function app.use_sender_budget is
  'Counts one use of a budget: of the address or, where that is null, of the tenant of the session. Returns null when it is counted, '
  'otherwise the seconds until the next use is possible.';
call app.callable_platform_function('app.use_sender_budget');
