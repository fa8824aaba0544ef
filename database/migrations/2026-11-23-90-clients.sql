-- Clients: the organisations that are billed. A client has business units of one partner; its trial and its user limit hold for all of them.
-- Two flags of staff: who of a partner sees the billing, and who of the platform can be named as the seller of a client.

alter table users
  add column billing_administrator boolean not null default false,
  add column seller boolean not null default false,
  add constraint users_billing_administrator check (not billing_administrator or staff is not distinct from 'master'),
  add constraint users_seller check (not seller or staff is not distinct from 'a2m');
comment on column users.billing_administrator is 'A master who sees the bills of the clients of the partner.';
comment on column users.seller is 'One of the platform staff who can be named as the seller of a client.';

create function app.client_standing(trial_period date) returns jsonb immutable parallel safe language sql
  return jsonb_build_object('trial_ends', trial_period);
comment on function app.client_standing is 'The facts of a client that its tenants carry.';

create table clients (
  id uuid primary key default app.uuidv7(),
  partner_id uuid not null,
  name text not null,
  customer_code text,
  client_type text not null default 'legal' check (client_type in ('legal', 'physical')),
  cnpj_cpf text,
  fantasy_name text,
  state_registration text,
  business_email text,
  email_invoice text,
  commercial_phone text,
  contact_name text,
  address text,
  number text,
  complement text,
  neighborhood text,
  city text,
  contract_date date,
  seller uuid references users on delete set null,
  trial_period date,
  payment_details text,
  user_limit integer check (user_limit between 1 and 1000000),
  price numeric(10, 2) not null default 0 check (price >= 0),
  number_of_bonus integer not null default 0 check (number_of_bonus between 0 and 1000000),
  domain_fee numeric(10, 2) not null default 0 check (domain_fee >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  standing jsonb not null generated always as (app.client_standing(trial_period)) stored,
  constraint clients_partner foreign key (partner_id) references partners,
  constraint clients_name_key unique (name),
  constraint clients_customer_code_key unique (customer_code),
  constraint clients_cnpj_cpf_key unique (cnpj_cpf),
  constraint clients_standing_key unique (partner_id, id, standing)
);
comment on table clients is 'Clients: the organisations that are billed. Each has business units of one partner.';
comment on column clients.client_type is 'legal: an organisation; physical: a natural person.';
comment on column clients.cnpj_cpf is 'The tax id without punctuation: CNPJ of an organisation, CPF of a person.';
comment on column clients.fantasy_name is 'The trade name.';
comment on column clients.state_registration is 'The inscrição estadual.';
comment on column clients.seller is 'Who of the platform staff sold the contract.';
comment on column clients.trial_period is 'The last day of the trial, after which nobody of its tenants may sign in; null: no trial.';
comment on column clients.user_limit is 'The most people in all its tenants together; null: only the limits of the tenants.';
comment on column clients.price is 'The price of one billed person and month.';
comment on column clients.number_of_bonus is 'People of each month who are free of charge.';
comment on column clients.domain_fee is 'The fee of one own domain and month.';
create index clients_by_seller on clients (seller) where seller is not null;
call app.platform_policy('clients');
grant select, insert, update, delete on clients to vitrine_app;
-- The staff of a partner read its clients, to see their bills. Only the platform changes them.
create policy read on clients for select to vitrine_app using (
  (select app.on_platform())
  or ((select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id()))
);
create policy manage on clients to vitrine_app using ((select app.on_platform())) with check ((select app.on_platform()));

-- The standings get new facts. This function names the columns, so it lets go of them meanwhile.
create or replace function app.state_refusal_of_ended(x sessions) returns text stable parallel safe language sql return null::text;

alter table sessions drop constraint sessions_person, drop constraint sessions_real_person, drop constraint sessions_tenant;

alter table users drop constraint users_standing_key, drop column standing;
drop function app.person_standing(text, text, text, text, text, uuid);
create function app.person_standing(
  email text, name text, language text, staff text, state text, partner_id uuid, billing_administrator boolean
) returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'email', email, 'name', name, 'language', language, 'staff', staff, 'state', state, 'partner_id', partner_id,
    'toggles', case when billing_administrator then '["billing_administrator"]'::jsonb else '[]'::jsonb end);
