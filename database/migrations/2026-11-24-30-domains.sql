-- Domains: host names of partners that lead to one of their tenants or to the partner itself. A TXT record at the name proves that it is theirs.

create table domains (
  id uuid primary key default app.uuidv7(),
  partner_id uuid not null references partners on delete cascade,
  tenant_id uuid,
  host text not null constraint domains_host_plain check (host = lower(host)),
  token text not null,
  state text not null default 'waiting' constraint domains_state check (state in ('waiting', 'verified', 'refused')),
  proof text constraint domains_proof check (proof in ('dns', 'hand', 'before')),
  main boolean not null default false,
  verified_at timestamptz,
  confirmed_by text,
  reason text,
  checked_at timestamptz,
  fault text constraint domains_fault check (
    fault in ('not_found', 'wrong_value', 'alias', 'flood', 'unreachable', 'no_resolver', 'taken')),
  next_check_at timestamptz default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint domains_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade,
  constraint domains_host_key unique (partner_id, host),
  constraint domains_verified check ((state = 'verified') = (proof is not null) and (proof is null) = (verified_at is null)),
  constraint domains_main_verified check (state = 'verified' or not main)
);
comment on table domains is 'Host names that lead to a tenant or to a partner. Only a verified one does.';
comment on column domains.tenant_id is 'Null: it leads to the partner.';
comment on column domains.host is 'In ASCII: an international name in its punycode form.';
comment on column domains.token is 'The value of the TXT record. It is of this partner and host only.';
comment on column domains.state is 'refused: another partner proved that it has the name.';
comment on column domains.proof is 'dns: the TXT record; hand: one of the platform staff, with a reason; before: the domain is older than these proofs.';
comment on column domains.main is 'The address of its target in mails and links. Without one that is the subdomain.';
comment on column domains.confirmed_by is 'The e-mail of who confirmed it by hand.';
comment on column domains.fault is 'Why the last look found no proof.';
comment on column domains.next_check_at is 'The next look at the record; of a refused one: the partner is not told yet; null: none.';
create unique index domains_verified_key on domains (host) where state = 'verified';
create unique index domains_main_key on domains (coalesce(tenant_id, partner_id)) where main;
create index domains_by_tenant on domains (tenant_id, partner_id) where tenant_id is not null;
create index domains_due on domains (next_check_at) where next_check_at is not null;
call app.row_policy(
  'domains',
  '(select app.on_platform())
   or ((select app.tenant_id()) is null and (select app.profile()) in (''a2m'', ''master'') and partner_id = (select app.partner_id()))');

create table domain_periods (
  tenant_id uuid not null references tenants on delete cascade,
  domain_id uuid not null,
  host text not null,
  verified_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, domain_id)
);
comment on table domain_periods is
  'When a domain was verified for a tenant, and until when: what a month is billed for. A removed domain stays here.';
call app.tenant_policy('domain_periods');
-- Only the function below writes.
revoke insert, update, delete on domain_periods from vitrine_app;

create function app.note_domain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  concerned domains := case when tg_op = 'DELETE' then old else new end;
  begins boolean := tg_op <> 'DELETE' and new.state = 'verified' and (tg_op = 'INSERT' or old.state <> 'verified');
begin
  if begins then
    insert into domain_periods (tenant_id, domain_id, host, verified_at)
    select new.tenant_id, new.id, new.host, new.verified_at where new.tenant_id is not null;
    update domains set state = 'refused', fault = 'taken', next_check_at = now(), version = version + 1
     where host = new.host and id <> new.id and state = 'waiting';
  end if;
  if tg_op = 'DELETE' then
    update domain_periods set ended_at = now() where domain_id = old.id and tenant_id = old.tenant_id and ended_at is null;
    update sessions x set ended_at = now(), ended_by = 'address_changed'
     where old.state = 'verified' and x.ended_at is null and x.host = old.host
       and (x.tenant_id = old.tenant_id or (x.tenant_id is null and old.tenant_id is null and x.partner_id = old.partner_id));
  end if;
  if not (coalesce(old.main, false) or coalesce(new.main, false)) then
    return null;
  elsif concerned.tenant_id is null then
    update partners set domain = (select d.host from domains d where d.main and d.partner_id = partners.id and d.tenant_id is null)
     where id = concerned.partner_id;
  else
    update tenants set domain = (select d.host from domains d where d.main and d.tenant_id = tenants.id)
     where id = concerned.tenant_id;
  end if;
  return null;
end
$$;
comment on function app.note_domain is
  'Keeps what follows from a domain: the billed period, other partners who wait for the same name, the main address of the target, and the '
  'end of the sessions at a name that is removed, because its next owner must not meet them.';
