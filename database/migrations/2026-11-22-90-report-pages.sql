-- Grants of single pages, identities from a custom field, and previews as another person.

alter table report_grants
  add column pages text[] check (cardinality(pages) > 0),
  add column identity_field uuid,
  drop constraint report_grants_identity_check,
  add constraint report_grants_identity_check check (identity in ('email', 'value', 'field')),
  add constraint report_grants_field check ((identity = 'field') = (identity_field is not null));
comment on column report_grants.pages is 'Names of the pages that the grant opens, as the report service knows them; null: all pages.';
comment on column report_grants.identity_field is
  'The custom field whose value is the user name of the identity. No foreign key: when the field is removed, the grant stays and opens nothing.';

alter table embed_tokens add column reads_as uuid;
comment on column embed_tokens.identity is
  'What the report service was told about the reader (identity and pages), as JSON text: the token is revoked when a grant says something else.';
comment on column embed_tokens.reads_as is 'The person as whom an administrator previews the report; null: the token is the reader''s own.';

-- An identity follows the value of its custom field: embed tokens with the former value are revoked. People change through many doors
-- (form, import, SCIM, SAML, OpenID), so the table tells.
create function app.announce_identity_value() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from report_grants x
     where x.tenant_id = new.tenant_id and x.identity_field is not null
       and old.custom->(x.identity_field::text) is distinct from new.custom->(x.identity_field::text))
  then
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', new.tenant_id, 'reportIds', '[]'::json)::text);
  end if;
  return null;
end $$;
comment on function app.announce_identity_value is 'Revokes embed tokens when the custom field of an identity has another value.';
call app.platform_function('app.announce_identity_value');
create trigger announce_identity_value after update of custom on memberships
  for each row when (old.custom is distinct from new.custom) execute function app.announce_identity_value();

create function app.announce_identity_field() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare unit record;
begin
  for unit in select distinct x.tenant_id from report_grants x where x.identity_field = new.id loop
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', unit.tenant_id, 'reportIds', '[]'::json)::text);
  end loop;
  return null;
end $$;
comment on function app.announce_identity_field is
  'Revokes embed tokens when people may fill in the field of an identity themselves: it then names nobody.';
call app.platform_function('app.announce_identity_field');
create trigger announce_identity_field after update of in_registration on custom_fields
  for each row when (old.in_registration is distinct from new.in_registration) execute function app.announce_identity_field();
