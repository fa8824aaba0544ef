-- A subject belongs to one identity provider. Another provider that an app is moved to may use the same subject for another person.
alter table saml_identities add issuer text;
update saml_identities i set issuer = a.entity_id from saml_apps a where a.tenant_id = i.tenant_id and a.id = i.app_id;
alter table saml_identities
  alter issuer set not null,
  drop constraint saml_identities_pkey,
  add primary key (tenant_id, app_id, issuer, subject);
comment on table saml_identities is 'Who the subject of an issuer is. The e-mail is no identity: it may change its owner.';
comment on column saml_identities.issuer is 'The entity id of the identity provider. People of an earlier provider of the app do not sign in by its present one.';

alter table saml_sessions add issuer text;
update saml_sessions s set issuer = a.entity_id from saml_apps a where a.tenant_id = s.tenant_id and a.id = s.app_id;
alter table saml_sessions alter issuer set not null;
comment on column saml_sessions.issuer is 'The entity id of the provider that named the person. Another one is never told of them.';
