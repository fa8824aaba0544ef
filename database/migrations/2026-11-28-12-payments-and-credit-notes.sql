-- Payments and credit notes of bills, the list of people behind the number of a bill, and the legal data of the issuer as a copy.

alter table bills add column supplier jsonb not null default '{}';
comment on column bills.supplier is 'The legal data of the issuer, the partner, when the bill was issued.';

create table bill_people (
  bill_id uuid not null references bills,
  partner_id uuid not null,
  tenant_id uuid not null,
  tenant text not null,
  user_id uuid not null,
  name text,
  email text,
  first_day date,
  last_day date,
  standing text not null constraint bill_people_standing check (standing in ('counted', 'test', 'idle')),
  primary key (bill_id, user_id, tenant_id)
);
comment on table bill_people is
  'The people behind the number of an issued bill, as they were then. Those of a tenant that is erased are erased; the bill keeps its number.';
comment on column bill_people.tenant is 'The name of the tenant.';
comment on column bill_people.first_day is 'The first day with a use, in the time zone of the contract; null: not counted, or noted before days were.';
comment on column bill_people.standing is 'counted; test: a test user; idle: a member who was not active in the month.';

create table bill_payments (
  id uuid primary key default app.uuidv7(),
  bill_id uuid not null references bills,
  partner_id uuid not null,
  paid_on date not null,
  amount numeric(18, 2) not null constraint bill_payments_amount check (amount > 0),
  note text,
  noted_by text not null,
  created_at timestamptz not null default now()
);
comment on table bill_payments is 'What was paid for a bill. A payment that was noted by mistake is removed; the audit trail keeps it.';
comment on column bill_payments.noted_by is 'The name of who noted it.';
create index bill_payments_by_bill on bill_payments (bill_id);

create table credit_notes (
  id uuid primary key default app.uuidv7(),
  bill_id uuid not null references bills,
  partner_id uuid not null,
  number bigint not null,
  users_amount numeric(18, 2) not null constraint credit_notes_users check (users_amount >= 0),
  domains_amount numeric(18, 2) not null constraint credit_notes_domains check (domains_amount >= 0),
  total numeric(18, 2) not null generated always as (users_amount + domains_amount) stored
    constraint credit_notes_total check (total > 0),
  reason text not null,
  issued_on date not null,
  issued_by text not null,
  created_at timestamptz not null default now(),
  constraint credit_notes_number_key unique (partner_id, number)
);
comment on table credit_notes is 'Corrections of bills: what is taken off the line of the people and off the line of the domains.';
comment on column credit_notes.number is 'The number in the series of the issuer.';
create index credit_notes_by_bill on credit_notes (bill_id);

create or replace function app.keep_credit() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'credit_notes_frozen', message = 'a credit note does not change';
end
$$;
comment on function app.keep_credit is 'Refuses every change of a credit note and of its lines, also one of the platform.';
create trigger keep_credit before update or delete on credit_notes for each row execute function app.keep_credit();

do $$
declare
  one text;
begin
  foreach one in array array['bill_people', 'bill_payments', 'credit_notes'] loop
    call app.platform_policy(one);
    execute format('grant select, insert on %I to vitrine_app', one);
    execute format(
      'create policy read on %I for select to vitrine_app using ((select app.on_platform())
         or ((select app.tenant_id()) is null and (select app.profile()) = ''master'' and partner_id = (select app.partner_id())))', one);
    execute format(
      'create policy manage on %I to vitrine_app using ((select app.on_platform())) with check ((select app.on_platform()))', one);
  end loop;
end
$$;
grant delete on bill_payments to vitrine_app;
-- The administrators of a tenant see who of it was counted, and nobody of the client's other tenants.
create policy of_tenant on bill_people for select to vitrine_app
  using (tenant_id = (select app.tenant_id()) and (select app.profile()) = 'admin');
