-- Messages of the platform and of partners to everybody, and the survey.

create or replace function app.present_broadcasts() returns table (id uuid, name text, message jsonb, is_dismissed boolean)
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

create or replace function app.dismiss_broadcast(broadcast uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into broadcast_dismissals (broadcast_id, user_id)
  select b.id, app.user_id() from app.present_broadcasts() b where b.id = broadcast
  on conflict do nothing;
$$;
comment on function app.dismiss_broadcast is 'Notes that the person of the session does not want to see one of their messages again.';
call app.callable_platform_function('app.dismiss_broadcast');

-- The number of dismissals is told to those who see the message, and to nobody who only knows its id.

create or replace function app.dismissals_of(broadcast uuid) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from broadcast_dismissals d join broadcasts b on b.id = d.broadcast_id
   where d.broadcast_id = broadcast and app.tenant_id() is null and app.profile() in ('a2m', 'master')
     and b.partner_id is not distinct from app.partner_id();
$$;
comment on function app.dismissals_of is 'How many people dismissed a message.';
call app.callable_platform_function('app.dismissals_of');

create or replace function app.asks_position() returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from surveys v where v.enabled and (v.partner_id is null or v.partner_id = app.partner_id()))
     and not exists (select from survey_answers a where a.user_id = app.user_id());
$$;
comment on function app.asks_position is 'Does the survey ask the person of the session?';
call app.callable_platform_function('app.asks_position');

create or replace function app.survey_people() returns table (user_id uuid, "position" text, detail text)
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
