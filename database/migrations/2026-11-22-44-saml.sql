-- SAML: the identity providers of a tenant, the people that they identify, and the assertions that were used.

create table saml_apps (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  entity_id text not null,
  login_url text not null,
  logout_url text,
  certificates text[] not null,
  name_id_format text not null default 'unspecified' check (name_id_format in ('unspecified', 'persistent', 'emailAddress')),
  attributes jsonb not null default '{"email": "", "nome_usuario": "", "groups": "", "custom": {}}',
  create_users boolean not null default false,
  idp_initiated boolean not null default false,
  status boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint saml_apps_entity_key unique (tenant_id, entity_id)
);
comment on table saml_apps is 'An identity provider of a tenant that signs people in by SAML 2.0.';
comment on column saml_apps.entity_id is 'The issuer of its assertions.';
comment on column saml_apps.certificates is 'PEM. Only these keys are trusted, never those that a message brings.';
comment on column saml_apps.attributes is 'Names of the attributes with e-mail, name, groups and custom fields.';
comment on column saml_apps.create_users is 'People who are not known yet are added at their first sign-in.';
comment on column saml_apps.idp_initiated is 'Accepts assertions that this portal did not ask for.';
create unique index saml_apps_name_key on saml_apps (tenant_id, app.plain(name));
call app.tenant_policy('saml_apps');

create table saml_identities (
  tenant_id uuid not null,
  app_id uuid not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, app_id, subject),
  foreign key (tenant_id, app_id) references saml_apps (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table saml_identities is 'Who the subject of an identity provider is. The e-mail is no identity: it may change its owner.';
create index saml_identities_by_user on saml_identities (tenant_id, user_id);
call app.tenant_policy('saml_identities');

create table saml_used_assertions (
  tenant_id uuid not null,
  app_id uuid not null,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, app_id, assertion_id),
  foreign key (tenant_id, app_id) references saml_apps (tenant_id, id) on delete cascade
);
comment on table saml_used_assertions is 'Assertions that began a session. Each is accepted once, until it expires by itself.';
call app.tenant_policy('saml_used_assertions');
