-- The audit trail as its screen reads it: who acted by name, words to search, partners see the entries of their business units.
-- Nobody changes an entry, so the words are made once. A line break stands between them: no search leaps from one to the next.
alter table audit_entries add column actor_name text;
alter table audit_entries add column words text not null generated always as (
  app.plain(coalesce(target_name, '') || chr(10) || coalesce(actor_name, '') || chr(10) || coalesce(actor_email, ''))
) stored;

-- In the order of the list, so that a page is read from the index and nothing is sorted.
drop index audit_entries_by_tenant;
drop index audit_entries_by_partner;
create index audit_entries_by_tenant on audit_entries (tenant_id, at desc, id desc);
create index audit_entries_by_partner on audit_entries (partner_id, at desc, id desc);

-- A partner's staff at the partner's own host: the partner's entries and those of its business units.
drop policy seen on audit_entries;
create policy seen on audit_entries for select to vitrine_app using (
  tenant_id = (select app.tenant_id())
  or ((select app.tenant_id()) is null and partner_id = (select app.partner_id()))
  or ((select app.on_platform()) and tenant_id is null)
);
