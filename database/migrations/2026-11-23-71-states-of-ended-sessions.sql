-- An ended session says why when the state of its person ended it: a blocked person reads "User is blocked!" and not that the session
-- expired. The word is the present one, because the state may have changed again. Only the holder of the session's last token is told.

create function app.state_refusal_of_ended(x sessions) returns text stable parallel safe language sql return (
  select case when u.staff is null and m.user_id is null
           and exists (select from memberships o where o.user_id = u.id and o.state <> 'D') then 'sign_in.domain_refused'
         -- Maintenance passes, and the session stays ended.
         else nullif(
           app.standing_refusal(
             u.standing, m.standing, t.standing, p.standing, x.partner_id, (now() at time zone coalesce(g.timezone, 'UTC'))::date),
           'sign_in.maintenance') end
    from users u
    left join memberships m on m.tenant_id = x.tenant_id and m.user_id = u.id
    left join tenants t on t.id = x.tenant_id
    left join settings g on g.tenant_id = x.tenant_id
    left join partners p on p.id = x.partner_id
   where u.id = coalesce(x.real_user_id, x.user_id));
comment on function app.state_refusal_of_ended is
  'Why the person who used an ended session would be refused at sign-in today, or null. An ended session has no standing of its own any '
  'more. In remote access, the holder of the token is the requester.';

create or replace function app.refuse_ended(x sessions) returns text stable parallel safe language sql return
  case when x.ended_at is not null and x.ended_by is distinct from 'expired' then
    coalesce(
      case when x.ended_by = 'address_changed' then 'sign_in.domain_refused'
           when x.ended_by in ('user_changed', 'user_deactivated', 'user_removed', 'remote_access_refused')
             then app.state_refusal_of_ended(x) end,
      'session.unauthorized') end;
comment on function app.refuse_ended is
  'Refuses a session that was ended. A session that the state of its person ended says the state; one that ended otherwise, such as by '
  'signing out, says nothing about the person.';