call app.platform_function('app.note_domain');

create function app.require_main_domain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.domain is distinct from (
    select d.host from domains d
     where d.main and case tg_table_name when 'tenants' then d.tenant_id = new.id else d.partner_id = new.id and d.tenant_id is null end)
  then
    raise exception using errcode = 'check_violation', constraint = 'main_domain', message = 'the main domain is set in the table domains';
  end if;
  return null;
end
$$;
comment on function app.require_main_domain is 'Refuses every host in the column domain of tenants and partners but that of the main domain.';
call app.platform_function('app.require_main_domain');

drop trigger end_sessions_at_old_address on tenants;
drop trigger end_sessions_at_old_address on partners;

set local role vitrine_platform;
insert into domains (partner_id, tenant_id, host, token, state, proof, main, verified_at, next_check_at, created_at)
select partner_id, id, domain, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'verified', 'before', true, created_at, null::timestamptz, created_at
  from tenants where domain is not null
union all
select id, null, domain, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'verified', 'before', true, created_at, null::timestamptz, created_at
  from partners where domain is not null;
insert into domain_periods (tenant_id, domain_id, host, verified_at)
select tenant_id, id, host, verified_at from domains where tenant_id is not null;
reset role;

create trigger note_domain after insert or delete or update of state, main on domains for each row execute function app.note_domain();
create trigger require_main_domain after insert or update of domain on tenants for each row execute function app.require_main_domain();
create trigger require_main_domain after insert or update of domain on partners for each row execute function app.require_main_domain();
alter table tenants drop constraint tenants_domain_key;
alter table partners drop constraint partners_domain_key;
comment on column tenants.domain is 'A copy of the host of the main domain (table domains).';
comment on column partners.domain is 'A copy of the host of the main domain (table domains).';

create or replace function app.end_sessions_at_old_address() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions x set ended_at = now(), ended_by = 'address_changed'
   where x.ended_at is null
     -- Only of the tenant or partner that moves: the tenants of a partner have addresses of their own.
     and (x.tenant_id = new.id or x.tenant_id is null and x.partner_id = new.id)
     -- A session that is at no domain is at the subdomain.
     and not exists (select from domains d where d.host = x.host and d.state = 'verified');
  return null;
end
$$;
comment on function app.end_sessions_at_old_address is
  'Ends the sessions at a subdomain that a tenant or partner gives up: the next owner of the address must not meet them.';
create trigger end_sessions_at_old_address after update of subdomain on tenants for each row
  when (old.subdomain is distinct from new.subdomain) execute function app.end_sessions_at_old_address();
create trigger end_sessions_at_old_address after update of subdomain on partners for each row
  when (old.subdomain is distinct from new.subdomain) execute function app.end_sessions_at_old_address();

create or replace function app.find_host(host text, out kind text, out tenant_id uuid, out partner_id uuid, out name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select case when t.id is null then 'partner' else 'tenant' end, t.id, p.id, coalesce(t.name, p.name)
    from domains d
    join partners p on p.id = d.partner_id
    left join tenants t on t.id = d.tenant_id
   where d.host = find_host.host and d.state = 'verified' and t.removing_since is null;
$$;
comment on function app.find_host is 'The tenant or partner to which a verified domain leads. Host names are public.';

create or replace function app.frame_origins(label text, host text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select s.embedded_origins from tenants t join settings s on s.tenant_id = t.id
   where (t.subdomain = label or t.id = (select f.tenant_id from app.find_host(frame_origins.host) f))
     and t.removing_since is null and s.embedded_access;
$$;

create or replace function app.external_hosts(label text, host text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select s.external_hosts from tenants t join settings s on s.tenant_id = t.id
   where (t.subdomain = label or t.id = (select f.tenant_id from app.find_host(external_hosts.host) f)) and t.removing_since is null;
$$;

create or replace function app.app_hosts(label text, host text) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(jsonb_object_agg(found.id, found.hosts), '{}')
    from (
      select a.id, array_agg(distinct part.host order by part.host) as hosts
        from tenants t join apps a on a.tenant_id = t.id
       cross join jsonb_array_elements(a.sections) s cross join jsonb_array_elements(s->'items') i
       cross join substring(lower(i->>'address') from '^https://([a-z0-9.-]+(?::[0-9]{1,5})?)(?:[/?#]|$)') part(host)
       where (t.subdomain = label or t.id = (select f.tenant_id from app.find_host(app_hosts.host) f)) and t.removing_since is null
         and i->>'kind' = 'embedded' and part.host is not null
       group by a.id) found
$$;

create function app.billed_domains(reference date) returns table (client_id uuid, domains integer)
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
