-- Billing: who was active in which month, and the bills. The numbers of a bill never change once it is issued.

create table billable_people (
  tenant_id uuid not null references tenants on delete cascade,
  month date not null check (extract(day from month) = 1),
  user_id uuid not null,
  primary key (tenant_id, month, user_id)
);
comment on table billable_people is
  'Who signed in to a tenant in a month of its time zone, except test users. There is no foreign key to the person: a person who is '
  'erased was still active.';
call app.tenant_policy('billable_people');
-- Only the function below writes.
revoke insert, update, delete on billable_people from vitrine_app;

create function app.note_billable_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
-- Staff have no membership. A screen of a playlist and remote access are not the person.
create trigger note_billable_person after insert on sessions for each row
  when (new.membership_standing is not null and new.membership_standing->>'state' <> 'T'
    and new.real_user_id is null and new.auth_type <> 'playlist')
  execute function app.note_billable_person();

-- Sessions of the last weeks are still there.
set local role vitrine_platform;
insert into billable_people (tenant_id, month, user_id)
select distinct x.tenant_id, date_trunc('month', x.created_at at time zone coalesce(g.timezone, 'America/Sao_Paulo'))::date, x.user_id
  from sessions x
  join memberships m on m.tenant_id = x.tenant_id and m.user_id = x.user_id and m.state <> 'T'
  left join settings g on g.tenant_id = x.tenant_id
 where x.real_user_id is null and x.auth_type <> 'playlist';
reset role;

create function app.billed_people(reference date) returns table (client_id uuid, people integer)
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

create function app.client_people() returns table (client_id uuid, people integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.client_id, count(*)::integer
    from memberships m join tenants t on t.id = m.tenant_id
   where m.state in ('A', 'B', 'I') and t.client_id is not null and app.on_platform()
   group by 1;
$$;
comment on function app.client_people is 'The number of people of each client who count for its user limit, for the platform staff.';
call app.callable_platform_function('app.client_people');

create function app.bill_total(billed_users integer, number_of_bonus integer, price numeric, domains integer, domain_fee numeric)
returns numeric immutable parallel safe language sql
  return greatest(billed_users - number_of_bonus, 0) * price + domains * domain_fee;
comment on function app.bill_total is 'The formula of a bill, for those that are issued and for drafts.';

create table bills (
  id uuid primary key default app.uuidv7(),
  number bigint not null generated always as identity,
  partner_id uuid not null,
  client_id uuid not null,
  name text not null,
  partner text not null,
  customer jsonb not null,
  seller uuid,
  seller_name text,
  reference_month date not null check (extract(day from reference_month) = 1),
  date_of_issue date not null,
  date_due date not null,
  billed_users integer not null check (billed_users >= 0),
  number_of_bonus integer not null check (number_of_bonus >= 0),
  price numeric(10, 2) not null check (price >= 0),
  user_limit integer,
  domains integer not null check (domains >= 0),
  domain_fee numeric(10, 2) not null check (domain_fee >= 0),
  total numeric(18, 2) not null generated always as (
    app.bill_total(billed_users, number_of_bonus, price, domains, domain_fee)) stored,
  created_at timestamptz not null default now(),
  voided_at timestamptz,
  void_reason text,
  constraint bills_number_key unique (number),
  constraint bills_due check (date_due >= date_of_issue),
  constraint bills_void check ((voided_at is null) = (void_reason is null))
);
comment on table bills is 'Bills as they were issued, with copies of everything that they say: client, partner and seller may change or go.';
comment on column bills.name is 'The name of the client.';
comment on column bills.customer is 'What the bill says about the client: tax id, address, contact and payment.';
comment on column bills.voided_at is 'A wrong bill is voided with a reason and issued again.';
-- One valid bill for each client and month.
create unique index bills_month_key on bills (client_id, reference_month) where voided_at is null;
create index bills_by_month on bills (reference_month desc);
create index bills_by_partner on bills (partner_id, reference_month desc);
call app.platform_policy('bills');
grant select, insert on bills to vitrine_app;
grant update (voided_at, void_reason) on bills to vitrine_app;
create policy read on bills for select to vitrine_app using (
  (select app.on_platform())
  or ((select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id()))
);
create policy manage on bills to vitrine_app using ((select app.on_platform())) with check ((select app.on_platform()));

create function app.keep_bill() returns trigger language plpgsql as $$
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
create trigger keep_bill before update or delete on bills for each row execute function app.keep_bill();
