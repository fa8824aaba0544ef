-- Names are of one line. Those that were stored before that was asked lose what ends a line, rings or moves a cursor: such a record
-- could be read and not saved again. Where the name is taken then, or nothing is left of it, it gets a number.
create procedure app.make_one_line(of_table text, col text, longest integer) language plpgsql as $$
declare
  control constant text := '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+';
  has_version constant boolean := exists (
    select from pg_attribute where attrelid = of_table::regclass and attname = 'version' and not attisdropped);
  broken record;
  cleaned text;
  candidate text;
  number integer;
begin
  for broken in execute format('select ctid as place, %2$I as name from %1$I where %2$I ~ $1 order by %2$I', of_table, col) using control
  loop
    cleaned := btrim(regexp_replace(broken.name, control, ' ', 'g'));
    candidate := coalesce(nullif(cleaned, ''), '(1)');
    number := 1;
    loop
      begin
        execute format('update %1$I set %2$I = $1 %3$s where ctid = $2', of_table, col,
                       case when has_version then ', version = version + 1' end) using candidate, broken.place;
        exit;
      exception when unique_violation then
        number := number + 1;
        candidate := btrim(rtrim(left(cleaned, longest - length(number::text) - 3)) || ' (' || number || ')');
      end;
    end loop;
  end loop;
end
$$;

-- The walls let nobody through without a role.
set local role vitrine_platform;
call app.make_one_line('partners', 'name', 120);
call app.make_one_line('tenants', 'name', 120);
call app.make_one_line('users', 'name', 120);
call app.make_one_line('user_groups', 'name', 80);
call app.make_one_line('embedding_accounts', 'name', 80);
call app.make_one_line('report_groups', 'name', 80);
call app.make_one_line('report_subgroups', 'name', 80);
call app.make_one_line('reports', 'name', 120);
call app.make_one_line('shifts', 'name', 80);
call app.make_one_line('custom_fields', 'name', 60);
call app.make_one_line('tags', 'name', 40);
call app.make_one_line('mail_senders', 'from_name', 120);
reset role;
drop procedure app.make_one_line(text, text, integer);
