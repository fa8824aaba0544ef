-- How many people have a value of each custom field, in one reading of the people: field by field it was a reading of all of them each.
create function app.people_by_field() returns table (field_id uuid, people integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, count(*)::integer
    from memberships m
    join tenants t on t.id = m.tenant_id
   cross join lateral jsonb_object_keys(m.custom) as key
    join custom_fields f on f.id::text = key and f.partner_id = t.partner_id
   where m.custom <> '{}'
     and ((select app.on_platform()) or (select app.tenant_id()) = m.tenant_id
          or ((select app.tenant_id()) is null and t.partner_id = (select app.partner_id())))
   group by f.id
$$;
alter function app.people_by_field() owner to vitrine_platform;
revoke all on function app.people_by_field() from public;
grant execute on function app.people_by_field() to vitrine_app;

drop function app.people_with_field(uuid);
