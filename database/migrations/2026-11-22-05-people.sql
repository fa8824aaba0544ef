-- People: users, their memberships, shifts, groups, custom fields and list choices, and the team of a partner.

create table shifts (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  hours jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table shifts is 'Named weekly hours in which the people assigned to them may be signed in.';
comment on column shifts.hours is
  '[{"day": 1, "from": "08:00", "to": "18:00"}, …]: ISO days, Monday is 1; "24:00" is the end of a day.';
create unique index shifts_name_key on shifts (tenant_id, app.plain(name));
call app.tenant_policy('shifts');

create function app.person_standing(email text, name text, language text, staff text, state text, partner_id uuid)
returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'email', email, 'name', name, 'language', language, 'staff', staff, 'state', state, 'partner_id', partner_id);
comment on function app.person_standing is 'The facts of a user that a session carries.';

create table users (
  id uuid primary key default app.uuidv7(),
  email text not null check (email = lower(email)),
  name text not null,
  password_hash text,
  auth_type text not null default 'password' check (auth_type in ('password', 'saml', 'microsoft')),
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en-US', 'es', 'pt-PT')),
  staff text check (staff in ('a2m', 'master')),
  partner_id uuid references partners on delete cascade,
  staff_state text not null default 'A' check (staff_state in ('A', 'B', 'I')),
  home_tenant_id uuid references tenants deferrable,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  standing jsonb not null generated always as (app.person_standing(email, name, language, staff, staff_state, partner_id)) stored,
  constraint users_email_key unique (email),
  constraint users_staff_partner check ((staff is not distinct from 'master') = (partner_id is not null)),
  constraint users_standing_key unique (id, standing)
);
comment on table users is 'People. A person is one user with one membership per tenant; staff have no membership.';
comment on column users.password_hash is 'Argon2id in PHC format. Null until a password is set, or when an identity provider signs the person in.';
comment on column users.staff is 'a2m and master belong to the user; admin and user to the membership.';
comment on column users.partner_id is 'The partner of a master.';
comment on column users.staff_state is 'A active, B blocked, I inactive.';
comment on column users.home_tenant_id is 'The tenant that maintains name, e-mail and password; null for staff.';
-- Every page of the audit trail asks for the platform staff: few rows among all users.
create index users_of_platform on users (id) where staff = 'a2m';

create function app.membership_standing(profile text, state text, block_on date, delete_on date, toggles text[], shift_id uuid)
returns jsonb immutable parallel safe language sql
  return jsonb_build_object(
    'profile', profile, 'state', state, 'block_on', block_on, 'delete_on', delete_on, 'toggles', toggles, 'shift_id', shift_id);
comment on function app.membership_standing is 'The facts of a membership that a session carries.';

create table memberships (
  tenant_id uuid not null references tenants on delete cascade,
  user_id uuid not null references users on delete cascade,
  profile text not null default 'user' check (profile in ('admin', 'user')),
  state text not null default 'A' check (state in ('A', 'B', 'I', 'D', 'T')),
  phone text,
  department text,
  support_agent boolean not null default false,
  allow_remote_access boolean not null default false,
  ignore_auto_block boolean not null default false,
  toggles text[] not null default '{}',
  block_on date,
  delete_on date,
  shift_id uuid,
  custom jsonb not null default '{}',
  last_sign_in_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  standing jsonb not null generated always as (app.membership_standing(profile, state, block_on, delete_on, toggles, shift_id)) stored,
  primary key (tenant_id, user_id),
  constraint memberships_phone_key unique (tenant_id, phone),
  constraint memberships_standing_key unique (tenant_id, user_id, standing),
  constraint memberships_shift_fkey foreign key (tenant_id, shift_id) references shifts (tenant_id, id) on delete set null (shift_id)
);
comment on table memberships is 'A person in a tenant: profile, state, telephone and toggles.';
comment on column memberships.state is 'A active, B blocked, I inactive, D deactivated, T test.';
comment on column memberships.block_on is 'The day, in the time zone of the tenant, from which the person is refused.';
comment on column memberships.delete_on is 'The day, in the time zone of the tenant, on which the membership is erased.';
comment on column memberships.custom is
  '{"<id of a custom field>": "text" | 12.5 | "2026-12-31" | ["a", "b"]}; a field without a value has no key.';