comment on function app.person_standing is 'The facts of a user that a session carries.';
alter table users
  add column standing jsonb not null generated always as (
    app.person_standing(email, name, language, staff, staff_state, partner_id, billing_administrator)) stored,
  add constraint users_standing_key unique (id, standing);

alter table tenants drop constraint tenants_standing_key, drop column standing;
drop function app.tenant_standing(boolean, boolean, date, text[]);
create function app.tenant_standing(
  enabled boolean, maintenance boolean, trial_ends date, hidden_menu text[], client jsonb
) returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'enabled', enabled, 'maintenance', maintenance, 'trial_ends', trial_ends, 'hidden_menu', hidden_menu,
    'client_trial_ends', client->'trial_ends');
comment on function app.tenant_standing is 'The facts of a tenant that a session carries.';
alter table tenants
  add column client_id uuid,
  add column client_standing jsonb,
  add column standing jsonb not null generated always as (
    app.tenant_standing(enabled, maintenance, trial_ends, hidden_menu, client_standing)) stored,
  add constraint tenants_standing_key unique (id, standing),
  add constraint tenants_client_standing check ((client_id is null) = (client_standing is null)),
  -- A client has tenants of one partner. The key brings each change of its trial to them, and from there to the sessions.
  add constraint tenants_client foreign key (partner_id, client_id, client_standing)
    references clients (partner_id, id, standing) on update cascade;
comment on column tenants.client_id is 'The client that is billed for the people of the tenant.';
comment on column tenants.client_standing is 'A copy of clients.standing, kept by the foreign key.';
create index tenants_by_client on tenants (client_id) where client_id is not null;

create function app.trial_end(membership jsonb, tenant jsonb) returns date stable parallel safe language sql return
  least(
    case when membership->>'state' = 'T' then (tenant->>'trial_ends')::date end,
    case when membership is not null then (tenant->>'client_trial_ends')::date end);
comment on function app.trial_end is
  'The last day of a person on trial: a test user has that of the tenant, and every member that of the client. Null: none.';

create or replace function app.refuse_trial_ended(membership jsonb, tenant jsonb, today date)
returns text stable parallel safe language sql return
  case when app.trial_end(membership, tenant) < today then 'sign_in.trial_ended' end;
comment on function app.refuse_trial_ended is 'Refuses a member after the last day of their trial.';

create or replace function app.standing_changes_on(membership jsonb, tenant jsonb) returns date immutable parallel safe language sql return
  least(
    (membership->>'block_on')::date, (membership->>'delete_on')::date, app.trial_end(membership, tenant) + 1);

create or replace function app.session_facts(
  id uuid, user_id uuid, tenant_id uuid, partner_id uuid, auth_type text, host text, expires_at timestamptz, idle_minutes integer,
  acting_profile text, real_user_id uuid, origin jsonb,
  person jsonb, membership jsonb, tenant jsonb, settings jsonb, partner jsonb, platform jsonb, real_person jsonb
) returns text immutable parallel safe language sql return
  jsonb_build_object(
    'id', id, 'user_id', user_id, 'tenant_id', tenant_id, 'partner_id', partner_id, 'auth_type', auth_type, 'host', host,
    'email', person->'email', 'name', person->'name', 'language', person->'language',
    'profile', coalesce(acting_profile, person->>'staff', membership->>'profile'),
    'toggles', coalesce(membership->'toggles', '[]') || coalesce(person->'toggles', '[]'),
    'staff', person->'staff', 'acting_profile', acting_profile, 'origin', origin,
    'real_person',
      case when real_user_id is not null then
        jsonb_build_object('id', real_user_id, 'email', real_person->'email', 'name', real_person->'name', 'staff', real_person->'staff')
      end,
    'timezone', coalesce(settings->>'timezone', 'America/Sao_Paulo'),
    'hidden_menu',
      case when partner_id is null then '[]' else platform->'hidden_menu' end
        || coalesce(partner->'hidden_menu', '[]') || coalesce(tenant->'hidden_menu', '[]') || coalesce(settings->'hidden_menu', '[]'),
    'expires_at_seconds', extract(epoch from expires_at), 'idle_minutes', idle_minutes
  )::text;

set local role vitrine_platform;
update sessions x set
  person_standing = (select u.standing from users u where u.id = x.user_id),
  real_standing = (select u.standing from users u where u.id = x.real_user_id),
  tenant_standing = (select t.standing from tenants t where t.id = x.tenant_id)
 where ended_at is null;
