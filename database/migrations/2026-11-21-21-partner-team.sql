-- The team of a partner: its masters. They belong to no business unit, so the walls of people show them to nobody; here they are seen
-- and added by the platform's staff and by the partner's own, outside of any business unit.
create policy team_seen on users for select to vitrine_app using (
  staff = 'master'
  and ((select app.on_platform())
    or ((select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id())))
);
create policy team_added on users for insert to vitrine_app with check (
  staff = 'master' and staff_state = 'A' and home_tenant_id is null
  and ((select app.on_platform())
    or ((select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id())))
);

-- What the application must not write by itself (a state, the end of a person) it does through these; each judges who asks.
create function app.keeps_team(partner uuid) returns boolean stable parallel safe language sql
  return app.on_platform() or (app.tenant_id() is null and app.profile() = 'master' and partner = app.partner_id());

create function app.set_team_state(person uuid, state text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set staff_state = state where id = person and staff = 'master' and app.keeps_team(partner_id);
$$;
alter function app.set_team_state(uuid, text) owner to vitrine_platform;
revoke all on function app.set_team_state(uuid, text) from public;
grant execute on function app.set_team_state(uuid, text) to vitrine_app;

create function app.remove_team_member(person uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from users where id = person and staff = 'master' and app.keeps_team(partner_id);
$$;
alter function app.remove_team_member(uuid) owner to vitrine_platform;
revoke all on function app.remove_team_member(uuid) from public;
grant execute on function app.remove_team_member(uuid) to vitrine_app;

-- At the partner's host and inside every business unit; answers those that ended.
create function app.end_team_sessions(person uuid, reason text) returns table (session_id uuid, tenant_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = person and s.ended_at is null
     and exists (select from users u where u.id = person and u.staff = 'master' and app.keeps_team(u.partner_id))
  returning s.id, s.tenant_id;
$$;
alter function app.end_team_sessions(uuid, text) owner to vitrine_platform;
revoke all on function app.end_team_sessions(uuid, text) from public;
grant execute on function app.end_team_sessions(uuid, text) to vitrine_app;

-- Masters never leave their partner without one who is active, not even two who put each other out at the same moment; the
-- platform's staff may. After the change, as every trigger on a standing (docs/decisions/0018-standing-on-the-session.md).
create function app.keep_master() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.profile() is distinct from 'master' or (tg_op = 'UPDATE' and new.staff_state = 'A') then
    return null;
  end if;
  perform from partners where id = old.partner_id for no key update;
  if not exists (select from users where partner_id = old.partner_id and staff_state = 'A') then
    raise exception using errcode = 'check_violation', constraint = 'partners_last_master', message = 'last master';
  end if;
  return null;
end
$$;
alter function app.keep_master() owner to vitrine_platform;
create trigger keep_master after update of staff_state or delete on users
  for each row when (old.staff = 'master' and old.staff_state = 'A') execute function app.keep_master();
