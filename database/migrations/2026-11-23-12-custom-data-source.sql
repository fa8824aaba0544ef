-- The custom data of an identity comes from a fixed value, as before, from the e-mail of the reader, or from one of their custom fields.

alter table report_grants
  add column custom_data_from text not null default 'value',
  add column custom_data_field uuid,
  add constraint report_grants_custom_data_from check (custom_data_from in ('value', 'email', 'field')),
  add constraint report_grants_custom_data_field check ((custom_data_from = 'field') = (custom_data_field is not null)),
  add constraint report_grants_custom_data check (custom_data_from = 'value' or custom_data is null);
comment on column report_grants.custom_data_from is 'Where the custom data of the identity comes from.';
comment on column report_grants.custom_data_field is
  'The custom field whose value is the custom data. No foreign key: when the field is removed, the grant stays and opens nothing.';

create or replace function app.announce_identity_value() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from report_grants x cross join lateral unnest(array[x.identity_field, x.custom_data_field]) f(id)
     where x.tenant_id = new.tenant_id and f.id is not null
       and old.custom->(f.id::text) is distinct from new.custom->(f.id::text))
  then
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', new.tenant_id, 'reportIds', '[]'::json)::text);
  end if;
  return null;
end $$;

create or replace function app.announce_identity_field() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare unit record;
begin
  for unit in select distinct x.tenant_id from report_grants x where new.id in (x.identity_field, x.custom_data_field) loop
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', unit.tenant_id, 'reportIds', '[]'::json)::text);
  end loop;
  return null;
end $$;
