-- The people whom the identity providers of SAML apps name.

create or replace function app.fill_saml_issuer() returns trigger language plpgsql as $$
begin
  if new.issuer is null then
    new.issuer := (select a.entity_id from saml_apps a where a.tenant_id = new.tenant_id and a.id = new.app_id);
  end if;
  return new;
end
$$;
comment on function app.fill_saml_issuer is 'The issuer of a row without one: the present identity provider of its app.';
