-- The origin of staff in the audit trail, and the hash chains of the trail.

create or replace function app.origin_of_staff(person uuid) returns text
language sql stable set search_path = public, pg_temp as $$
  select case u.staff when 'a2m' then 'Vitrine' else p.name end
    from users u left join partners p on p.id = u.partner_id
   where u.id = person and u.staff is not null
$$;
comment on function app.origin_of_staff is 'The name of the partner of a person, or of the platform. Null: no staff, or not visible to the caller.';

create or replace function app.origin_in_tenant(tenant uuid, person uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select app.origin_of_staff(person) where tenant = app.tenant_id()
$$;
comment on function app.origin_in_tenant is
  'The same inside the tenant of the session, where row-level security hides staff: in remote access, and in a job that staff ordered.';
call app.callable_platform_function('app.origin_in_tenant');

create or replace function app.audit_field(value text) returns text immutable parallel safe language sql return
  coalesce(octet_length(value)::text || ':' || value, '-') || ',';
comment on function app.audit_field is 'A field of an audit entry with its length in bytes, so that no two entries have the same text.';

create or replace function app.audit_fields(place bigint, entry audit_entries) returns text stable parallel safe language sql return
  app.audit_field(place::text) || app.audit_field(entry.id::text) || app.audit_field(entry.tenant_id::text)
  || app.audit_field(entry.partner_id::text) || app.audit_field((extract(epoch from entry.at) * 1000000)::bigint::text)
  || app.audit_field(entry.event) || app.audit_field(entry.actor_id::text) || app.audit_field(entry.actor_name)
  || app.audit_field(entry.actor_email) || app.audit_field(entry.on_behalf_of::text) || app.audit_field(entry.address::text)
  || app.audit_field(entry.target_type) || app.audit_field(entry.target_id) || app.audit_field(entry.target_name)
  || app.audit_field(entry.changes::text)
  || case when entry.actor_origin is null then '' else app.audit_field(entry.actor_origin) end;
comment on function app.audit_fields is
  'The text of an entry and of its position in its chain that is hashed. An entry without an origin has no field for it: entries from before '
  'the column keep their hashes.';

create or replace function app.audit_hash(previous bytea, place bigint, entry audit_entries) returns bytea
immutable parallel safe language sql return sha256(previous || convert_to(app.audit_fields(place, entry), 'UTF8'));
comment on function app.audit_hash is
  'SHA-256 of the hash before and of the fields of an entry, each with its length in bytes. platform/server/audit-chain.ts computes the same. '
  'Stored in audit_links: a change of this function needs a migration that computes all hashes again.';

create or replace function app.audit_chain(tenant uuid, partner uuid) returns uuid immutable parallel safe language sql return
  coalesce(tenant, partner, '00000000-0000-0000-0000-000000000000');
comment on function app.audit_chain is 'The chain of an entry: that of its business unit, else of its partner, else of the platform.';

create or replace function app.link_audit_entry(entry audit_entries) returns void language plpgsql
set search_path = public, pg_temp
-- A plan that a connection made while the tables were small would read them as a whole later.
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  own_chain constant uuid := app.audit_chain(entry.tenant_id, entry.partner_id);
  before record;
  place bigint;
  hash bytea;
  ids uuid[];
  texts text[];
  hashes bytea[] := '{}';
  one text;
begin
  -- The first of many entries has linked the others.
  if exists (select from audit_links l where l.entry_id = entry.id) then
    return;
  end if;
  select l.position, l.hash into before
    from ((select position, links.hash from audit_links links where chain = own_chain order by position desc limit 1)
          union all select position, anchors.hash from audit_anchors anchors where chain = own_chain) l
   order by position desc limit 1;
  place := coalesce(before.position, 0);
  hash := coalesce(before.hash, '');
  -- Only the transaction that writes an entry sees it without a link. Three queries, so that each reads one index.
  select array_agg(x.id order by x.id), array_agg(app.audit_fields(place + x.number, x.stored) order by x.id) into ids, texts
    from (
      select e.id, e.stored, row_number() over (order by e.id) as number
        from (
          select a.id, a as stored from audit_entries a
           where entry.tenant_id is not null and a.tenant_id = entry.tenant_id and a.at = entry.at
             and a.partner_id is not distinct from entry.partner_id
          union all
          select a.id, a from audit_entries a
           where entry.tenant_id is null and a.partner_id = entry.partner_id and a.at = entry.at and a.tenant_id is null
          union all
          select a.id, a from audit_entries a
           where entry.tenant_id is null and entry.partner_id is null and a.partner_id is null and a.at = entry.at
             and a.tenant_id is null) e
       where not exists (select from audit_links l where l.entry_id = e.id)) x;
  -- The partner of the entry was removed since: it is linked as it was written. An entry that its own transaction deleted again, with
  -- its business unit, needs no link.
  if (ids is null or entry.id <> all(ids)) and exists (select from audit_entries e where e.id = entry.id) then
    ids := ids || entry.id;
    texts := texts || app.audit_fields(place + cardinality(ids), entry);
  end if;
  foreach one in array coalesce(texts, '{}') loop
    hash := sha256(hash || convert_to(one, 'UTF8'));
    hashes := array_append(hashes, hash);
  end loop;
  insert into audit_links (chain, position, entry_id, tenant_id, partner_id, hash)
  select own_chain, place + l.number, l.id, entry.tenant_id, entry.partner_id, l.hash
    from unnest(ids, hashes) with ordinality as l(id, hash, number);
end
$$;
comment on function app.link_audit_entry is
  'Adds an audit entry to the end of its chain, together with the other entries of its transaction and chain that have no link, in the order '
  'of their ids. The caller holds the lock of the chain.';
revoke all on function app.link_audit_entry from public;
grant execute on function app.link_audit_entry to vitrine_platform;

create or replace function app.link_new_audit_entry() returns trigger language plpgsql security definer
set search_path = public, pg_temp
-- As in app.link_audit_entry().
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  -- The first of many entries has linked the others: this is the only work for each of them.
  if exists (select from audit_links l where l.entry_id = new.id) then
    return null;
  end if;
  -- Until the commit, so that no other transaction adds a link to the same chain. Other chains do not wait.
  perform pg_advisory_xact_lock(hashtext('audit_links'), hashtext(app.audit_chain(new.tenant_id, new.partner_id)::text));
  perform app.link_audit_entry(new);
  return null;
end
$$;
comment on function app.link_new_audit_entry is 'Links each new audit entry when its transaction commits. The only writer of audit_links.';
call app.platform_function('app.link_new_audit_entry');

create or replace function app.keep_audit_anchors() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