create index memberships_user on memberships (user_id);
create index memberships_shift on memberships (tenant_id, shift_id) where shift_id is not null;
call app.tenant_policy('memberships');

-- `users` is global: a user is read through a membership in the tenant of the session, or by the same person.
-- Only the home tenant changes name, e-mail and password.
call app.platform_policy('users');
create policy read on users for select to vitrine_app using (
  id = (select app.user_id())
  or exists (select from memberships m where m.user_id = users.id and m.tenant_id = (select app.tenant_id()))
);
create policy insert_person on users for insert to vitrine_app with check (staff is null and home_tenant_id = (select app.tenant_id()));
create policy update_person on users for update to vitrine_app
  using (id = (select app.user_id()) or (staff is null and home_tenant_id = (select app.tenant_id())))
  with check (staff is null and home_tenant_id = (select app.tenant_id()));
create policy update_self on users for update to vitrine_app using (id = (select app.user_id())) with check (id = (select app.user_id()));
-- The team of a partner belongs to no tenant. The platform staff and the team itself read and add its members, outside of tenants.
create policy read_team on users for select to vitrine_app using (
  staff = 'master'
  and ((select app.on_platform())
    or ((select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id())))
);
create policy insert_team on users for insert to vitrine_app with check (
  staff = 'master' and staff_state = 'A' and home_tenant_id is null
  and ((select app.on_platform())
    or ((select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id())))
);
grant select, insert on users to vitrine_app;
-- Never staff, partner or state: an injected statement of the application could otherwise make somebody platform staff.
grant update (email, name, password_hash, language, version) on users to vitrine_app;

-- The triggers on users, memberships, tenants, partners, settings and platform run after the update, never before it. A trigger
-- before an update makes PostgreSQL lock the row as if its key changed, because `standing` is part of a key; sign-ins that run at the
-- same time would then wait for each other in a circle.

create function app.enforce_user_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed integer;
  present integer;
begin
  if new.state not in ('A', 'B', 'I') or (tg_op = 'UPDATE' and old.state in ('A', 'B', 'I')) then
    return null;
  end if;
  -- This lock lets foreign keys through. A full lock would deadlock with the key that each new membership holds on the same row.
  select user_limit into allowed from tenants where id = new.tenant_id for no key update;
  select count(*) into present from memberships where tenant_id = new.tenant_id and state in ('A', 'B', 'I');
  if present > allowed then
    raise exception using errcode = 'check_violation', constraint = 'tenants_user_limit', message = 'user limit of the tenant reached';
  end if;
  return null;
end
$$;
comment on function app.enforce_user_limit is
  'Holds the user limit of a tenant exactly, also for concurrent inserts: counts the memberships under a lock of the tenant.';
call app.platform_function('app.enforce_user_limit');
create trigger enforce_user_limit after insert or update of state on memberships
  for each row execute function app.enforce_user_limit();

create function app.require_administrator() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.profile <> 'admin' or old.state <> 'A' then
    return null;
  end if;
  -- The person stays an administrator, without an end date or with the dates from before.
  if tg_op = 'UPDATE' and new.profile = 'admin' and new.state = 'A'
    and (coalesce(new.block_on, new.delete_on) is null
      or (new.block_on, new.delete_on) is not distinct from (old.block_on, old.delete_on)) then
    return null;
  end if;
  -- Not found when the whole tenant is being removed.
  perform from tenants where id = old.tenant_id and removing_since is null for no key update;
  if found and not exists (
    select from memberships
     where tenant_id = old.tenant_id and profile = 'admin' and state = 'A' and block_on is null and delete_on is null
  ) then
    raise exception using errcode = 'check_violation', constraint = 'memberships_last_administrator', message = 'last administrator';
  end if;
  return null;
end
$$;
comment on function app.require_administrator is
  'Refuses a change that leaves a tenant without a permanent administrator: an active one without an end date.';
call app.platform_function('app.require_administrator');
create trigger require_administrator after update or delete on memberships
  for each row execute function app.require_administrator();

