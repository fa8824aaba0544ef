-- People, their memberships, their groups. A person is one user with one membership per business unit.
create table users (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email)),
  name text not null,
  -- argon2id in PHC form; null until a password is set, or when another party signs the person in.
  password_hash text,
  auth_type text not null default 'password' check (auth_type in ('password', 'saml', 'microsoft')),
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en-US', 'es', 'pt-PT')),
  -- a2m and master are properties of the user; admin and user of the membership.
  staff text check (staff in ('a2m', 'master')),
  partner_id uuid references partners,
  staff_state text not null default 'A' check (staff_state in ('A', 'B', 'I')),
  -- The business unit that keeps name, e-mail and password; null for staff.
  home_tenant_id uuid references tenants deferrable,
  created_at timestamptz not null default now(),
  constraint users_email_key unique (email),
  constraint users_staff_partner check ((staff is not distinct from 'master') = (partner_id is not null))
);

create table memberships (
  tenant_id uuid not null references tenants on delete cascade,
  user_id uuid not null references users on delete cascade,
  profile text not null default 'user' check (profile in ('admin', 'user')),
  -- A active, B blocked, I inactive, D deactivated, T test.
  state text not null default 'A' check (state in ('A', 'B', 'I', 'D', 'T')),
  phone text,
  department text,
  support_agent boolean not null default false,
  allow_remote_access boolean not null default false,
  ignore_auto_block boolean not null default false,
  toggles text[] not null default '{}',
  block_on date,
  delete_on date,
  last_sign_in_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  constraint memberships_phone_key unique (tenant_id, phone)
);
create index memberships_user on memberships (user_id);
call app.tenant_wall('memberships');

-- `users` is global: seen through a membership of the session's business unit, by oneself, or by staff of the same partner.
-- Name, e-mail and password are changed by the home business unit only; nobody makes staff of a higher kind than the own.
alter table users enable row level security;
alter table users force row level security;
create policy platform on users to vitrine_platform using (true) with check (true);
create policy seen on users for select to vitrine_app using (
  id = (select app.user_id())
  or exists (select from memberships m where m.user_id = users.id and m.tenant_id = (select app.tenant_id()))
);
create policy added on users for insert to vitrine_app with check (staff is null and home_tenant_id = (select app.tenant_id()));
create policy changed on users for update to vitrine_app
  using (id = (select app.user_id()) or (staff is null and home_tenant_id = (select app.tenant_id())))
  with check (staff is null and home_tenant_id = (select app.tenant_id()));
create policy own_language on users for update to vitrine_app using (id = (select app.user_id())) with check (id = (select app.user_id()));
grant select, insert on users to vitrine_app;
-- Never staff, partner or state: a stolen query of the application could otherwise make an a2m.
grant update (email, name, password_hash, language) on users to vitrine_app;
grant select, insert, update, delete on users to vitrine_platform;

-- The limit holds exactly, also for 20 adds at once: the business unit's row is locked while people are counted. The lock lets
-- foreign keys through; a full one would deadlock with the key that each new person already holds on the same row.
create function app.keep_user_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed integer;
  present integer;
begin
  if new.state not in ('A', 'B', 'I') or (tg_op = 'UPDATE' and old.state in ('A', 'B', 'I')) then
    return new;
  end if;
  select user_limit into allowed from tenants where id = new.tenant_id for no key update;
  select count(*) into present from memberships where tenant_id = new.tenant_id and state in ('A', 'B', 'I');
  if present >= allowed then
    raise exception using errcode = 'check_violation', constraint = 'tenants_user_limit', message = 'user limit of the business unit reached';
  end if;
  return new;
end
$$;
alter function app.keep_user_limit() owner to vitrine_platform;
create trigger keep_user_limit before insert or update of state on memberships for each row execute function app.keep_user_limit();

-- How many active people the business units have that staff outside of them look after; nobody else gets a row.
create function app.active_users() returns table (tenant_id uuid, active integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.tenant_id, count(*)::integer
    from memberships m join tenants t on t.id = m.tenant_id
   where m.state in ('A', 'B', 'I')
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
   group by m.tenant_id;
$$;
alter function app.active_users() owner to vitrine_platform;
revoke all on function app.active_users() from public;
grant execute on function app.active_users() to vitrine_app;

-- A business unit always keeps an active administrator once it has one.
create function app.keep_administrator() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.profile <> 'admin' or old.state <> 'A' or (tg_op = 'UPDATE' and new.profile = 'admin' and new.state = 'A') then
    return null;
  end if;
  -- Gone already when the whole business unit is being removed.
  perform from tenants where id = old.tenant_id for no key update;
  if found and not exists (select from memberships where tenant_id = old.tenant_id and profile = 'admin' and state = 'A') then
    raise exception using errcode = 'check_violation', constraint = 'memberships_last_administrator', message = 'last administrator';
  end if;
  return null;
end
$$;
alter function app.keep_administrator() owner to vitrine_platform;
create trigger keep_administrator after update or delete on memberships for each row execute function app.keep_administrator();

-- A person without any membership left, and not staff, is erased.
create function app.erase_user_without_membership() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from users u where u.id = old.user_id and u.staff is null and not exists (select from memberships m where m.user_id = u.id);
  update users u set home_tenant_id = (select m.tenant_id from memberships m where m.user_id = u.id order by m.created_at limit 1)
    where u.id = old.user_id and u.home_tenant_id = old.tenant_id;
  return null;
end
$$;
alter function app.erase_user_without_membership() owner to vitrine_platform;
create trigger erase_user_without_membership after delete on memberships for each row execute function app.erase_user_without_membership();

create table user_groups (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint user_groups_name_key unique (tenant_id, name)
);
call app.tenant_wall('user_groups');

create table user_group_members (
  tenant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, group_id, user_id),
  constraint user_group_members_group foreign key (tenant_id, group_id) references user_groups on delete cascade,
  constraint user_group_members_user foreign key (tenant_id, user_id) references memberships on delete cascade
);
create index user_group_members_by_user on user_group_members (tenant_id, user_id);
call app.tenant_wall('user_group_members');
