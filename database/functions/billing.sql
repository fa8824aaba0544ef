-- Clients and bills.

-- Its trigger leaves out staff, who have no membership, test users, screens of a playlist, and remote access.
create or replace function app.note_billable_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into billable_people (tenant_id, month, user_id)
  values (
    new.tenant_id,
    date_trunc('month', new.created_at at time zone coalesce(new.settings_standing->>'timezone', 'America/Sao_Paulo'))::date,
    new.user_id)
  on conflict do nothing;
  return null;
end
$$;
comment on function app.note_billable_person is 'Notes a member as active in the present month when they sign in to a tenant.';
call app.platform_function('app.note_billable_person');

create or replace function app.billed_people(reference date) returns table (client_id uuid, people integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.client_id, count(distinct b.user_id)::integer
    from billable_people b join tenants t on t.id = b.tenant_id
   where b.month = reference and t.client_id is not null
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
   group by 1;
$$;
comment on function app.billed_people is
  'The number of people of each client who were active in a month, each counted once, for staff outside of tenants.';
call app.callable_platform_function('app.billed_people');

create or replace function app.billed_domains(reference date) returns table (client_id uuid, domains integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.client_id, count(distinct d.host)::integer
    from domain_periods d join tenants t on t.id = d.tenant_id
    left join settings g on g.tenant_id = t.id
   cross join lateral (select coalesce(g.timezone, 'America/Sao_Paulo') as name) zone
   where t.client_id is not null
     and d.verified_at < (reference + interval '1 month') at time zone zone.name
     and (d.ended_at is null or d.ended_at >= reference::timestamp at time zone zone.name)
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
