-- Clients and bills.

-- Its trigger leaves out staff, who have no membership, test users, screens of a playlist, and remote access.
create or replace function app.note_billable_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  seen timestamptz := case when tg_op = 'INSERT' then new.created_at else new.last_seen_at end;
  payer uuid;
  today date;
begin
  select t.client_id, (seen at time zone coalesce(c.timezone, 'America/Sao_Paulo'))::date into payer, today
    from tenants t left join clients c on c.id = t.client_id where t.id = new.tenant_id;
  if exists (select from billable_people b
              where b.tenant_id = new.tenant_id and b.month = date_trunc('month', today)::date and b.user_id = new.user_id
                and b.client_id is not distinct from payer and b.last_day >= today)
  then
    return null;
  end if;
  -- The lock waits for a transaction that moves the tenant to another client.
  select t.client_id, (seen at time zone coalesce(c.timezone, 'America/Sao_Paulo'))::date into payer, today
    from tenants t left join clients c on c.id = t.client_id where t.id = new.tenant_id for key share of t;
  insert into billable_people as b (tenant_id, client_id, month, user_id, first_day, last_day)
  values (new.tenant_id, payer, date_trunc('month', today)::date, new.user_id, today, today)
  on conflict (tenant_id, month, user_id, client_id) do update
    set first_day = least(b.first_day, excluded.first_day), last_day = greatest(b.last_day, excluded.last_day);
  return null;
end
$$;
comment on function app.note_billable_person is
  'Notes a member as active for the client that has the tenant at that instant, in the month of the client''s time zone. A session writes '
  'at most once per day.';
call app.platform_function('app.note_billable_person');

create or replace function app.move_billing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.client_id is not null then
    insert into billable_people as b (tenant_id, client_id, month, user_id, first_day, last_day)
    select o.tenant_id, new.client_id, o.month, o.user_id, o.first_day, o.last_day
      from billable_people o where o.tenant_id = new.id and o.client_id is null
    on conflict (tenant_id, month, user_id, client_id) do update
      set first_day = least(b.first_day, excluded.first_day), last_day = greatest(b.last_day, excluded.last_day);
    delete from billable_people where tenant_id = new.id and client_id is null;
    update domain_periods set client_id = new.client_id where tenant_id = new.id and client_id is null;
  end if;
  if old.client_id is not null then
    with ended as (
      update domain_periods set ended_at = now()
       where tenant_id = new.id and client_id = old.client_id and ended_at is null
      returning tenant_id, domain_id, host)
    insert into domain_periods (tenant_id, client_id, domain_id, host, verified_at)
    select tenant_id, new.client_id, domain_id, host, now() from ended;
  end if;
  return null;
end
$$;
comment on function app.move_billing is
  'Keeps what a tenant used with the client that had it then, when the tenant moves to another client. What it used without a client '
  'belongs to the next client.';
call app.platform_function('app.move_billing');

