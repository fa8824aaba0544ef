-- What a request for sign-out tells an identity provider (SAML 2.0 Core, section 3.7): whom it signed in, and in which of its sessions.
create table saml_sessions (
  tenant_id uuid not null,
  session_id uuid primary key references sessions on delete cascade,
  app_id uuid not null,
  user_id uuid not null,
  subject text not null,
  subject_format text,
  name_qualifier text,
  sp_name_qualifier text,
  session_index text,
  foreign key (tenant_id, app_id) references saml_apps (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table saml_sessions is 'Sessions that began with an identity provider of their business unit. Those that a person switched to have no row.';
comment on column saml_sessions.subject is 'The NameID of the assertion, with its attributes beside it: the provider knows the person by all of them.';
comment on column saml_sessions.session_index is 'The session at the identity provider; null: it named none.';
create index saml_sessions_by_app on saml_sessions (tenant_id, app_id);
create index saml_sessions_by_user on saml_sessions (tenant_id, user_id);
call app.tenant_policy('saml_sessions');
