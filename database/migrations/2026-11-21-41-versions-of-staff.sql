-- Whoever changes a partner's master changes the version they saw; of two at once one comes second, masters as the platform's people.
drop function app.update_team_member(uuid, text, text);
create function app.update_team_member(person uuid, seen integer, new_name text, new_language text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with changed as (
    update users set name = coalesce(new_name, name), language = coalesce(new_language, language), version = version + 1
     where id = person and version = seen and staff = 'master' and app.keeps_team(partner_id)
    returning id
  )
  select exists (select from changed);
$$;
alter function app.update_team_member(uuid, integer, text, text) owner to vitrine_platform;
revoke all on function app.update_team_member(uuid, integer, text, text) from public;
grant execute on function app.update_team_member(uuid, integer, text, text) to vitrine_app;

-- So does who changes their own name: outside of business units there is no membership to count by.
grant update (version) on users to vitrine_app;