reset role;
alter table sessions
  add constraint sessions_person foreign key (user_id, person_standing)
    references users (id, standing) on update cascade on delete cascade,
  add constraint sessions_real_person foreign key (real_user_id, real_standing)
    references users (id, standing) on update cascade on delete cascade,
  add constraint sessions_tenant foreign key (tenant_id, tenant_standing)
    references tenants (id, standing) on update cascade on delete cascade;

create or replace function app.state_refusal_of_ended(x sessions) returns text stable parallel safe language sql return (
  select case when u.staff is null and m.user_id is null
           and exists (select from memberships o where o.user_id = u.id and o.state <> 'D') then 'sign_in.domain_refused'
         -- Maintenance passes, and the session stays ended.
         else nullif(
           app.standing_refusal(
             u.standing, m.standing, t.standing, p.standing, x.partner_id, (now() at time zone coalesce(g.timezone, 'UTC'))::date),
           'sign_in.maintenance') end
    from users u
    left join memberships m on m.tenant_id = x.tenant_id and m.user_id = u.id
    left join tenants t on t.id = x.tenant_id
    left join settings g on g.tenant_id = x.tenant_id
    left join partners p on p.id = x.partner_id
   where u.id = coalesce(x.real_user_id, x.user_id));

create or replace function app.enforce_user_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  concerned uuid[];
  clients_concerned uuid[] := '{}';
  tenant uuid;
  one uuid;
  payer uuid;
  allowed integer;
  present integer;
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.tenant_id order by n.tenant_id) into concerned from now_stored n where n.state in ('A', 'B', 'I');
  else
    select array_agg(distinct n.tenant_id order by n.tenant_id) into concerned
      from now_stored n join before_stored b using (tenant_id, user_id)
     where n.state in ('A', 'B', 'I') and b.state not in ('A', 'B', 'I');
  end if;
  foreach tenant in array coalesce(concerned, '{}') loop
    -- This lock lets foreign keys through. A full lock would deadlock with the key that each new membership holds on the same row.
    select t.user_limit, t.client_id into allowed, payer from tenants t where t.id = tenant for no key update;
    select count(*) into present from memberships m where m.tenant_id = tenant and m.state in ('A', 'B', 'I');
    if present > allowed then
      raise exception using errcode = 'check_violation', constraint = 'tenants_user_limit', message = 'user limit of the tenant reached';
    end if;
    if payer is not null then clients_concerned := clients_concerned || payer; end if;
  end loop;
  -- Tenants are locked before clients, here and when a client gets tenants.
  for one in select distinct c from unnest(clients_concerned) c order by c loop
    select c.user_limit into allowed from clients c where c.id = one for no key update;
    select count(*) into present from memberships m join tenants t on t.id = m.tenant_id
     where t.client_id = one and m.state in ('A', 'B', 'I');
    if present > allowed then
      raise exception using errcode = 'check_violation', constraint = 'clients_user_limit', message = 'user limit of the client reached';
    end if;
  end loop;
  return null;
end
$$;
comment on function app.enforce_user_limit is
  'Holds the user limits of a tenant and of its client exactly, also for concurrent inserts: counts the memberships under a lock of the '
  'tenant and of the client, once per statement.';

drop function app.platform_staff();
create function app.platform_staff()
returns table (
  id uuid, name text, email text, language text, created_at timestamptz, last_sign_in_at timestamptz, password_set boolean, seller boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.email, u.language, u.created_at,
         (select max(s.created_at) from sessions s where s.user_id = u.id), u.password_hash is not null, u.seller
    from users u
   where u.staff = 'a2m' and app.on_platform();
$$;
comment on function app.platform_staff is 'The platform staff, for themselves. The last sign-in is that of a session that is still stored.';
call app.callable_platform_function('app.platform_staff');

create function app.set_seller(person uuid, is_seller boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set seller = is_seller where id = person and staff = 'a2m' and app.on_platform();
$$;
comment on function app.set_seller is 'Lets one of the platform staff be named on clients, or no longer.';
call app.callable_platform_function('app.set_seller');

create function app.set_billing_administrator(person uuid, may_see boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set billing_administrator = may_see
   where id = person and id <> app.user_id() and staff = 'master' and app.manages_team(partner_id);
$$;
comment on function app.set_billing_administrator is 'Lets another team member see the billing of the partner, or no longer.';
call app.callable_platform_function('app.set_billing_administrator');
