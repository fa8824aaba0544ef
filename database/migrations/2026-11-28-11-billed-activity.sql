-- What is billed carries its client: who was active, and which domains were verified. A tenant that moves to another client leaves behind
-- what the earlier client owes. A person who stays signed in is noted on each day. Each issuer numbers its bills without gaps.

alter table clients
  add column timezone text not null default 'America/Sao_Paulo',
  add constraint clients_timezone_known check (app.is_timezone(timezone));
comment on column clients.timezone is 'The time zone of the contract: where its months begin and end.';

alter table billable_people
  drop constraint billable_people_pkey,
  add column client_id uuid,
  add column first_day date,
  add column last_day date;
comment on table billable_people is
  'Who was active in a tenant in a month, except test users, and for which client. There is no foreign key to the person or the client: '
  'a person who is erased was still active.';
comment on column billable_people.client_id is 'The client that had the tenant then. Null: none; the next client of the tenant gets the row.';
comment on column billable_people.month is 'In the time zone of the client.';
comment on column billable_people.first_day is 'The first day with a sign-in or a use of the session; null: noted before days were.';
alter table domain_periods
  drop constraint domain_periods_pkey,
  add column client_id uuid,
  add constraint domain_periods_pkey primary key (tenant_id, domain_id, verified_at);
comment on table domain_periods is
  'When a domain was verified for a tenant and its client, and until when: what a month is billed for. A removed domain stays here.';

set local role vitrine_platform;
update billable_people b set client_id = t.client_id from tenants t where t.id = b.tenant_id and t.client_id is not null;
update domain_periods d set client_id = t.client_id from tenants t where t.id = d.tenant_id and t.client_id is not null;
reset role;
create unique index billable_people_key on billable_people (tenant_id, month, user_id, client_id) nulls not distinct;
create index billable_people_by_month on billable_people (month, client_id, user_id);

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
create trigger note_used_session after update of last_seen_at on sessions for each row
  when (new.membership_standing is not null and new.membership_standing->>'state' <> 'T'
    and new.real_user_id is null and new.auth_type <> 'playlist')
  execute function app.note_billable_person();

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
create trigger move_billing after update of client_id on tenants for each row
  when (old.client_id is distinct from new.client_id) execute function app.move_billing();

create table bill_counters (
  partner_id uuid not null,
  series text not null constraint bill_counters_series check (series in ('bill', 'credit_note')),
  last_number bigint not null,
  primary key (partner_id, series)
);
comment on table bill_counters is
  'The last number of each issuer. The transaction that issues takes the number, so that one that is rolled back leaves no gap.';
call app.platform_policy('bill_counters');
grant select, insert, update on bill_counters to vitrine_app;
create policy application on bill_counters to vitrine_app
  using ((select app.on_platform())) with check ((select app.on_platform()));

alter table bills
  alter column number drop identity,
  drop constraint bills_number_key,
  add constraint bills_number_key unique (partner_id, number),
  add column timezone text not null default 'America/Sao_Paulo';
alter table bills alter column timezone drop default;
comment on column bills.number is 'The number in the series of its issuer, the partner.';
comment on column bills.timezone is 'The time zone of the contract when the bill was issued: where its month begins and ends.';
set local role vitrine_platform;
insert into bill_counters (partner_id, series, last_number) select partner_id, 'bill', max(number) from bills group by partner_id;
reset role;
