-- Tickets that a tenant hands up to its partner, and the partner to the platform; and who of the staff handles them.
alter table tickets
  add column level text not null default 'unit',
  add constraint tickets_level check (level in ('unit', 'partner', 'platform'));
comment on column tickets.level is 'Who has the ticket: its tenant, or the staff of the partner or of the platform to whom it was handed up.';
create index tickets_handed on tickets (id) where level <> 'unit';

alter table ticket_follow_ups
  add column level text,
  add constraint ticket_follow_ups_level check (level in ('unit', 'partner', 'platform')),
  add constraint ticket_follow_ups_handed check (level is null or internal);
comment on column ticket_follow_ups.level is 'The level to which this note handed the ticket; null: none.';

alter table users add column support_agent boolean not null default true;
comment on column users.support_agent is 'Counts for staff only: handles tickets that were handed up. Members of a tenant have a toggle of the same name.';

drop function app.platform_staff();
create function app.platform_staff()
returns table (
  id uuid, name text, email text, language text, created_at timestamptz, last_sign_in_at timestamptz, password_set boolean, seller boolean,
  support_agent boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.email, u.language, u.created_at,
         (select max(s.created_at) from sessions s where s.user_id = u.id), u.password_hash is not null, u.seller, u.support_agent
    from users u
   where u.staff = 'a2m' and app.on_platform();
$$;
comment on function app.platform_staff is 'The platform staff, for themselves. The last sign-in is that of a session that is still stored.';
call app.callable_platform_function('app.platform_staff');