create or replace function app.billed_people(reference date) returns table (client_id uuid, people integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.client_id, count(distinct b.user_id)::integer
    -- The index has all columns that are read. The partner of a client is that of its tenants.
    from billable_people b join clients c on c.id = b.client_id
   where b.month = reference
     and (app.on_platform() or (app.tenant_id() is null and c.partner_id = app.partner_id()))
   group by 1;
$$;
comment on function app.billed_people is
  'The number of people of each client who were active in a month, each counted once, for staff outside of tenants.';
call app.callable_platform_function('app.billed_people');

create or replace function app.people_of_bills(reference date, clients uuid[])
returns table (
  client_id uuid, tenant_id uuid, tenant text, user_id uuid, name text, email text, first_day date, last_day date, standing text)
language sql stable security definer set search_path = public, pg_temp as $$
  with counted as (
    select b.client_id, b.tenant_id, t.name as tenant, b.user_id, b.first_day, b.last_day
      from billable_people b join tenants t on t.id = b.tenant_id
     where b.month = reference and b.client_id = any (clients)
       and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
  )
  select c.client_id, c.tenant_id, c.tenant, c.user_id, u.name, u.email, c.first_day, c.last_day, 'counted'
    from counted c left join users u on u.id = c.user_id
  union all
  select t.client_id, t.id, t.name, u.id, u.name, u.email, null, null, case m.state when 'T' then 'test' else 'idle' end
    from tenants t join memberships m on m.tenant_id = t.id join users u on u.id = m.user_id
   where t.client_id = any (clients) and m.state <> 'D' and m.created_at < reference + interval '1 month'
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
     and not exists (select from counted c where c.client_id = t.client_id and c.user_id = m.user_id);
$$;
comment on function app.people_of_bills is
  'The people behind the number of each bill of a month: who is counted, and which members are not, with the reason. For the same staff as '
  'app.billed_people().';
call app.callable_platform_function('app.people_of_bills');

create or replace function app.people_forecast(client uuid, reference date)
returns table (people integer, low integer, high integer, months integer)
language sql stable security definer set search_path = public, pg_temp as $$
  with mine as (
    select c.id, t.today, case when t.today = (reference + interval '1 month' - interval '1 day')::date then 31
                               else extract(day from t.today)::integer end as day
      from clients c cross join lateral (select (now() at time zone c.timezone)::date as today) t
     where c.id = client and date_trunc('month', t.today)::date = reference
       and (app.on_platform() or (app.tenant_id() is null and c.partner_id = app.partner_id()))
  ), firsts as (
    select b.month, b.user_id, min(b.first_day) as first_day
      from billable_people b join mine m on m.id = b.client_id
     where b.month between reference - interval '3 months' and reference
     group by 1, 2
  ), shares as (
    select (count(*) filter (where extract(day from f.first_day) <= m.day))::numeric / count(*) as share
      from firsts f cross join mine m where f.month < reference
     group by f.month having bool_and(f.first_day is not null) and count(*) filter (where extract(day from f.first_day) <= m.day) > 0
  ), present as (
    select count(*) as people from firsts where month = reference
  ), members as (
    select count(distinct m.user_id) as people
      from memberships m join tenants t on t.id = m.tenant_id join mine on mine.id = t.client_id where m.state in ('A', 'B', 'I')
  )
  select least(round(p.people / avg(s.share)), greatest(p.people, n.people))::integer,
         least(round(p.people / max(s.share)), greatest(p.people, n.people))::integer,
         least(round(p.people / min(s.share)), greatest(p.people, n.people))::integer, count(*)::integer
    from present p cross join members n cross join shares s
   where p.people > 0
   group by p.people, n.people;
$$;
comment on function app.people_forecast is
  'How many people a client will have at the end of the running month: today''s number divided by the share of the people that earlier '
  'months had on the same day, of the last three months; low and high by the greatest and the smallest share. Not more than the members. '
  'No row without such a month. For the same staff as app.billed_people().';
call app.callable_platform_function('app.people_forecast');

create or replace function app.counted_people(reference date)
returns table (user_id uuid, name text, email text, first_day date, last_day date, standing text)
language sql stable security definer set search_path = public, pg_temp as $$
  with own as (
    select t.id, coalesce(reference, date_trunc('month', now() at time zone coalesce(c.timezone, 'America/Sao_Paulo'))::date) as month
      from tenants t left join clients c on c.id = t.client_id
     where t.id = app.tenant_id() and app.profile() in ('a2m', 'master', 'admin')
  )
  select b.user_id, u.name, u.email, min(b.first_day), max(b.last_day), 'counted'
    from own join billable_people b on b.tenant_id = own.id and b.month = own.month
    -- Who has left the tenant, or was erased, counts without a name.
    left join memberships m on m.tenant_id = own.id and m.user_id = b.user_id
    left join users u on u.id = m.user_id
   group by 1, 2, 3
  union all
  select u.id, u.name, u.email, null, null, case m.state when 'T' then 'test' else 'idle' end
    from own join memberships m on m.tenant_id = own.id join users u on u.id = m.user_id
   where m.state <> 'D' and m.created_at < own.month + interval '1 month'
     and not exists (select from billable_people b where b.tenant_id = own.id and b.month = own.month and b.user_id = m.user_id);
$$;
comment on function app.counted_people is
  'The people of the business unit of the session who count on the bill of a month, by name while they are members, and the members who '
  'do not, with the reason. Without a month that of the time zone of the contract.';
call app.callable_platform_function('app.counted_people');

create or replace function app.billed_domains(reference date) returns table (client_id uuid, domains integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.client_id, count(distinct d.host)::integer
    from domain_periods d join tenants t on t.id = d.tenant_id join clients c on c.id = d.client_id
   where d.verified_at < (reference + interval '1 month') at time zone c.timezone
     and (d.ended_at is null or d.ended_at >= reference::timestamp at time zone c.timezone)
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
   group by 1;
$$;
comment on function app.billed_domains is
  'The number of domains of each client that were verified at any time of a month, for staff outside of tenants.';
call app.callable_platform_function('app.billed_domains');

create or replace function app.client_people() returns table (client_id uuid, people integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.client_id, count(*)::integer
    from memberships m join tenants t on t.id = m.tenant_id
   where m.state in ('A', 'B', 'I') and t.client_id is not null and app.on_platform()
   group by 1;
$$;
comment on function app.client_people is 'The number of people of each client who count for its user limit, for the platform staff.';
call app.callable_platform_function('app.client_people');

create or replace function app.bill_total(billed_users integer, number_of_bonus integer, price numeric, domains integer, domain_fee numeric)
returns numeric immutable parallel safe language sql
  return greatest(billed_users - number_of_bonus, 0) * price + domains * domain_fee;
comment on function app.bill_total is 'The formula of a bill, for those that are issued and for drafts.';

create or replace function app.keep_bill() returns trigger language plpgsql as $$
begin
  -- The total follows from the rest, and is not computed yet.
  if tg_op = 'DELETE' or old.voided_at is not null
    or to_jsonb(new) - array['voided_at', 'void_reason', 'total'] <> to_jsonb(old) - array['voided_at', 'void_reason', 'total']
  then
    raise exception using errcode = 'check_violation', constraint = 'bills_frozen', message = 'an issued bill does not change';
  end if;
  return new;
end
$$;
comment on function app.keep_bill is 'Refuses every change of a bill but that it is voided, also one of the platform.';

create or replace function app.note_shared_bill() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.is_shared := (
    select count(*) > 1
      from (select id from tenants
             where client_id = new.client_id
               and (created_at at time zone new.timezone)::date < new.reference_month + interval '1 month'
            union
            select tenant_id from billable_people where client_id = new.client_id and month = new.reference_month
            union
            select tenant_id from domain_periods
             where client_id = new.client_id
               and (verified_at at time zone new.timezone)::date < new.reference_month + interval '1 month'
               and (ended_at is null or (ended_at at time zone new.timezone)::date >= new.reference_month)) units (id));
  return new;
end
$$;
comment on function app.note_shared_bill is
  'Stores with a new bill whether several tenants of the client are or may be on it. Later the client may have fewer.';
call app.platform_function('app.note_shared_bill');

create or replace function app.keep_credit() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'credit_notes_frozen', message = 'a credit note does not change';
end
$$;
comment on function app.keep_credit is 'Refuses every change of a credit note and of its lines, also one of the platform.';

create or replace function app.erase_name_on_bills() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update bill_people set name = null, email = null where user_id = old.id;
  return null;
end
$$;
comment on function app.erase_name_on_bills is
  'Takes name and e-mail of an erased person off the lists behind bills. The row stays, so that the number still explains itself.';
call app.platform_function('app.erase_name_on_bills');
