-- A person who is erased has no name in the list behind a bill any more. The number of the bill stays, and so does the row.

create index bill_people_by_user on bill_people (user_id);

create function app.erase_name_on_bills() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update bill_people set name = null, email = null where user_id = old.id;
  return null;
end
$$;
comment on function app.erase_name_on_bills is
  'Takes name and e-mail of an erased person off the lists behind bills. The row stays, so that the number still explains itself.';
call app.platform_function('app.erase_name_on_bills');
create trigger erase_name_on_bills after delete on users for each row execute function app.erase_name_on_bills();

set local role vitrine_platform;
update bill_people p set name = null, email = null where not exists (select from users u where u.id = p.user_id);
reset role;
