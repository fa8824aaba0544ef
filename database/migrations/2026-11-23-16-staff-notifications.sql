-- Notifications of the platform's and of a partner's staff. They belong to no business unit and have no membership, so a notification is
-- one row for each of them.

create table staff_notifications (
  id uuid primary key default app.uuidv7(),
  user_id uuid not null references users on delete cascade,
  tenant_id uuid references tenants on delete cascade,
  type text not null,
  cause text,
  facts jsonb not null default '{}',
  path text check (path ~ '^/([^/\\]|$)'),
  words text not null default '',
  at timestamptz not null default now(),
  read_at timestamptz,
  deleted_at timestamptz,
  constraint staff_notifications_cause_key unique (user_id, cause)
);
comment on table staff_notifications is 'What staff are told outside of business units: the news of the portal, failures in units of their partner.';
comment on column staff_notifications.tenant_id is 'The business unit that it tells of. It is erased with the unit.';
comment on column staff_notifications.cause is 'Idempotency key: a person is told of a cause once.';
create index staff_notifications_newest on staff_notifications (user_id, at desc, id) where deleted_at is null;
create index staff_notifications_by_tenant on staff_notifications (tenant_id) where tenant_id is not null;
call app.row_policy('staff_notifications', 'user_id = (select app.user_id()) and (select app.tenant_id()) is null');

create function app.tell_partner(wanted text, given jsonb, page text, found_by text) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  insert into staff_notifications (user_id, tenant_id, type, facts, path, words)
  select u.id, t.id, wanted, given, page, found_by
    from tenants t join users u on u.partner_id = t.partner_id
   where t.id = app.tenant_id() and u.staff = 'master' and u.staff_state = 'A'
  returning user_id;
$$;
comment on function app.tell_partner is 'Tells the staff of the partner of the tenant of the session, and no other partner.';
call app.callable_platform_function('app.tell_partner');
