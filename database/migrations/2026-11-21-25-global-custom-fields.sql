-- Custom fields of a partner, which its business units all have: the same table, without a business unit.
alter table custom_fields add column partner_id uuid;
-- The walls let nobody through without a role.
set local role vitrine_platform;
update custom_fields f set partner_id = t.partner_id from tenants t where t.id = f.tenant_id;
reset role;
alter table custom_fields
  drop constraint custom_fields_pkey,
  drop constraint custom_fields_name_key,
  drop constraint custom_fields_tenant_id_fkey,
  alter column tenant_id drop not null,
  alter column partner_id set not null,
  add primary key (id),
  add constraint custom_fields_name_key unique nulls not distinct (partner_id, tenant_id, name),
  add constraint custom_fields_partner foreign key (partner_id) references partners on delete cascade,
  add constraint custom_fields_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade;
create index custom_fields_by_tenant on custom_fields (tenant_id);

-- Each sees its own and those of the partner above, and keeps its own alone; the platform’s people keep every partner’s.
drop policy wall on custom_fields;
create policy seen on custom_fields for select to vitrine_app using (
  partner_id = (select app.partner_id()) and (tenant_id is null or tenant_id = (select app.tenant_id()))
  or tenant_id is null and (select app.on_platform())
);
create policy kept on custom_fields to vitrine_app
  using (
    tenant_id is not distinct from (select app.tenant_id())
    and (partner_id = (select app.partner_id()) or (select app.on_platform()))
  )
  with check (
    tenant_id is not distinct from (select app.tenant_id())
    and (partner_id = (select app.partner_id()) or (select app.on_platform()))
  );

-- With a field go its values: of a partner’s in business units that whoever removes it does not see.
create function app.forget_custom_values() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update memberships m set custom = m.custom - old.id::text
   where m.custom ? old.id::text
     and m.tenant_id in (
       select t.id from tenants t where t.partner_id = old.partner_id and (old.tenant_id is null or t.id = old.tenant_id));
  return null;
end
$$;
alter function app.forget_custom_values() owner to vitrine_platform;
create trigger forget_custom_values after delete on custom_fields for each row execute function app.forget_custom_values();

-- How many people of all its business units have a value of a partner’s field, for who keeps the field; zero for anybody else.
create function app.people_with_field(field uuid) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer
    from custom_fields f join tenants t on t.partner_id = f.partner_id join memberships m on m.tenant_id = t.id
   where f.id = field and f.tenant_id is null and m.custom ? field::text
     and (app.on_platform() or (app.tenant_id() is null and f.partner_id = app.partner_id()));
$$;
alter function app.people_with_field(uuid) owner to vitrine_platform;
revoke all on function app.people_with_field(uuid) from public;
grant execute on function app.people_with_field(uuid) to vitrine_app;
