-- Who is called what in a partner's team is changed by the team and by the platform's people, as a state is (migration 21).
alter table users add column version integer not null default 1;

create function app.update_team_member(person uuid, new_name text, new_language text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set name = coalesce(new_name, name), language = coalesce(new_language, language), version = version + 1
   where id = person and staff = 'master' and app.keeps_team(partner_id);
$$;
alter function app.update_team_member(uuid, text, text) owner to vitrine_platform;
revoke all on function app.update_team_member(uuid, text, text) from public;
grant execute on function app.update_team_member(uuid, text, text) to vitrine_app;

-- What the platform's people do to a partner is the partner's to see: an entry of theirs may name it.
drop policy written on audit_entries;
create policy written on audit_entries for insert to vitrine_app with check (
  tenant_id is not distinct from (select app.tenant_id())
  and (partner_id is not distinct from (select app.partner_id()) or (select app.on_platform()))
);
