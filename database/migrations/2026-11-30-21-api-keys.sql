-- Keys by which programs use the calls of a tenant with the rights of the person who owns the key.
create table api_keys (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  owner_id uuid,
  host text not null,
  scopes text[] not null,
  networks inet[] not null default '{}',
  token_hash bytea not null,
  token_hint text not null,
  old_token_hash bytea,
  old_valid_until timestamptz,
  expires_at timestamptz not null,
  last_used_on date,
  revoked_at timestamptz,
  warned_days integer,
  told_ownerless boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint api_keys_owner foreign key (tenant_id, owner_id) references memberships on delete set null (owner_id),
  constraint api_keys_old_token check ((old_token_hash is null) = (old_valid_until is null)),
  constraint api_keys_has_scopes check (cardinality(scopes) > 0)
);
comment on table api_keys is
  'API keys of a tenant. Only the SHA-256 of a key is stored. A key may do what its owner may do now and what its scopes contain.';
comment on column api_keys.owner_id is 'The person whose rights the key uses; null: the person left the tenant, and the key is refused.';
comment on column api_keys.host is 'The host at which the key was made; the key is valid only there.';
comment on column api_keys.scopes is 'Permissions of catalogue/access.ts.';
comment on column api_keys.networks is 'The addresses and networks that may use the key; empty: all.';
comment on column api_keys.token_hint is 'The last four letters of the key, by which people recognise it.';
comment on column api_keys.old_token_hash is 'The key before the last rotation; valid until old_valid_until.';
comment on column api_keys.last_used_on is 'The last day on which the key was used, in the time zone of the tenant.';
comment on column api_keys.warned_days is 'The warning that the owner has received: that many days before the end.';
comment on column api_keys.told_ownerless is 'The administrators have been told that the owner left.';
create unique index api_keys_name_key on api_keys (tenant_id, app.plain(name)) where revoked_at is null;
create unique index api_keys_by_token on api_keys (token_hash);
create unique index api_keys_by_old_token on api_keys (old_token_hash) where old_token_hash is not null;
create index api_keys_owner on api_keys (tenant_id, owner_id);
create index api_keys_by_end on api_keys (expires_at) where revoked_at is null;
call app.tenant_policy('api_keys');

create table api_key_requests (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  api_key_id uuid not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  claim uuid not null,
  claimed_at timestamptz not null default now(),
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, api_key_id, idempotency_key),
  constraint api_key_requests_key foreign key (tenant_id, api_key_id) references api_keys on delete cascade
);
comment on table api_key_requests is 'Changes that programs sent with the header Idempotency-Key, with their answers, for a day.';
comment on column api_key_requests.fingerprint is 'SHA-256 of method, path and body: the same idempotency key with another request is refused.';
comment on column api_key_requests.claim is 'The attempt that runs the request. Only it may store the answer.';
comment on column api_key_requests.answer is 'The body of the answer; null: it runs, or its answer was too long.';
create index api_key_requests_by_age on api_key_requests (created_at);
call app.tenant_policy('api_key_requests');
