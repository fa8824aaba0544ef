-- OpenID Connect: the identity providers of a tenant, and the people that they identify. People whom single sign-on adds become members of
-- the partner's tenant that is the default for it, so that an identity names the tenant of its person.

create table openid_providers (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  kind text not null check (kind in ('entra', 'google', 'other')),
  icon text not null check (icon in ('microsoft', 'google', 'key', 'building', 'shield')),
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea,
  scopes text not null default 'openid profile email',
  attributes jsonb not null default '{"email": "", "nome_usuario": "", "groups": "", "custom": {}}',
  create_users boolean not null default false,
  link_users boolean not null default false,
  domains text[] not null default '{}' check (cardinality(domains) <= 50),
  directories text[] not null default '{}' check (cardinality(directories) <= 50),
  status boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint openid_providers_client_key unique (tenant_id, issuer, client_id)
);
comment on table openid_providers is 'An identity provider of a tenant that signs people in by OpenID Connect.';
comment on column openid_providers.issuer is 'Its address and name: where its configuration is, and the `iss` of its tokens.';
comment on column openid_providers.client_secret_sealed is 'Sealed with APP_SECRET. Null: a client without a secret, which proves itself by PKCE alone.';
comment on column openid_providers.attributes is 'Names of the claims with e-mail, name, groups and custom fields.';
comment on column openid_providers.create_users is 'People who are not known yet are added at their first sign-in.';
comment on column openid_providers.link_users is 'A verified e-mail links people of the tenant who have a password.';
comment on column openid_providers.domains is 'E-mail domains whose people may sign in; none: any.';
comment on column openid_providers.directories is 'Entra: ids of the directories whose people may sign in; needed when the application is multi-tenant.';
create unique index openid_providers_name_key on openid_providers (tenant_id, app.plain(name));
call app.tenant_policy('openid_providers');

create table openid_identities (
  tenant_id uuid not null,
  provider_id uuid not null,
  issuer text not null,
  subject text not null,
  member_tenant_id uuid not null references tenants on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (tenant_id, provider_id, issuer, subject),
  foreign key (tenant_id, provider_id) references openid_providers (tenant_id, id) on delete cascade
);
comment on table openid_identities is 'Who the subject of an issuer is. The e-mail is no identity: it may change its owner.';
comment on column openid_identities.subject is '`sub`; Entra: `tid:oid`, which is the same in all applications.';
comment on column openid_identities.member_tenant_id is 'The tenant of which the person became a member: this one, or the default for single sign-on.';
create index openid_identities_by_user on openid_identities (user_id);
create index openid_identities_by_member_tenant on openid_identities (member_tenant_id);
call app.tenant_policy('openid_identities');

alter table saml_identities add member_tenant_id uuid references tenants on delete cascade;
update saml_identities set member_tenant_id = tenant_id;
alter table saml_identities
  alter member_tenant_id set not null,
  drop constraint saml_identities_tenant_id_user_id_fkey,
  add foreign key (user_id) references users on delete cascade;
comment on column saml_identities.member_tenant_id is 'The tenant of which the person became a member: this one, or the default for single sign-on.';
drop index saml_identities_by_user;
create index saml_identities_by_user on saml_identities (user_id);
create index saml_identities_by_member_tenant on saml_identities (member_tenant_id);

alter table saml_apps add link_users boolean not null default false;
comment on column saml_apps.link_users is 'The e-mail of an assertion links people of the tenant who have a password.';
