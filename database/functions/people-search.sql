-- The search of people, and the texts that it reads (person_texts).

create or replace function app.copy_person_texts(tenants uuid[], people uuid[]) returns void language sql
begin atomic
  insert into person_texts (tenant_id, user_id, name, email, own, every)
  select m.tenant_id, m.user_id, p.name, u.email,
         concat_ws(' ', p.name, split_part(p.email, '@', 1), c.words),
         concat_ws(' ', p.name, p.email, app.plain(m.department), app.plain(m.phone), c.words)
    from unnest(tenants, people) as x(tenant_id, user_id)
    join memberships m on m.tenant_id = x.tenant_id and m.user_id = x.user_id
    join users u on u.id = m.user_id
    -- Each text is made plain once: `offset` keeps the planner from repeating it.
    cross join lateral (select app.plain(u.name) as name, app.plain(u.email) as email offset 0) p
    left join lateral (
      select app.plain(string_agg(v.value, ' ' order by f.id)) as words
        from jsonb_each_text(m.custom) v join custom_fields f on f.id::text = v.key
       where f.searchable) c on m.custom <> '{}'
     -- A concurrent change of the same person commits first, and its values are read.
     for share of m, u
  on conflict (tenant_id, user_id) do update
    set name = excluded.name, email = excluded.email, own = excluded.own, every = excluded.every;
end;
comment on function app.copy_person_texts is 'Copies the texts of these people, `tenants[n]` with `people[n]`, into person_texts.';

create or replace function app.copy_texts_of_memberships() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform app.copy_person_texts(array_agg(tenant_id order by tenant_id, user_id), array_agg(user_id order by tenant_id, user_id))
      from present;
  else
    perform app.copy_person_texts(array_agg(tenant_id order by tenant_id, user_id), array_agg(user_id order by tenant_id, user_id))
      from present p join former o using (tenant_id, user_id)
     where (p.department, p.phone, p.custom) is distinct from (o.department, o.phone, o.custom)
    having count(*) > 0;
  end if;
  return null;
end
$$;
comment on function app.copy_texts_of_memberships is 'Copies the texts of the memberships of a statement. A statement trigger, so that its cost per row does not grow.';
call app.platform_function('app.copy_texts_of_memberships');

create or replace function app.copy_texts_of_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.copy_person_texts(
           array_agg(m.tenant_id order by m.tenant_id, m.user_id), array_agg(m.user_id order by m.tenant_id, m.user_id))
    from present p join former o using (id) join memberships m on m.user_id = p.id
   where (p.name, p.email) is distinct from (o.name, o.email)
  having count(*) > 0;
  return null;
end
$$;
comment on function app.copy_texts_of_users is 'Copies the texts of users whose name or e-mail has changed, in all their tenants.';
call app.platform_function('app.copy_texts_of_users');

create or replace function app.copy_texts_of_field() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.copy_person_texts(
           array_agg(m.tenant_id order by m.tenant_id, m.user_id), array_agg(m.user_id order by m.tenant_id, m.user_id))
    from memberships m
   where m.custom ? new.id::text
     and m.tenant_id in (
       select t.id from tenants t where t.partner_id = new.partner_id and (new.tenant_id is null or t.id = new.tenant_id))
  having count(*) > 0;
  return null;
end
$$;
comment on function app.copy_texts_of_field is 'Copies the texts of the people with a value of a custom field that became searchable or is no longer.';
call app.platform_function('app.copy_texts_of_field');

create or replace function app.people_filter(patterns text[]) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  conditions text := format('w.tenant_id = %L', app.tenant_id());
  pattern text;
  sampled integer;
  matching integer;
