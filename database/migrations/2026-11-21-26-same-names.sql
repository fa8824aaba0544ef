-- What a person reads as the same name is the same name: case and accents no longer make two of one.
-- Names that were told apart by them alone get a number, all but the oldest of them; whatever hangs on them stays.
create procedure app.tell_names_apart(of_table text, place text[], longest integer) language plpgsql as $$
declare
  within text := (select string_agg(format('r.%1$I is not distinct from d.%1$I', p), ' and ') from unnest(place) p);
  same record;
  candidate text;
  number integer;
  taken boolean;
begin
  for same in execute format(
    'select d.id, d.name from %1$I d
      where exists (select from %1$I r
                     where %2$s and app.plain(r.name) = app.plain(d.name) and (r.created_at, r.id) < (d.created_at, d.id))
      order by d.created_at, d.id', of_table, within)
  loop
    number := 1;
    loop
      number := number + 1;
      candidate := rtrim(left(same.name, longest - length(number::text) - 3)) || ' (' || number || ')';
      execute format(
        'select exists (select from %1$I r, %1$I d where d.id = $1 and r.id <> $1 and %2$s and app.plain(r.name) = app.plain($2))',
        of_table, within) into taken using same.id, candidate;
      exit when not taken;
    end loop;
    execute format('update %I set name = $1, version = version + 1 where id = $2', of_table) using candidate, same.id;
  end loop;
end
$$;

-- The walls let nobody through without a role.
set local role vitrine_platform;
call app.tell_names_apart('tags', '{tenant_id}', 40);
call app.tell_names_apart('custom_fields', '{partner_id,tenant_id}', 60);
call app.tell_names_apart('shifts', '{tenant_id}', 80);
call app.tell_names_apart('user_groups', '{tenant_id}', 80);
call app.tell_names_apart('report_groups', '{tenant_id}', 80);
call app.tell_names_apart('report_subgroups', '{tenant_id,group_id}', 80);
reset role;
drop procedure app.tell_names_apart(text, text[], integer);

alter table tags drop constraint tags_name_key;
create unique index tags_name_key on tags (tenant_id, app.plain(name));
alter table custom_fields drop constraint custom_fields_name_key;
create unique index custom_fields_name_key on custom_fields (partner_id, tenant_id, app.plain(name)) nulls not distinct;
alter table shifts drop constraint shifts_name_key;
create unique index shifts_name_key on shifts (tenant_id, app.plain(name));
alter table user_groups drop constraint user_groups_name_key;
create unique index user_groups_name_key on user_groups (tenant_id, app.plain(name));
alter table report_groups drop constraint report_groups_name_key;
create unique index report_groups_name_key on report_groups (tenant_id, app.plain(name));
alter table report_subgroups drop constraint report_subgroups_name_key;
create unique index report_subgroups_name_key on report_subgroups (tenant_id, group_id, app.plain(name));
