-- Embedded access: pages of other sites show reports of a tenant in a frame, and sign their people in with short tokens.

alter table settings
  add column embedded_access boolean not null default false,
  add column embedded_origins text[] not null default '{}',
  add column embedded_secret_sealed bytea,
  add column embedded_secret_at timestamptz,
  add constraint settings_embedded_origins_check check (
    cardinality(embedded_origins) <= 50
    and array_to_string(embedded_origins, ' ') ~ '^(https?://[][a-z0-9.:_-]+( |$))*$'),
  add constraint settings_embedded_secret_check check ((embedded_secret_sealed is null) = (embedded_secret_at is null));
comment on column settings.embedded_access is 'May pages of other sites show reports of the tenant in a frame?';
comment on column settings.embedded_origins is 'The origins whose pages may frame ours. They stand in a header, so no other sign is allowed.';
comment on column settings.embedded_secret_sealed is 'The secret that signs tokens of embedded access; write-only.';
comment on column settings.embedded_secret_at is 'When the secret was made. A new one ends the sessions of the earlier one.';

create table embedded_used_tokens (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  token_id text not null check (length(token_id) <= 128),
  expires_at timestamptz not null,
  primary key (tenant_id, token_id)
);
comment on table embedded_used_tokens is 'Tokens of embedded access that were used, by their `jti`. Each is accepted once, until it expires by itself.';
call app.tenant_policy('embedded_used_tokens');

create function app.end_embedded_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare ended record;
begin
  for ended in
    update sessions set ended_at = now(), ended_by = 'embedded_access_ended'
     where tenant_id = new.tenant_id and auth_type = 'embedded' and ended_at is null
    returning id, user_id
  loop
    perform pg_notify('vitrine', json_build_object('kind', 'session_ended', 'tenantId', new.tenant_id, 'userId', ended.user_id,
      'sessionId', ended.id, 'reason', 'session.unauthorized')::text);
  end loop;
  return null;
end
$$;
comment on function app.end_embedded_sessions is
  'Ends the embedded sessions of a tenant that no longer allows them or has a new secret, and tells their pages.';
call app.platform_function('app.end_embedded_sessions');
create trigger end_embedded_sessions after update of embedded_access, embedded_secret_at on settings for each row
  when (old.embedded_access and not new.embedded_access or old.embedded_secret_at is distinct from new.embedded_secret_at)
  execute function app.end_embedded_sessions();

create function app.frame_origins(label text, host text) returns text[]
language sql stable security definer set search_path = public, pg_temp as $$
  select s.embedded_origins from tenants t join settings s on s.tenant_id = t.id
   where (t.subdomain = label or t.domain = host) and t.removing_since is null and s.embedded_access;
$$;
comment on function app.frame_origins is
  'The origins that may frame the embedded pages at this host; null for none. Every answer of such a page tells them.';
call app.callable_platform_function('app.frame_origins');