begin
  execute format(
    'select count(*), count(*) filter (where x.every like all (%L)) from (select w.every from person_texts w where %s limit 2000) x',
    patterns, conditions) into sampled, matching;
  foreach pattern in array patterns loop
    -- For a frequent text the trigram index is slower than a scan. An expression keeps PostgreSQL from using the index.
    conditions := conditions || format(case when matching * 20 > sampled then ' and w.every || '''' like %L' else ' and w.every like %L' end, pattern);
  end loop;
  return conditions;
end
$$;
comment on function app.people_filter is
  'A condition in SQL for the people `w` of the tenant of the session whose texts match all patterns. It uses the trigram index, unless '
  'more than one in twenty of the first 2,000 people match: PostgreSQL''s own estimate for such patterns is often far too low.';

create or replace function app.shown_state(state text, last_sign_in_at timestamptz, auth_type text, has_password boolean) returns text
language sql immutable parallel safe
return case when state <> 'A' or last_sign_in_at is not null then state
            when auth_type <> 'password' then 'never_signed_in'
            when has_password then state
            else 'invited' end;
comment on function app.shown_state is
  'What lists call the state of a person: an active person who waits for the first sign-in is invited, or has never signed in by single sign-on.';

create or replace function app.people_page(
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
  digits constant text := regexp_replace(search, '\D', '', 'g');
  people uuid[];
  counted integer;
  -- `shown:invited` names a state as lists show it; the other ones are stored states.
  shown constant text := case when states[1] like 'shown:%' then substr(states[1], 7) end;
begin
  -- A phone is stored without the separators that people type.
  if not only_name and search ~ '^[-+(). /\d]+$' and digits <> search and length(digits) >= 4 then
    filter := format('(%s or %s)', filter, app.people_filter(array['%' || digits || '%']));
  end if;
  if only_name then
    filter := filter || format(' and w.name || '' '' || w.email like %L', pattern);
  end if;
  if profiles is not null or states is not null or in_department is not null or of_field is not null or sort not in ('name', 'email') then
    tables := tables || ' join memberships m on m.tenant_id = w.tenant_id and m.user_id = w.user_id';
    filter := filter
      || case when profiles is null then '' else format(' and m.profile = any (%L)', profiles) end
      || case when states is null or shown is not null then '' else format(' and m.state = any (%L)', states) end
      || case when in_department is null then '' else format(' and m.department = %L', in_department) end
      || case when of_field is null then '' else format(' and m.custom ? %L', of_field) end
      || case when of_field is null or of_value is null then ''
           else format(' and (m.custom ->> %1$L = %2$L or (m.custom -> %1$L) @> to_jsonb(array[%2$L]::text[]))', of_field, of_value) end;
  end if;
  if shown is not null then
    tables := tables || ' join users u on u.id = w.user_id';
    filter := filter
      || format(' and app.shown_state(m.state, m.last_sign_in_at, u.auth_type, u.password_hash is not null) = %L', shown);
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
  'One page of the people of the tenant of the session whose texts contain `search` (`only_name`: in name and e-mail), in order. '
  'A number with separators is also found by its digits. `total` counts up to 10,001. The statements have their values as constants, so '
  'that PostgreSQL plans them for these values.';
call app.callable_platform_function('app.people_page');

create or replace function app.people_found(patterns text[], phrase text, by_address boolean, take integer) returns table (user_id uuid, place bigint) rows 5
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  filter constant text := app.people_filter(patterns)
    || format(' and %s like all (%L)', case when by_address then 'w.email' else 'w.own' end, patterns);
  people uuid[];
  others uuid[];
begin
  execute format(
    'select array(select w.user_id from person_texts w where %s and w.name like %L order by w.name, w.user_id limit %s)',
    filter, phrase || '%', take) into people;
  if cardinality(people) < take then
    execute format(
      'select array(
         select w.user_id from person_texts w where %s and w.name not like %L
          order by case when w.name like %L then 1 when w.name like all (%L) then 2 else 3 end, w.name, w.user_id limit %s)',
      filter, phrase || '%', '% ' || phrase || '%', patterns, take - cardinality(people)) into others;
  end if;
  return query select p.id, p.place from unnest(people || others) with ordinality as p(id, place);
end
$$;
comment on function app.people_found is
  'The first people of the tenant of the session whose own texts, or whose e-mail, match all patterns: names that begin with `phrase`, then '
  'names with a word that does, then names that match, then others. `patterns` and `phrase` are plain and escaped for `like`.';
call app.callable_platform_function('app.people_found');
