-- Who of a partner's team forgot the password gets a new one from the team or from the platform's people; nobody sets their own here,
-- where the present one is not asked for.
create function app.set_team_password(person uuid, new_hash text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set password_hash = new_hash, version = version + 1
   where id = person and staff = 'master' and app.keeps_team(partner_id) and id is distinct from app.user_id();
$$;
alter function app.set_team_password(uuid, text) owner to vitrine_platform;
revoke all on function app.set_team_password(uuid, text) from public;
grant execute on function app.set_team_password(uuid, text) to vitrine_app;
