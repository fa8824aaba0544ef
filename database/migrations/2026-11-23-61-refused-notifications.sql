-- A notification that was written for a later day is judged again on that day: its author may have lost the right meanwhile. It is then
-- not sent, and the list of written notifications tells why.

alter table notifications add refusal text constraint notifications_refusal_check check (refusal in ('author_gone', 'right_lost', 'groups_left'));
alter table notifications add constraint notifications_refused_or_published check (refusal is null or published_at is null);
comment on column notifications.refusal is 'Why it was not sent on its first day: its author was gone, or had lost the right, or one of the groups.';

-- The author may be of the staff, whom a tenant does not see. Maintenance refuses everybody for a while, which takes no right from anybody.
create function app.author_standing(author uuid) returns table (profile text, staff text, toggles text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(m.profile, 'admin'), u.staff, coalesce(m.toggles, '{}')
    from tenants t
    join partners p on p.id = t.partner_id
    join settings s on s.tenant_id = t.id
    join users u on u.id = author
    left join memberships m on m.tenant_id = t.id and m.user_id = u.id
   where t.id = app.tenant_id()
     and app.standing_refusal(u.standing, m.standing, t.standing || '{"maintenance": false}', p.standing, t.partner_id,
                              (now() at time zone s.timezone)::date) is null;
$$;
comment on function app.author_standing is 'The profile of a person who may work in the tenant of the session today; no row for anybody else.';
call app.callable_platform_function('app.author_standing');
