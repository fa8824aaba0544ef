-- What people see after a sign-in: a broadcast message and the survey of positions. The platform staff write for everybody, a master
-- for the tenants of the partner.

create table broadcasts (
  id uuid primary key default app.uuidv7(),
  partner_id uuid default app.partner_id() references partners on delete cascade,
  name text not null,
  message jsonb not null,
  starts_on date not null,
  ends_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint broadcasts_days check (ends_on >= starts_on)
);
comment on table broadcasts is 'Messages that people see after a sign-in, in up to four languages, always in pt-BR.';
comment on column broadcasts.partner_id is 'Null: a message of the platform, for everybody.';
comment on column broadcasts.starts_on is 'The first day, in the time zone of the tenant.';
create unique index broadcasts_name_key on broadcasts (partner_id, app.plain(name)) nulls not distinct;
call app.row_policy(
  'broadcasts',
  '(select app.tenant_id()) is null and (select app.profile()) in (''a2m'', ''master'')
   and partner_id is not distinct from (select app.partner_id())');

create table broadcast_dismissals (
  broadcast_id uuid not null references broadcasts on delete cascade,
  user_id uuid not null references users on delete cascade,
  dismissed_at timestamptz not null default now(),
  primary key (broadcast_id, user_id)
);
comment on table broadcast_dismissals is 'Who does not want to see a broadcast message again.';
create index broadcast_dismissals_by_user on broadcast_dismissals (user_id);
call app.platform_policy('broadcast_dismissals');

create function app.present_broadcasts() returns table (id uuid, name text, message jsonb, is_dismissed boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.id, b.name, b.message, d.user_id is not null
    from broadcasts b
    left join settings s on s.tenant_id = app.tenant_id()
    left join broadcast_dismissals d on d.broadcast_id = b.id and d.user_id = app.user_id()
   cross join lateral (select (now() at time zone coalesce(s.timezone, 'America/Sao_Paulo'))::date as today) as t
   where app.user_id() is not null and (b.partner_id is null or b.partner_id = app.partner_id())
     and b.starts_on <= t.today and (b.ends_on is null or b.ends_on >= t.today)
   order by b.partner_id is not null, b.starts_on desc, b.id desc;
$$;
comment on function app.present_broadcasts is
  'The messages for the person of the session today: those of the platform first, then those of the partner, the newest first.';
call app.callable_platform_function('app.present_broadcasts');

create function app.dismiss_broadcast(broadcast uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into broadcast_dismissals (broadcast_id, user_id)
  select b.id, app.user_id() from app.present_broadcasts() b where b.id = broadcast
  on conflict do nothing;
$$;
comment on function app.dismiss_broadcast is 'Notes that the person of the session does not want to see one of their messages again.';
call app.callable_platform_function('app.dismiss_broadcast');

create function app.dismissals_of(broadcast uuid) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from broadcast_dismissals where broadcast_id = broadcast;
$$;
comment on function app.dismissals_of is 'How many people dismissed a message.';
call app.callable_platform_function('app.dismissals_of');

create table surveys (
  id uuid primary key default app.uuidv7(),
  partner_id uuid default app.partner_id() references partners on delete cascade,
  enabled boolean not null,
  version integer not null default 1,
  constraint surveys_partner_key unique nulls not distinct (partner_id)
);
comment on table surveys is 'Where the survey of positions is on: for everybody (no partner), or for the tenants of a partner.';
call app.row_policy(
  'surveys',
  '(select app.tenant_id()) is null and (select app.profile()) in (''a2m'', ''master'')
   and partner_id is not distinct from (select app.partner_id())');

-- A master sees that the platform asks already.
create policy read_platform on surveys for select to vitrine_app using (partner_id is null);

create table survey_answers (
  user_id uuid primary key default app.user_id() references users on delete cascade,
  position text not null check (position in ('diretor', 'supervisor', 'gerente', 'analista', 'outro')),
  detail text,
  answered_at timestamptz not null default now(),
  constraint survey_answers_detail check ((position = 'outro') = (detail is not null))
);
comment on table survey_answers is 'The position that a person named in the survey. It is no profile and gives no rights.';
comment on column survey_answers.detail is 'In the words of the person, for the position `outro`.';
call app.row_policy('survey_answers', 'user_id = (select app.user_id())');

create function app.asks_position() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from surveys v where v.enabled and (v.partner_id is null or v.partner_id = app.partner_id()))
     and not exists (select from survey_answers a where a.user_id = app.user_id());
$$;
comment on function app.asks_position is 'Does the survey ask the person of the session?';
call app.callable_platform_function('app.asks_position');

create function app.survey_people() returns table (user_id uuid, "position" text, detail text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, a.position, a.detail
    from users u left join survey_answers a on a.user_id = u.id
   where app.tenant_id() is null and app.profile() in ('a2m', 'master')
     and (app.on_platform()
       or u.partner_id = app.partner_id()
       or exists (
         select from memberships m join tenants t on t.id = m.tenant_id
          where m.user_id = u.id and t.partner_id = app.partner_id()));
$$;
comment on function app.survey_people is
  'The people whom staff may count in the survey, with their answers: all for the platform staff, those of its tenants for a partner.';
call app.callable_platform_function('app.survey_people');
