-- The procedures with which migrations give a table its row-level security policy, and with which the files of this folder give a
-- function its rights. Migrations run them, so each change of them is a migration too (README.md).

create or replace procedure app.row_policy(table_name text, rule text) language plpgsql as $$
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

create or replace procedure app.tenant_policy(table_name text) language plpgsql as $$
begin
  execute format('alter table %I alter column tenant_id set default app.tenant_id()', table_name);
  call app.row_policy(table_name, 'tenant_id = (select app.tenant_id())');
end
$$;
comment on procedure app.tenant_policy is
  'The policy of most tables: rows of the tenant of the session. A new row gets that tenant by default.';

create or replace procedure app.platform_policy(table_name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy platform on %I to vitrine_platform using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to vitrine_platform', table_name);
end
$$;
comment on procedure app.platform_policy is 'Puts a table under row-level security that only work across tenants passes.';

create or replace procedure app.platform_function(name regproc) language plpgsql as $$
begin
  execute format('alter function %s owner to vitrine_platform', name);
  execute format('revoke all on function %s from public', name);
end
$$;
comment on procedure app.platform_function is
  'Makes a SECURITY DEFINER function run with the rights of the platform. database/rls-policies.ts lists them all.';

create or replace procedure app.callable_platform_function(name regproc) language plpgsql as $$
begin
  call app.platform_function(name);
  execute format('grant execute on function %s to vitrine_app', name);
end
$$;
comment on procedure app.callable_platform_function is 'The same for a function that the application calls itself.';
