-- Ground: roles, the schema `app`, and the helpers that every later migration uses.
-- The first eleven files are the baseline. A later change of the schema is a new file with the date of its day.
-- They need PostgreSQL 16 or later: no virtual generated columns, no `returning old`, no `without overlaps`, no built-in `uuidv7()`.

-- vitrine_app: the portal's login is a member. It owns nothing and bypasses no policy.
-- vitrine_platform: work across tenants, taken with SET LOCAL ROLE in acrossTenants(). It owns the SECURITY DEFINER functions.
do $$
begin
  if not exists (select from pg_roles where rolname = 'vitrine_app') then
    create role vitrine_app nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'vitrine_platform') then
    create role vitrine_platform nologin nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then
  null; -- roles belong to the cluster: another database of it is being migrated at the same moment
end
$$;

grant vitrine_platform to vitrine_app with inherit false, set true;
grant vitrine_platform to current_user with inherit true, set true;

revoke create on schema public from public;
grant usage on schema public to vitrine_app, vitrine_platform;

create schema app;
grant usage on schema app to vitrine_app;
grant usage, create on schema app to vitrine_platform;

-- The status screen of the platform shows which migrations have run. The migration runner creates this table.
grant select on migrations to vitrine_platform;
comment on table migrations is 'The migrations that have run on this database, with the hash of each file.';

-- What open_session() has set for the transaction. A pooled connection keeps '' after a local setting ends: '' means not set.
create function app.tenant_id() returns uuid stable parallel safe language sql
  return nullif(current_setting('app.tenant_id', true), '')::uuid;
comment on function app.tenant_id is 'The tenant of the session; null outside of a tenant.';

create function app.partner_id() returns uuid stable parallel safe language sql
  return nullif(current_setting('app.partner_id', true), '')::uuid;
comment on function app.partner_id is 'The partner of the session; null on the platform.';

create function app.user_id() returns uuid stable parallel safe language sql
  return nullif(current_setting('app.user_id', true), '')::uuid;
comment on function app.user_id is 'The user of the session; null when nobody is signed in.';

create function app.profile() returns text stable parallel safe language sql
  return nullif(current_setting('app.profile', true), '');
comment on function app.profile is 'The effective profile of the session: a2m, master, admin or user.';

create function app.on_platform() returns boolean stable parallel safe language sql
  return app.profile() = 'a2m' and app.tenant_id() is null;
comment on function app.on_platform is
  'Is the session one of the platform staff outside of a tenant? It reads all partners and tenants, and no table of a tenant.';

create procedure app.row_policy(table_name text, rule text) language plpgsql as $$
begin
  call app.platform_policy(table_name);
  execute format('create policy application on %I to vitrine_app using (%s) with check (%s)', table_name, rule, rule);
  execute format('grant select, insert, update, delete on %I to vitrine_app', table_name);
end
$$;
comment on procedure app.row_policy is
  'Puts a table under row-level security: the application reads and writes the rows that match `rule`. A rule asks for facts of the '
  'session as `(select app.tenant_id())`. That is evaluated once per statement instead of once per row. A bare call would also be '
  'null when the plan is made, before the session opens: the planner would expect no rows and scan whole tables.';

create procedure app.tenant_policy(table_name text) language plpgsql as $$
begin
  execute format('alter table %I alter column tenant_id set default app.tenant_id()', table_name);
  call app.row_policy(table_name, 'tenant_id = (select app.tenant_id())');
end
$$;
comment on procedure app.tenant_policy is
  'The policy of most tables: rows of the tenant of the session. A new row gets that tenant by default.';

create procedure app.platform_policy(table_name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy platform on %I to vitrine_platform using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to vitrine_platform', table_name);
end
$$;
comment on procedure app.platform_policy is 'Puts a table under row-level security that only work across tenants passes.';

create procedure app.platform_function(name regproc) language plpgsql as $$
begin
  execute format('alter function %s owner to vitrine_platform', name);
  execute format('revoke all on function %s from public', name);
end
$$;
comment on procedure app.platform_function is
  'Makes a SECURITY DEFINER function run with the rights of the platform. database/rls-policies.ts lists them all.';

create procedure app.callable_platform_function(name regproc) language plpgsql as $$
begin
  call app.platform_function(name);
  execute format('grant execute on function %s to vitrine_app', name);
end
$$;
comment on procedure app.callable_platform_function is 'The same for a function that the application calls itself.';

create function app.plain(value text) returns text immutable parallel safe strict language sql
  return translate(lower(value), 'áàâãäåçéèêëíìîïñóòôõöúùûüý', 'aaaaaaceeeeiiiinooooouuuuy');
comment on function app.plain is
  'Text as a search compares it: without case and without the accents of our four languages. Immutable, so that indexes may use it.';

-- Bytes 1 to 6: milliseconds since 1970. Bytes 7 and 8: version 7, then the fraction of the millisecond in 12 bits, so that ids of
-- one connection keep the order in which they were made. Bytes 9 to 16: variant and random bits of a version 4 UUID.
create function app.uuidv7() returns uuid volatile parallel safe language sql
  return (
    select encode(
      substring(int8send(microseconds / 1000) from 3)
        || int2send((x'7000'::integer + microseconds % 1000 * 4096 / 1000)::smallint)
        || substring(uuid_send(gen_random_uuid()) from 9),
      'hex')::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as microseconds) as now
  );
-- PostgreSQL 18 has a function of its own, which never goes back within a connection.
do $$
begin
  if current_setting('server_version_num')::integer >= 180000 then
    create or replace function app.uuidv7() returns uuid volatile parallel safe language sql
      return uuidv7();
  end if;
end
$$;
comment on function app.uuidv7 is
  'A UUID of version 7 (RFC 9562): ids sort by the time at which they were made, so an index grows at its end.';
