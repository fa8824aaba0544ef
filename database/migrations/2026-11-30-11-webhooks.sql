-- Webhooks: endpoints of a business unit that get signed events, the deliveries that wait for them, and their attempts.
create table webhooks (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  url text not null,
  event_types text[] not null constraint webhooks_event_types check (cardinality(event_types) > 0),
  active boolean not null default true,
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  failing_since timestamptz,
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint webhooks_old_secret check ((old_secret_sealed is null) = (old_secret_until is null)),
  constraint webhooks_disabled check (disabled_at is null or not active)
);
comment on column webhooks.old_secret_sealed is 'After a rotation requests are signed with this secret as well, until old_secret_until.';
comment on column webhooks.failing_since is 'The first failed attempt after the last success; null while the endpoint accepts.';
comment on column webhooks.disabled_at is 'When the portal switched the webhook off, because its endpoint failed too long.';
-- What reads the same is the same name, whatever its case and accents.
create unique index webhooks_name_key on webhooks (tenant_id, app.plain(name));
call app.tenant_policy('webhooks');

create table webhook_deliveries (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  data jsonb not null,
  is_test boolean not null default false,
  state text not null default 'waiting' constraint webhook_deliveries_state check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz default now(),
  occurred_at timestamptz not null default now(),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint webhook_deliveries_webhook foreign key (tenant_id, webhook_id) references webhooks on delete cascade,
  constraint webhook_deliveries_ended check ((state = 'waiting') = (ended_at is null) and (state = 'waiting') = (next_at is not null)),
  constraint webhook_deliveries_size check (octet_length(data::text) < 19000)
);
comment on table webhook_deliveries is 'The outbox: one event for one webhook, written in the transaction of the event.';
comment on column webhook_deliveries.event_id is 'The header webhook-id: the same for each attempt, each webhook, and when the event is sent again.';
comment on column webhook_deliveries.attempts is 'Attempts since the event occurred or was sent again. A claim counts: its worker may have died.';
comment on column webhook_deliveries.next_at is 'The next attempt. A claimed delivery has the end of the claim, after which another worker takes it.';
create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_next on webhook_deliveries (next_at) where state = 'waiting';
create index webhook_deliveries_by_time on webhook_deliveries (tenant_id, created_at desc, id desc);
create index webhook_deliveries_of_webhook on webhook_deliveries (tenant_id, webhook_id, created_at desc);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
-- The erasure of a person finds the events that name them.
create index webhook_deliveries_data on webhook_deliveries using gin (data jsonb_path_ops);
call app.tenant_policy('webhook_deliveries');

create table webhook_attempts (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  delivery_id uuid not null,
  status integer,
  problem text constraint webhook_attempts_problem check (
    problem in ('timed_out', 'unreachable', 'address_refused', 'answer_too_large', 'secret_unreadable')),
  ms integer not null,
  answer text,
  next_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint webhook_attempts_delivery foreign key (tenant_id, delivery_id) references webhook_deliveries on delete cascade,
  constraint webhook_attempts_outcome check ((status is null) <> (problem is null))
);
comment on column webhook_attempts.answer is 'The first 2 kB of the body that the endpoint answered.';
create index webhook_attempts_of_delivery on webhook_attempts (tenant_id, delivery_id, created_at desc);
call app.tenant_policy('webhook_attempts');

create function app.forward_audit_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data, occurred_at)
  select w.tenant_id, w.id, e.id, 'audit.entry',
         jsonb_build_object(
           'id', e.id, 'event', left(e.event, 200),
           'actor', jsonb_build_object('id', e.actor_id, 'name', left(e.actor_name, 200)),
           'target', jsonb_build_object('type', left(e.target_type, 200), 'id', left(e.target_id, 200), 'name', left(e.target_name, 200))),
         e.at
    from added e join webhooks w on w.tenant_id = e.tenant_id join tenants t on t.id = w.tenant_id
   where w.active and w.event_types @> '{audit.entry}';
  return null;
end
$$;
comment on function app.forward_audit_entries is
  'The outbox of the event audit.entry: a delivery for each webhook that chose it, in the transaction of the audit entry. No values of the change.';
call app.platform_function('app.forward_audit_entries');
create trigger forward_audit_entries after insert on audit_entries
  referencing new table as added for each statement execute function app.forward_audit_entries();

create function app.emit_membership_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member constant memberships := case when tg_op = 'DELETE' then old else new end;
  opens constant text[] := '{A,T}';
  occurred constant uuid := app.uuidv7();
  event constant text := case
    when tg_op = 'INSERT' then 'user.added'
    when tg_op = 'DELETE' then 'user.removed'
    when old.state = any(opens) and new.state <> all(opens) then 'user.blocked'
    when old.state <> all(opens) and new.state = any(opens) then 'user.unblocked' end;
begin
  if event is not null then
    insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data)
    select w.tenant_id, w.id, occurred, event,
           jsonb_build_object('user', jsonb_build_object('id', member.user_id, 'name', (select left(name, 200) from users where id = member.user_id)))
      from webhooks w join tenants t on t.id = w.tenant_id
     where w.tenant_id = member.tenant_id and w.active and w.event_types @> array[event];
  end if;
  return member;
end
$$;
comment on function app.emit_membership_events is
  'The outbox of the events user.*: people become members in many ways, and this is the one place that all of them pass. '
  'A tenant that is being erased emits nothing.';
call app.platform_function('app.emit_membership_events');
create trigger emit_added_and_changed after insert or update of state on memberships
  for each row execute function app.emit_membership_events();
-- Before, because the removal of the last membership erases the person with the name.
create trigger emit_removed before delete on memberships
  for each row execute function app.emit_membership_events();
