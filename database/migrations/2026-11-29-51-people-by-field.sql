-- The list of people can be filtered by department and by a custom field. The new parameters have defaults, so that servers of the version
-- before can still call the function.
drop function app.people_page(text, boolean, text[], text[], uuid, text, boolean, integer, integer);

create function app.people_page(
  search text, only_name boolean, profiles text[], states text[], in_group uuid, sort text, descending boolean, take integer, skip integer,
  in_department text default null, of_field uuid default null, of_value text default null)
returns table (user_id uuid, place bigint, total integer) rows 25
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 10001;
  pattern constant text := '%' || regexp_replace(app.plain(search), '([\\%_])', '\\\1', 'g') || '%';
  tables text := 'person_texts w';
  filter text := app.people_filter(case when search = '' then '{}' else array[pattern] end);
  sorted constant text := case sort
    when 'name' then 'w.name' when 'email' then 'w.email' when 'profile' then 'm.profile' when 'state' then 'm.state'
    when 'last_sign_in_at' then 'm.last_sign_in_at' when 'created_at' then 'm.created_at' end;
  direction constant text := case when descending then ' desc nulls last' else ' asc nulls last' end;
  people uuid[];
  counted integer;
begin
  if only_name then
    filter := filter || format(' and w.name || '' '' || w.email like %L', pattern);
  end if;
  if profiles is not null or states is not null or in_department is not null or of_field is not null or sort not in ('name', 'email') then
    tables := tables || ' join memberships m on m.tenant_id = w.tenant_id and m.user_id = w.user_id';
    filter := filter
      || case when profiles is null then '' else format(' and m.profile = any (%L)', profiles) end
      || case when states is null then '' else format(' and m.state = any (%L)', states) end
      || case when in_department is null then '' else format(' and m.department = %L', in_department) end
      || case when of_field is null then '' else format(' and m.custom ? %L', of_field) end
      || case when of_field is null or of_value is null then ''
           else format(' and (m.custom ->> %1$L = %2$L or (m.custom -> %1$L) @> to_jsonb(array[%2$L]::text[]))', of_field, of_value) end;
  end if;
  if in_group is not null then
    tables := tables || ' join user_group_members x on x.tenant_id = w.tenant_id and x.user_id = w.user_id';
    filter := filter || format(' and x.group_id = %L', in_group);
  end if;
  if search <> '' then
    execute format(
      'with f as materialized (select w.user_id, %s as sorted from %s where %s limit %s)
       select array(select f.user_id from f order by f.sorted %s, f.user_id limit %s offset %s), (select count(*) from f)',
      sorted, tables, filter, most, direction, take, skip) into people, counted;
  end if;
  -- Too many matches to sort them all: the page is read in the order of an index where there is one.
  if counted is null or counted >= most then
    execute format(
      'select array(select w.user_id from %s where %s order by %s, w.user_id limit %s offset %s),
              (select count(*) from (select from %s where %s limit %s) f)',
      tables, filter, sorted || case when sort = 'name' and not descending then '' else direction end, take, skip,
      tables, filter, most) into people, counted;
  end if;
  return query select p.id, p.place, counted from unnest(people) with ordinality as p(id, place);
end
$$;
comment on function app.people_page is
  'One page of the people of the tenant of the session whose texts contain `search` (`only_name`: in name and e-mail), in order. `total` '
  'counts up to 10,001. The statements have their values as constants, so that PostgreSQL plans them for these values.';
call app.callable_platform_function('app.people_page');
