-- SCIM: the directory that maintains the people of a tenant, and what it maintains.

create table scim_connections (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  enabled boolean not null default true,
  token_hash bytea not null,
  token_hint text not null,
  old_token_hash bytea,
  old_valid_until timestamptz,
  expires_at timestamptz,
  last_used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint scim_connections_tenant_key unique (tenant_id)
);
comment on table scim_connections is 'The directory of a tenant (SCIM 2.0): its token, of which only the SHA-256 is stored.';
comment on column scim_connections.token_hint is 'The last four letters of the token, by which people recognise it.';
comment on column scim_connections.old_token_hash is 'The token before the last rotation; valid until old_valid_until.';
create unique index scim_connections_by_token on scim_connections (token_hash);
create unique index scim_connections_by_old_token on scim_connections (old_token_hash) where old_token_hash is not null;
call app.tenant_policy('scim_connections');

alter table memberships
  add column scim_managed boolean not null default false,
  add column scim_external_id text,
  add column scim_user_name text,
  add constraint memberships_scim_external_key unique (tenant_id, scim_external_id);
comment on column memberships.scim_managed is 'The directory maintains this person: their identity and state are changed there only.';
comment on column memberships.scim_external_id is 'The id of the person in the directory (externalId of RFC 7643).';
comment on column memberships.scim_user_name is 'The userName of the directory, where it is not the e-mail.';

alter table user_groups
  add column scim_managed boolean not null default false,
  add column scim_external_id text,
  add constraint user_groups_scim_external_key unique (tenant_id, scim_external_id);
comment on column user_groups.scim_managed is 'The directory maintains name and members of this group.';
