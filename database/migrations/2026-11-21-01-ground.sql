-- Roles, the schema `app`, and the helpers that put a table behind its wall.
-- vitrine_app: what the portal's login is a member of; owns nothing, bypasses nothing.
-- vitrine_platform: platform-wide work; taken with SET LOCAL ROLE inside acrossTenants(), and owner of the few definer functions.
do $$
begin
  if not exists (select from pg_roles where rolname = 'vitrine_app') then
    create role vitrine_app nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'vitrine_platform') then
    create role vitrine_platform nologin nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of the same cluster is being migrated at this moment
end
$$;

grant vitrine_platform to vitrine_app with inherit false, set true;
grant vitrine_platform to current_user with inherit true, set true;

revoke create on schema public from public;
grant usage on schema public to vitrine_app, vitrine_platform;

create schema app;
grant usage on schema app to vitrine_app;
grant usage, create on schema app to vitrine_platform;

-- What open_session() found out, for policies and queries. Empty text means: nobody (a pooled connection keeps '' after a local setting ends).
create function app.tenant_id() returns uuid stable parallel safe language sql
  return nullif(current_setting('app.tenant_id', true), '')::uuid;
create function app.partner_id() returns uuid stable parallel safe language sql
  return nullif(current_setting('app.partner_id', true), '')::uuid;
create function app.user_id() returns uuid stable parallel safe language sql
  return nullif(current_setting('app.user_id', true), '')::uuid;
create function app.profile() returns text stable parallel safe language sql
  return nullif(current_setting('app.profile', true), '');
-- a2m outside any business unit: sees all partners and business units, but no tenant table.
create function app.on_platform() returns boolean stable parallel safe language sql
  return app.profile() = 'a2m' and app.tenant_id() is null;

-- Row-level security for one table: `wall` holds for the application, everything for platform-wide work.
-- A wall asks for facts of the session as `(select app.tenant_id())`: once a statement instead of once a row. And a plan is made
-- before the session opens, when the bare call answers null: the planner would reckon with no rows, and read whole tables.
create procedure app.wall(table_name text, wall text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy wall on %I to vitrine_app using (%s) with check (%s)', table_name, wall, wall);
  execute format('create policy platform on %I to vitrine_platform using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to vitrine_app, vitrine_platform', table_name);
end
$$;

-- The wall of nearly every table: rows of the session's business unit.
create procedure app.tenant_wall(table_name text) language plpgsql as $$
begin
  call app.wall(table_name, 'tenant_id = (select app.tenant_id())');
end
$$;

-- A table that nobody but platform-wide work may touch.
create procedure app.platform_wall(table_name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy platform on %I to vitrine_platform using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to vitrine_platform', table_name);
end
$$;

-- How a search compares text: without case and without the accents of our four languages. Immutable, so that indexes may use it.
create function app.plain(value text) returns text immutable parallel safe strict language sql
  return translate(lower(value), 'áàâãäåçéèêëíìîïñóòôõöúùûüý', 'aaaaaaceeeeiiiinooooouuuuy');
