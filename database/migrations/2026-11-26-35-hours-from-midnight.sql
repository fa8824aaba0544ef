-- Hours begin at 00:00 to 23:59: a beginning at 24:00, which was accepted before, is 00:00 of the next day.
create function app.hours_from_midnight(hours jsonb) returns jsonb
language sql immutable
as $$
  select coalesce(jsonb_agg(
           case when h.value->>'from' = '24:00'
             then h.value || jsonb_build_object('day', (h.value->>'day')::integer % 7 + 1, 'from', '00:00')
             else h.value end
           order by h.ordinality), '[]')
    from jsonb_array_elements(hours) with ordinality h
$$;

update shifts set hours = app.hours_from_midnight(hours) where hours @> '[{"from": "24:00"}]';
update capacities set hours = app.hours_from_midnight(hours) where hours @> '[{"from": "24:00"}]';
update playlists
   set items = (select jsonb_agg(i.value || jsonb_build_object('hours', app.hours_from_midnight(i.value->'hours')) order by i.ordinality)
                  from jsonb_array_elements(items) with ordinality i)
 where items @> '[{"hours": [{"from": "24:00"}]}]';

drop function app.hours_from_midnight(jsonb);
