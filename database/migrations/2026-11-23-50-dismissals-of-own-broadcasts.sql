-- The number of dismissals is told to those who see the message, and to nobody who only knows its id.

create or replace function app.dismissals_of(broadcast uuid) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from broadcast_dismissals d join broadcasts b on b.id = d.broadcast_id
   where d.broadcast_id = broadcast and app.tenant_id() is null and app.profile() in ('a2m', 'master')
     and b.partner_id is not distinct from app.partner_id();
$$;
