-- Who the session of the transaction is: the facts that app.open_session() has set. Row-level security policies and most other functions
-- ask for them. A pooled connection keeps '' after a local setting ends: '' means not set.

create or replace function app.tenant_id() returns uuid stable parallel safe language sql
  return nullif(current_setting('app.tenant_id', true), '')::uuid;
comment on function app.tenant_id is 'The tenant of the session; null outside of a tenant.';

create or replace function app.partner_id() returns uuid stable parallel safe language sql
  return nullif(current_setting('app.partner_id', true), '')::uuid;
comment on function app.partner_id is 'The partner of the session; null on the platform.';

create or replace function app.user_id() returns uuid stable parallel safe language sql
  return nullif(current_setting('app.user_id', true), '')::uuid;
comment on function app.user_id is 'The user of the session; null when nobody is signed in.';

create or replace function app.profile() returns text stable parallel safe language sql
  return nullif(current_setting('app.profile', true), '');
comment on function app.profile is 'The effective profile of the session: a2m, master, admin or user.';

create or replace function app.language() returns text stable parallel safe language sql return nullif(current_setting('app.language', true), '');
comment on function app.language is 'The language of the person of the session; null without a session.';

-- False and never null without a session: with null, `if not app.on_platform() …` of a function would go on as if the platform's staff
-- had asked.
create or replace function app.on_platform() returns boolean language sql stable parallel safe
return coalesce(app.profile() = 'a2m' and app.tenant_id() is null, false);
comment on function app.on_platform is
  'Is the session one of the platform staff outside of a tenant? It reads all partners and tenants, and no table of a tenant.';

create or replace function app.today() returns date stable parallel safe language sql as $$
  select (now() at time zone s.timezone)::date from settings s where s.tenant_id = app.tenant_id()
$$;
comment on function app.today is 'The present day in the time zone of the tenant of the session; null outside of a tenant.';
