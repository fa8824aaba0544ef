-- License capacities at Azure: their state as last seen, their schedule, what was done to them, and how long they ran.

create table capacities (
  id uuid primary key default app.uuidv7(),
  partner_id uuid not null default app.partner_id() references partners on delete cascade,
  tenant_id uuid default app.tenant_id(),
  name text not null,
  account_id uuid not null,
  update_time integer not null default 60 check (update_time between 15 and 3600),
  inactive_minutes integer check (inactive_minutes between 5 and 1440),
  wakes boolean not null default true,
  hours jsonb not null default '[]',
  timezone text,
  currency text not null default 'BRL' check (currency ~ '^[A-Z]{3}$'),
  prices jsonb not null default '[]',
  state text not null default 'unknown' check (state in ('unknown', 'running', 'paused', 'starting', 'pausing', 'scaling', 'failed')),
  size text,
  problem text,
  state_since timestamptz not null default now(),
  looked_at timestamptz,
  next_look_at timestamptz not null default now(),
  switch_at timestamptz,
  switch_zone text,
  busy_until timestamptz,
  operation text,
  used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint capacities_timezone_known check (timezone is null or app.is_timezone(timezone)),
  constraint capacities_account_key unique (account_id),
  constraint capacities_owner_key unique (partner_id, id),
  constraint capacities_account foreign key (partner_id, account_id) references embedding_accounts (partner_id, id) on delete cascade,
  constraint capacities_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade
);
comment on table capacities is 'License capacities at Azure (Power BI Embedded or Fabric). The account has their address and credentials.';
comment on column capacities.tenant_id is 'Null: of the partner. The owner of the account owns its capacity.';
comment on column capacities.update_time is 'Seconds between two looks at the state.';
comment on column capacities.inactive_minutes is 'Minutes without a report view after which it is paused; null: never.';
comment on column capacities.wakes is 'Whether the arrival of a reader starts it.';
comment on column capacities.hours is 'Hours of the week in which it runs, as those of shifts; empty: no schedule.';
comment on column capacities.timezone is 'Of the hours; null: the time zone of the business unit.';
comment on column capacities.prices is 'Price of an hour for each size, because Azure’s interface does not tell it.';
comment on column capacities.problem is 'Why the last look or change failed; null: it succeeded.';
comment on column capacities.switch_at is 'When the schedule next starts or pauses it.';
comment on column capacities.switch_zone is 'The time zone by which switch_at was computed.';
comment on column capacities.busy_until is 'Lease: until then one process changes it, and the others do not.';
comment on column capacities.operation is 'Where Azure reports on the operation that runs; null: none.';
comment on column capacities.used_at is 'When a reader last waited for it.';
create unique index capacities_name_key on capacities (partner_id, tenant_id, app.plain(name)) nulls not distinct;
create index capacities_due on capacities (next_look_at);
alter table capacities enable row level security;
alter table capacities force row level security;
create policy application on capacities to vitrine_app
  using (partner_id = (select app.partner_id()) and tenant_id is not distinct from (select app.tenant_id()));
create policy platform on capacities to vitrine_platform using (true);
grant select, insert, update, delete on capacities to vitrine_app, vitrine_platform;

create table capacity_changes (
  id uuid primary key default app.uuidv7(),
  partner_id uuid not null,
  tenant_id uuid,
  capacity_id uuid not null,
  action text not null check (action in ('start', 'pause', 'resize')),
  cause text not null check (cause in ('person', 'schedule', 'idle', 'reader', 'service')),
  user_id uuid references users on delete set null,
  size text,
  outcome text not null default 'running' check (outcome in ('running', 'done', 'failed')),
  problem text,
  at timestamptz not null default now(),
  ended_at timestamptz,
  constraint capacity_changes_capacity foreign key (partner_id, capacity_id) references capacities (partner_id, id) on delete cascade
);
comment on table capacity_changes is 'What was done to capacities, by people, by the portal and at Azure.';
comment on column capacity_changes.cause is 'service: somebody did it at Azure, and the portal found it.';
comment on column capacity_changes.size is 'The size after it.';
create index capacity_changes_recent on capacity_changes (capacity_id, at desc);
alter table capacity_changes enable row level security;
alter table capacity_changes force row level security;
create policy application on capacity_changes to vitrine_app
  using (partner_id = (select app.partner_id()) and tenant_id is not distinct from (select app.tenant_id()));
create policy platform on capacity_changes to vitrine_platform using (true);
grant select, insert, update, delete on capacity_changes to vitrine_app, vitrine_platform;

create table capacity_periods (
  partner_id uuid not null,
  tenant_id uuid,
  capacity_id uuid not null,
  size text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (capacity_id, started_at),
  constraint capacity_periods_capacity foreign key (partner_id, capacity_id) references capacities (partner_id, id) on delete cascade
);
comment on table capacity_periods is 'When a capacity was not paused, and at which size: Azure bills these hours.';
comment on column capacity_periods.ended_at is 'Null: it still runs.';
create unique index capacity_periods_open on capacity_periods (capacity_id) where ended_at is null;
alter table capacity_periods enable row level security;
alter table capacity_periods force row level security;
create policy application on capacity_periods to vitrine_app
  using (partner_id = (select app.partner_id()) and tenant_id is not distinct from (select app.tenant_id()));
create policy platform on capacity_periods to vitrine_platform using (true);
grant select, insert, update, delete on capacity_periods to vitrine_app, vitrine_platform;

create function app.sleeping_capacity(account uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', c.id, 'state', c.state, 'wakes', c.wakes, 'switch_at', c.switch_at,
           'problem', (select x.problem from capacity_changes x
                        where x.capacity_id = c.id and x.cause = 'reader' and x.at > now() - interval '10 minutes'
                        order by x.at desc limit 1))
    from capacities c
   where c.account_id = account and c.state in ('paused', 'starting', 'pausing')
     and c.partner_id = app.partner_id() and (c.tenant_id is null or c.tenant_id = app.tenant_id());
$$;
comment on function app.sleeping_capacity is 'The capacity for which a reader of an account’s reports must wait; null: none, or it runs.';
call app.callable_platform_function('app.sleeping_capacity');