create function app.erase_user_without_membership() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from users u where u.id = old.user_id and u.staff is null and not exists (select from memberships m where m.user_id = u.id);
  update users u set home_tenant_id = (select m.tenant_id from memberships m where m.user_id = u.id order by m.created_at limit 1)
    where u.id = old.user_id and u.home_tenant_id = old.tenant_id;
  return null;
end
$$;
comment on function app.erase_user_without_membership is
  'Erases a person with their last membership, unless they are staff; otherwise their oldest membership names the new home tenant.';
call app.platform_function('app.erase_user_without_membership');
create trigger erase_user_without_membership after delete on memberships
  for each row execute function app.erase_user_without_membership();

create function app.active_users() returns table (tenant_id uuid, active integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.tenant_id, count(*)::integer
    from memberships m join tenants t on t.id = m.tenant_id
   where m.state in ('A', 'B', 'I')
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
   group by m.tenant_id;
$$;
comment on function app.active_users is 'The number of active people per tenant, for staff outside of tenants; no rows for anybody else.';
call app.callable_platform_function('app.active_users');

create function app.platform_people() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from users where staff = 'a2m'
$$;
comment on function app.platform_people is
  'The ids of the platform staff: the audit trail shows their network addresses only to themselves. Names and e-mails stay hidden.';
call app.callable_platform_function('app.platform_people');

create function app.platform_emails() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select lower(email) from users where staff = 'a2m'
$$;
comment on function app.platform_emails is
  'The e-mails of the platform staff, for the same reason: the actor of a refused sign-in is only the e-mail that was typed.';
call app.callable_platform_function('app.platform_emails');

-- The team of a partner: its masters. The application must not write a state or delete a user, so it calls these functions; each one
-- checks the caller.

create function app.manages_team(partner uuid) returns boolean stable parallel safe language sql
  return app.on_platform() or (app.tenant_id() is null and app.profile() = 'master' and partner = app.partner_id());
comment on function app.manages_team is 'May the session manage the team of this partner? The platform staff may, and the team itself.';

create function app.partner_staff() returns table (partner_id uuid, staff integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.partner_id, count(*)::integer from users u where app.on_platform() and u.partner_id is not null group by u.partner_id;
$$;
comment on function app.partner_staff is 'The number of team members per partner, for the platform staff.';
call app.callable_platform_function('app.partner_staff');

create function app.update_team_member(person uuid, seen integer, new_name text, new_language text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with changed as (
    update users set name = coalesce(new_name, name), language = coalesce(new_language, language), version = version + 1
     where id = person and version = seen and staff = 'master' and app.manages_team(partner_id)
    returning id
  )
  select exists (select from changed);
$$;
comment on function app.update_team_member is
  'Changes name and language of a team member if the version is still `seen`: the second of two concurrent edits is refused.';
call app.callable_platform_function('app.update_team_member');

create function app.set_team_state(person uuid, state text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set staff_state = state where id = person and staff = 'master' and app.manages_team(partner_id);
$$;
comment on function app.set_team_state is 'Blocks, deactivates or enables a team member.';
call app.callable_platform_function('app.set_team_state');

create function app.set_team_password(person uuid, new_hash text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update users set password_hash = new_hash, version = version + 1
   where id = person and staff = 'master' and app.manages_team(partner_id) and id is distinct from app.user_id();
$$;
comment on function app.set_team_password is
  'Gives another team member a new password. Nobody changes their own here, where the present password is not asked for.';
call app.callable_platform_function('app.set_team_password');

create function app.remove_team_member(person uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from users where id = person and staff = 'master' and app.manages_team(partner_id);
$$;
comment on function app.remove_team_member is 'Erases a team member.';
call app.callable_platform_function('app.remove_team_member');

create function app.require_master() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.profile() is distinct from 'master' or (tg_op = 'UPDATE' and new.staff_state = 'A') then
    return null;
  end if;
  perform from partners where id = old.partner_id for no key update;
  if not exists (select from users where partner_id = old.partner_id and staff_state = 'A') then
    raise exception using errcode = 'check_violation', constraint = 'partners_last_master', message = 'last master';
  end if;
  return null;
end
$$;
comment on function app.require_master is
  'Refuses that masters leave their partner without an active master, also by concurrent changes. The platform staff may do that.';
call app.platform_function('app.require_master');
create trigger require_master after update of staff_state or delete on users
  for each row when (old.staff = 'master' and old.staff_state = 'A') execute function app.require_master();

create table user_groups (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  description text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table user_groups is 'Named sets of people of a tenant; a report can be granted to a group.';
create unique index user_groups_name_key on user_groups (tenant_id, app.plain(name));
call app.tenant_policy('user_groups');

create table user_group_members (
  tenant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, group_id, user_id),
  constraint user_group_members_group foreign key (tenant_id, group_id) references user_groups on delete cascade,
  constraint user_group_members_user foreign key (tenant_id, user_id) references memberships on delete cascade
);
comment on table user_group_members is 'Who belongs to which group.';
create index user_group_members_by_user on user_group_members (tenant_id, user_id);
call app.tenant_policy('user_group_members');

create table custom_fields (
  id uuid primary key default app.uuidv7(),
  partner_id uuid not null,
  tenant_id uuid default app.tenant_id(),
  name text not null,
  kind text not null check (kind in ('text', 'number', 'date', 'list', 'multiple', 'single')),
  options text[] not null default '{}',
  required boolean not null default false,
  searchable boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint custom_fields_partner foreign key (partner_id) references partners on delete cascade,
  constraint custom_fields_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade
);
comment on table custom_fields is 'What a tenant, or a partner for all its tenants, records about people beyond the fields of the product.';
comment on column custom_fields.tenant_id is 'Null: a field of the partner, which all its tenants have.';
comment on column custom_fields.options is 'The choices of the kinds list, multiple and single.';
create unique index custom_fields_name_key on custom_fields (partner_id, tenant_id, app.plain(name)) nulls not distinct;
create index custom_fields_by_tenant on custom_fields (tenant_id);
call app.platform_policy('custom_fields');
grant select, insert, update, delete on custom_fields to vitrine_app;
-- A tenant reads its own fields and those of its partner, and changes only its own. The platform staff manage those of every partner.
create policy read on custom_fields for select to vitrine_app using (
  partner_id = (select app.partner_id()) and (tenant_id is null or tenant_id = (select app.tenant_id()))
  or tenant_id is null and (select app.on_platform())
);
create policy manage on custom_fields to vitrine_app
  using (
    tenant_id is not distinct from (select app.tenant_id())
    and (partner_id = (select app.partner_id()) or (select app.on_platform()))
  )
  with check (
    tenant_id is not distinct from (select app.tenant_id())
    and (partner_id = (select app.partner_id()) or (select app.on_platform()))
  );

create function app.delete_custom_values() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update memberships m set custom = m.custom - old.id::text
   where m.custom ? old.id::text
     and m.tenant_id in (
       select t.id from tenants t where t.partner_id = old.partner_id and (old.tenant_id is null or t.id = old.tenant_id));
  return null;
end
$$;
comment on function app.delete_custom_values is
  'Deletes the values of a custom field with the field. A partner deletes them in tenants that its session cannot read.';
call app.platform_function('app.delete_custom_values');
create trigger delete_custom_values after delete on custom_fields for each row execute function app.delete_custom_values();

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
comment on function app.people_by_field is
  'How many people have a value of each custom field, counted in one scan of the people whom the session may count.';
call app.callable_platform_function('app.people_by_field');

create table list_choices (
  user_id uuid not null references users on delete cascade,
  tenant_id uuid references tenants on delete cascade,
  list text not null,
  columns text[],
  views jsonb not null default '[]',
  constraint list_choices_key unique nulls not distinct (user_id, tenant_id, list)
);
comment on table list_choices is 'How a person has arranged a list: its columns and saved views, per tenant or outside of tenants.';
comment on column list_choices.columns is 'Null: the default columns.';
comment on column list_choices.views is '[{"name": "…", "query": {"search": "…"}, "columns": ["…"] | null, "is_default": false}]';
create index list_choices_by_tenant on list_choices (tenant_id);
call app.row_policy('list_choices', 'user_id = (select app.user_id()) and tenant_id is not distinct from (select app.tenant_id())');
