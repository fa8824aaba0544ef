-- The hash chains that prove the audit trail (npm run verify-audit).

create table audit_links (
  chain uuid not null,
  position bigint not null,
  entry_id uuid not null,
  tenant_id uuid references tenants on delete cascade,
  partner_id uuid,
  hash bytea not null,
  primary key (chain, position)
);
comment on table audit_links is
  'One link for each audit entry. Each business unit has a chain, each partner one for its entries outside of units, and the platform one. '
  'No foreign key to the entry: the link of a deleted entry shows that it is missing.';
comment on column audit_links.chain is 'The id of the business unit or the partner; the nil UUID for the platform.';
comment on column audit_links.partner_id is 'The partner of the entry as it was written. The entry loses it when the partner is removed.';
comment on column audit_links.hash is 'app.audit_hash() of the hash of the link before, the position and the entry.';
-- The erasure of a business unit finds its links by this index.
create index audit_links_by_tenant on audit_links (tenant_id) where tenant_id is not null;

create table audit_anchors (
  chain uuid primary key,
  position bigint not null,
  hash bytea not null,
  dropped_at timestamptz not null default now()
);
comment on table audit_anchors is
  'The last link of a chain that was deleted, with its hash: the links behind it can still be verified, and an erased unit leaves a trace.';

-- Nobody gets the right to change a link, and the application none at all. Links are deleted only with their business unit.
alter table audit_links enable row level security;
alter table audit_links force row level security;
grant select, insert, delete on audit_links to vitrine_platform;
create policy platform_append on audit_links for insert to vitrine_platform with check (true);
create policy platform_read on audit_links for select to vitrine_platform using (true);
create policy platform_delete on audit_links for delete to vitrine_platform
  using (tenant_id in (select id from tenants where removing_since is not null));
alter table audit_anchors enable row level security;
alter table audit_anchors force row level security;
grant select, insert, update on audit_anchors to vitrine_platform;
create policy platform_append on audit_anchors for insert to vitrine_platform with check (true);
create policy platform_read on audit_anchors for select to vitrine_platform using (true);
create policy platform_change on audit_anchors for update to vitrine_platform using (true);

create function app.audit_hash(previous bytea, place bigint, entry audit_entries) returns bytea
language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
declare
  value text;
  fields text := '';
begin
  foreach value in array array[
    place::text, entry.id::text, entry.tenant_id::text, entry.partner_id::text, (extract(epoch from entry.at) * 1000000)::bigint::text,
    entry.event, entry.actor_id::text, entry.actor_name, entry.actor_email, entry.on_behalf_of::text, entry.address::text, entry.target_type,
    entry.target_id, entry.target_name, entry.changes::text
  ] loop
    fields := fields || case when value is null then '-' else octet_length(value) || ':' || value end || ',';
  end loop;
  return sha256(previous || convert_to(fields, 'UTF8'));
end
$$;
comment on function app.audit_hash is
  'SHA-256 of the hash before and of the fields of an entry, each with its length in bytes. platform/server/audit-chain.ts computes the same. '
  'Stored in audit_links: a change of this function needs a migration that computes all hashes again.';

create function app.audit_chain(tenant uuid, partner uuid) returns uuid immutable parallel safe language sql return
  coalesce(tenant, partner, '00000000-0000-0000-0000-000000000000');
comment on function app.audit_chain is 'The chain of an entry: that of its business unit, else of its partner, else of the platform.';

create function app.link_audit_entry(entry audit_entries) returns void language plpgsql
set search_path = public, pg_temp
-- A plan that a connection made while the tables were small would read them as a whole later.
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  own_chain constant uuid := app.audit_chain(entry.tenant_id, entry.partner_id);
  before record;
begin
  -- An entry that its own transaction deleted again, with its business unit, needs no link.
  if not exists (select from audit_entries where id = entry.id) then
    return;
  end if;
  select position, hash into before
    from ((select position, hash from audit_links where chain = own_chain order by position desc limit 1)
          union all select position, hash from audit_anchors where chain = own_chain) links
   order by position desc limit 1;
  insert into audit_links (chain, position, entry_id, tenant_id, partner_id, hash)
  values (own_chain, coalesce(before.position, 0) + 1, entry.id, entry.tenant_id, entry.partner_id,
          app.audit_hash(coalesce(before.hash, ''), coalesce(before.position, 0) + 1, entry));
end
$$;
comment on function app.link_audit_entry is 'Adds an audit entry to the end of its chain. The caller holds the lock of the chain.';
revoke all on function app.link_audit_entry from public;
grant execute on function app.link_audit_entry to vitrine_platform;

create function app.link_new_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Until the commit, so that no other transaction adds a link to the same chain. Other chains do not wait.
  perform pg_advisory_xact_lock(hashtext('audit_links'), hashtext(app.audit_chain(new.tenant_id, new.partner_id)::text));
  perform app.link_audit_entry(new);
  return null;
end
$$;
comment on function app.link_new_audit_entry is 'Links each new audit entry when its transaction commits. The only writer of audit_links.';
call app.platform_function('app.link_new_audit_entry');

create function app.keep_audit_anchors() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_anchors as a (chain, position, hash)
  select distinct on (chain) chain, position, hash from dropped order by chain, position desc
      on conflict (chain) do update
     set position = excluded.position, hash = excluded.hash, dropped_at = now()
   where excluded.position > a.position;
  return null;
end
$$;
comment on function app.keep_audit_anchors is 'Keeps the last deleted link of each chain, also of links that a cascade deletes.';
call app.platform_function('app.keep_audit_anchors');

-- Deferred: the hash is made at the commit, so that a transaction holds the lock of its chain only while it commits.
create constraint trigger link_entry after insert on audit_entries deferrable initially deferred
  for each row execute function app.link_new_audit_entry();
create trigger keep_anchors after delete on audit_links referencing old table as dropped
  for each statement execute function app.keep_audit_anchors();

-- The entries from before this migration, in the order in which they were written.
do $$
declare
  entry audit_entries;
begin
  for entry in select * from audit_entries order by id loop
    perform app.link_audit_entry(entry);
  end loop;
end
$$;
