-- A bill keeps whether several business units of its client are on it. The present units of the client do not tell: a unit may have left.

-- In doubt, a bill is shared: then a business unit reads no number of it. So a server of the version before issues nothing else either.
alter table bills add column is_shared boolean not null default true;
comment on column bills.is_shared is
  'Several tenants of the client are or may be on the bill: no tenant reads its numbers. Judged when it was issued.';

-- An earlier bill is of one unit only if everything that is stored about its client names one unit, and no domain is on it without a period.
alter table bills disable trigger keep_bill;
update bills b set is_shared = false
 where (select count(distinct tenant_id) = 1
          from (select tenant_id from bill_people where bill_id = b.id
                union select id from tenants where client_id = b.client_id
                union select tenant_id from billable_people where client_id = b.client_id
                union select tenant_id from domain_periods where client_id = b.client_id) units)
   and b.domains <= (select count(*) from domain_periods where client_id = b.client_id)
   and b.billed_users <= (select count(*) from bill_people where bill_id = b.id);
alter table bills enable trigger keep_bill;

create function app.note_shared_bill() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger note_shared_bill before insert on bills for each row execute function app.note_shared_bill();
