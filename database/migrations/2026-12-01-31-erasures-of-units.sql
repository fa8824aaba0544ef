-- The erasure of a tenant in stages: an order closes it, a grace period follows, a job erases it, and a proof stays.

alter table tenants
  add column erase_at timestamptz,
  add constraint tenants_closed_shut check (erase_at is null or not enabled),
  add constraint tenants_removing_ordered check (removing_since is null or erase_at is not null) not valid;
comment on column tenants.erase_at is
  'The end of the grace period of an ordered erasure: until then the tenant is closed and can be opened again. Null: no erasure is ordered.';
create index tenants_erase_at on tenants (erase_at) where erase_at is not null;

create table unit_erasures (
  id uuid primary key default app.uuidv7(),
  unit_id uuid not null,
  unit_name text not null,
  partner_id uuid references partners on delete set null,
  was_enabled boolean not null,
  ordered_at timestamptz not null default now(),
  ordered_by uuid,
  ordered_by_name text not null,
  erase_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid,
  confirmed_by_name text,
  begun_at timestamptz,
  counts jsonb,
  kept jsonb,
  rows_erased_at timestamptz,
  proved_at timestamptz,
  document text,
  sha256 text,
  constraint unit_erasures_unit unique (unit_id),
  constraint unit_erasures_confirmed check ((confirmed_at is null) = (confirmed_by_name is null) and (confirmed_by is null or confirmed_by is distinct from ordered_by)),
  constraint unit_erasures_proved check ((proved_at is null) = (document is null) and (document is null) = (sha256 is null))
);
comment on table unit_erasures is
  'Orders to erase a tenant, and the proof afterwards. A row has no foreign key to the tenant, because it stays when the tenant is gone.';
comment on column unit_erasures.was_enabled is 'Whether the tenant was enabled when it was closed: so it is opened again.';
comment on column unit_erasures.confirmed_by is 'Another person than ordered_by, who ended the grace period early. Null: the grace period passed.';
comment on column unit_erasures.counts is 'Rows of the tenant in each table when the erasure began.';
comment on column unit_erasures.kept is 'What stays after the erasure: kind, number and reason.';
comment on column unit_erasures.document is 'The proof as JSON. The audit trail has its SHA-256.';
create index unit_erasures_of_partner on unit_erasures (partner_id, ordered_at desc);
call app.platform_policy('unit_erasures');
grant select, insert, delete on unit_erasures to vitrine_app;
grant update (confirmed_at, confirmed_by, confirmed_by_name, erase_at) on unit_erasures to vitrine_app;
create policy read on unit_erasures for select to vitrine_app using (
  (select app.on_platform())
  or (select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id()));
create policy command on unit_erasures for insert to vitrine_app with check (
  begun_at is null and ((select app.on_platform())
    or (select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id())));
create policy confirm on unit_erasures for update to vitrine_app using (
  begun_at is null and ((select app.on_platform())
    or (select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id())));
create policy withdraw on unit_erasures for delete to vitrine_app using (
  begun_at is null and ((select app.on_platform())
    or (select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id())));

-- Units that are being removed when this migration runs were ordered before orders existed.
set local role vitrine_platform;
update tenants set erase_at = removing_since where removing_since is not null;
insert into unit_erasures (unit_id, unit_name, partner_id, was_enabled, ordered_at, ordered_by_name, erase_at)
select id, name, partner_id, true, removing_since, '–', removing_since from tenants where removing_since is not null;
reset role;
