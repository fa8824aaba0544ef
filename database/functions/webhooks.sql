-- Events for the webhooks of business units.

create or replace function app.emit_webhooks_above(event text, list jsonb) returns table (tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  with occurred as materialized (
    select app.uuidv7() as id, (j.value ->> 'tenant_id')::uuid as tenant_id, j.value -> 'data' as data from jsonb_array_elements(list) j),
  emitted as (
    insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data)
    select w.tenant_id, w.id, o.id, event, o.data
      from webhooks w join occurred o on o.tenant_id = w.tenant_id
     where app.on_platform() and w.active and w.event_types @> array[event]
    returning webhook_deliveries.tenant_id)
  select distinct e.tenant_id from emitted e
$$;
comment on function app.emit_webhooks_above is
  'Emits events of tenants from a session of the platform staff, who read no table of a tenant: the bills that they issue. Answers the '
  'tenants that now have deliveries.';
call app.callable_platform_function('app.emit_webhooks_above');

create or replace function app.forward_audit_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data, occurred_at)
  select w.tenant_id, w.id, e.id, 'audit.entry',
         jsonb_build_object(
           'id', e.id, 'event', left(e.event, 200),
           'actor', jsonb_build_object('id', e.actor_id, 'name', left(e.actor_name, 200), 'origin', left(e.actor_origin, 200)),
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

create or replace function app.emit_user_event(event text, tenants uuid[], people uuid[]) returns void language sql
set search_path = public, pg_temp as $$
  with chosen as (
    select w.tenant_id, w.id from webhooks w join tenants t on t.id = w.tenant_id
     where w.tenant_id = any(tenants) and w.active and w.event_types @> array[event]),
  occurred as materialized (
    select x.tenant_id, x.user_id, app.uuidv7() as id from unnest(tenants, people) as x(tenant_id, user_id)
     where x.tenant_id in (select c.tenant_id from chosen c))
  insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data)
  select c.tenant_id, c.id, o.id, event,
         jsonb_build_object('user', jsonb_build_object('id', o.user_id, 'name', (select left(u.name, 200) from users u where u.id = o.user_id)))
    from occurred o join chosen c using (tenant_id) order by o.id
$$;
comment on function app.emit_user_event is
  'Writes the deliveries of an event about people, `tenants[n]` with `people[n]`, for the webhooks that chose it.';
revoke all on function app.emit_user_event from public;
grant execute on function app.emit_user_event to vitrine_platform;

create or replace function app.emit_membership_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  opens constant text[] := '{A,T}';
begin
  if tg_op = 'INSERT' then
    perform app.emit_user_event('user.added', array_agg(tenant_id), array_agg(user_id)) from added;
  elsif tg_op = 'DELETE' then
    perform app.emit_user_event('user.removed', array_agg(tenant_id), array_agg(user_id)) from removed;
  elsif old.state = any(opens) and new.state <> all(opens) then
    perform app.emit_user_event('user.blocked', array[new.tenant_id], array[new.user_id]);
  elsif old.state <> all(opens) and new.state = any(opens) then
    perform app.emit_user_event('user.unblocked', array[new.tenant_id], array[new.user_id]);
  end if;
  return null;
end
$$;
comment on function app.emit_membership_events is
  'The outbox of the events user.*: people become members in many ways, and this is the one place that all of them pass. '
  'A tenant that is being erased emits nothing.';
call app.platform_function('app.emit_membership_events');
