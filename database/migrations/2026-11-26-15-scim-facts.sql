-- What SCIM requires of a resource (RFC 7643, sections 3.1 and 4.1.1): the time of its last change, and a user name that no other person of
-- the tenant has.

alter table memberships add column modified_at timestamptz;
comment on column memberships.modified_at is 'When a column that a directory sees changed last. Null: not since it was created.';
alter table users add column modified_at timestamptz;
-- The trigger below runs with the rights of who changes the person.
grant update (modified_at) on users to vitrine_app;
comment on column users.modified_at is 'When name, e-mail or language changed last. Null: not since the person was created.';
alter table user_groups add column modified_at timestamptz;
comment on column user_groups.modified_at is 'When name, external id or members changed last. Null: not since it was created.';

create or replace function app.note_modification() returns trigger language plpgsql as $$
declare
  -- Not now(): the change of a transaction that began earlier may be the later one.
  changed_at constant timestamptz := clock_timestamp();
begin
  case tg_table_name
    when 'users' then update users set modified_at = changed_at where id = new.id;
    when 'memberships' then
      update memberships set modified_at = changed_at where tenant_id = new.tenant_id and user_id = new.user_id;
    when 'user_groups' then update user_groups set modified_at = changed_at where tenant_id = new.tenant_id and id = new.id;
  end case;
  return null;
end
$$;
comment on function app.note_modification is
  'Stores when the columns that a directory sees changed last (meta.lastModified of RFC 7643). It runs after the change: a trigger before it '
  'would make sign-ins wait for each other (decision 0018).';

create or replace function app.note_changed_members() returns trigger language plpgsql as $$
declare
  one record;
begin
  -- In one order, so that two transactions cannot wait for each other.
  for one in select distinct c.tenant_id, c.group_id from changed c order by c.group_id loop
    update user_groups g set modified_at = clock_timestamp() where g.tenant_id = one.tenant_id and g.id = one.group_id;
  end loop;
  return null;
end
$$;
comment on function app.note_changed_members is 'Stores when the members of a group changed last (meta.lastModified of RFC 7643).';

create or replace function app.require_unique_user_name() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  user_name text := lower(new.scim_user_name);
begin
  if user_name is null then
    select u.email into user_name from users u where u.id = new.user_id;
  elsif exists (
    select from users u join memberships o on o.user_id = u.id and o.tenant_id = new.tenant_id
     where u.email = user_name and u.id <> new.user_id and o.scim_user_name is null
  ) then
    raise exception using errcode = 'unique_violation', constraint = 'memberships_user_name_key',
      message = 'another person of the tenant has this user name';
  end if;
  if exists (
    select from memberships o
     where lower(o.scim_user_name) = user_name and o.tenant_id = new.tenant_id and o.scim_user_name is not null
       and o.user_id <> new.user_id
  ) then
    raise exception using errcode = 'unique_violation', constraint = 'memberships_user_name_key',
      message = 'another person of the tenant has this user name';
  end if;
  return null;
end
$$;
comment on function app.require_unique_user_name is
  'Refuses a second person of a tenant with the same user name, which is the e-mail where the directory gave no other one (RFC 7643, '
  'section 4.1.1). The index memberships_user_name_key compares the given names; this function also compares them with e-mails. It uses '
  'indexes even where PostgreSQL planned for a small table: an import adds thousands of people.';

create or replace function app.require_unused_user_name() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (
    select from memberships m
      join memberships o on o.tenant_id = m.tenant_id and lower(o.scim_user_name) = new.email and o.scim_user_name is not null
     where m.user_id = new.id and m.scim_user_name is null and o.user_id <> m.user_id
  ) then
    raise exception using errcode = 'unique_violation', constraint = 'memberships_user_name_key',
      message = 'another person of the tenant has this user name';
  end if;
  return null;
end
$$;
comment on function app.require_unused_user_name is
  'Refuses a new e-mail that is the user name of another person of the tenant, for the reason of app.require_unique_user_name().';

create trigger note_modification after update of phone, department, state, scim_external_id, scim_user_name on memberships
  for each row when ((old.phone, old.department, old.state, old.scim_external_id, old.scim_user_name)
    is distinct from (new.phone, new.department, new.state, new.scim_external_id, new.scim_user_name))
  execute function app.note_modification();
create trigger note_modification after update of email, name, language on users
  for each row when ((old.email, old.name, old.language) is distinct from (new.email, new.name, new.language))
  execute function app.note_modification();
create trigger note_modification after update of name, scim_external_id on user_groups
  for each row when ((old.name, old.scim_external_id) is distinct from (new.name, new.scim_external_id))
  execute function app.note_modification();
create trigger note_new_members after insert on user_group_members referencing new table as changed
  for each statement execute function app.note_changed_members();
create trigger note_removed_members after delete on user_group_members referencing old table as changed
  for each statement execute function app.note_changed_members();

-- Directories could give two people one user name. The person who came first keeps it; the others are found by their e-mail.
update memberships m set scim_user_name = null
 where scim_user_name is not null
   and exists (
     select from memberships o join users u on u.id = o.user_id
      where o.tenant_id = m.tenant_id and o.user_id <> m.user_id
        and lower(coalesce(o.scim_user_name, u.email)) = lower(m.scim_user_name)
        and (o.scim_user_name is null or (o.created_at, o.user_id) < (m.created_at, m.user_id)));
create unique index memberships_user_name_key on memberships (lower(scim_user_name), tenant_id) where scim_user_name is not null;
create trigger require_unique_user_name_of_new after insert on memberships
  for each row execute function app.require_unique_user_name();
create trigger require_unique_user_name_of_changed after update of scim_user_name on memberships
  for each row when (old.scim_user_name is distinct from new.scim_user_name)
  execute function app.require_unique_user_name();
create trigger require_unused_user_name after update of email on users
  for each row when (old.email is distinct from new.email)
  execute function app.require_unused_user_name();
