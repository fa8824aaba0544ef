-- How long a tenant keeps its records, and the pruning of its audit trail.

create table retention_rules (
  tenant_id uuid primary key references tenants on delete cascade default app.tenant_id(),
  days jsonb not null default '{}',
  version integer not null default 1,
  constraint retention_rules_days check (jsonb_typeof(days) = 'object')
);
comment on table retention_rules is 'How long a tenant keeps its records. A tenant without a row keeps them as is usual.';
comment on column retention_rules.days is 'Days by kind (catalogue/retention.ts). A kind that is missing is kept as is usual.';
call app.tenant_policy('retention_rules');

-- Only a transaction that names the tenant and the instant may prune its trail, and nothing of the last 30 days. The job deletes links and
-- entries from the beginning of the chain, and writes an entry with the last deleted link (platform/server/audit-chain.ts).
create policy platform_prune on audit_entries for delete to vitrine_platform using (
  tenant_id = (select nullif(current_setting('app.pruned_unit', true), '')::uuid)
  and at < (select least(nullif(current_setting('app.pruned_before', true), '')::timestamptz, now() - interval '30 days')));
create policy platform_prune on audit_links for delete to vitrine_platform using (
  tenant_id = (select nullif(current_setting('app.pruned_unit', true), '')::uuid)
  and exists (
    select from audit_entries e where e.id = entry_id
       and e.at < (select least(nullif(current_setting('app.pruned_before', true), '')::timestamptz, now() - interval '30 days'))));
