-- A subject belongs to one identity provider. Another provider that an app is moved to may use the same subject for another person.
-- Servers of the version before write no issuer: they know only the present provider of an app.
create function app.fill_saml_issuer() returns trigger language plpgsql as $$
begin
  if new.issuer is null then
    new.issuer := (select a.entity_id from saml_apps a where a.tenant_id = new.tenant_id and a.id = new.app_id);
  end if;
  return new;
end
$$;
comment on function app.fill_saml_issuer is 'The issuer of a row without one: the present identity provider of its app.';

alter table saml_identities add issuer text;
-- A person who was bound before the app was moved belongs to the provider before: the audit trail says when that was.
update saml_identities i
   set issuer = coalesce(
         (select e.changes->'entity_id'->>0
            from audit_entries e
           where e.tenant_id = i.tenant_id and e.event = 'saml.updated' and e.target_id = i.app_id::text and e.at > i.created_at
             and jsonb_typeof(e.changes->'entity_id') = 'array'
           order by e.at
           limit 1),
         a.entity_id)
  from saml_apps a
 where a.tenant_id = i.tenant_id and a.id = i.app_id;
alter table saml_identities
  alter issuer set not null,
  drop constraint saml_identities_pkey,
  add primary key (tenant_id, app_id, issuer, subject);
create trigger fill_saml_issuer before insert on saml_identities for each row execute function app.fill_saml_issuer();
comment on table saml_identities is 'Who the subject of an issuer is. The e-mail is no identity: it may change its owner.';
comment on column saml_identities.issuer is 'The entity id of the identity provider. People of an earlier provider of the app do not sign in by its present one.';

alter table saml_sessions add issuer text;
update saml_sessions s set issuer = a.entity_id from saml_apps a where a.tenant_id = s.tenant_id and a.id = s.app_id;
alter table saml_sessions alter issuer set not null;
create trigger fill_saml_issuer before insert on saml_sessions for each row execute function app.fill_saml_issuer();
comment on column saml_sessions.issuer is 'The entity id of the provider that named the person. Another one is never told of them.';
