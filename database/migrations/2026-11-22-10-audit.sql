-- The audit trail.

create table audit_entries (
  id uuid primary key default app.uuidv7(),
  tenant_id uuid references tenants on delete cascade,
  partner_id uuid references partners on delete set null,
  at timestamptz not null default now(),
  event text not null,
  actor_id uuid,
  actor_name text,
  actor_email text,
  on_behalf_of uuid,
  address inet,
  target_type text,
  target_id text,
  target_name text,
  changes jsonb not null default '{}',
  words text not null generated always as (
    app.plain(coalesce(target_name, '') || chr(10) || coalesce(actor_name, '') || chr(10) || coalesce(actor_email, ''))
  ) stored
);
comment on table audit_entries is 'The audit trail: every change, appended and never altered. An entry outside of tenants has no tenant.';
comment on column audit_entries.words is 'What a search compares. The line breaks keep a match within one of the three texts.';
-- In the order of the list, so that a page is read from the index without a sort.
create index audit_entries_by_tenant on audit_entries (tenant_id, at desc, id desc);
create index audit_entries_by_partner on audit_entries (partner_id, at desc, id desc);
-- Not app.row_policy(): nobody gets the right to update, and the application none to delete.
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
grant select, insert on audit_entries to vitrine_app;
grant select, insert, delete on audit_entries to vitrine_platform;
-- The platform staff may write an entry for a partner: what they do to a partner is visible to it.
create policy append on audit_entries for insert to vitrine_app with check (
  tenant_id is not distinct from (select app.tenant_id())
  and (partner_id is not distinct from (select app.partner_id()) or (select app.on_platform()))
);
-- Inside a tenant its entries; at the host of a partner those of the partner and its tenants; on the platform those of no tenant.
create policy read on audit_entries for select to vitrine_app using (
  tenant_id = (select app.tenant_id())
  or ((select app.tenant_id()) is null and partner_id = (select app.partner_id()))
  or ((select app.on_platform()) and tenant_id is null)
);
create policy platform_append on audit_entries for insert to vitrine_platform with check (true);
create policy platform_read on audit_entries for select to vitrine_platform using (true);
-- Entries are deleted only with their tenant.
create policy platform_delete on audit_entries for delete to vitrine_platform
  using (tenant_id in (select id from tenants where removing_since is not null));
