-- Only staff of the platform, or a master whose account is older than the order, ends the grace period of an erasure early.

create function app.may_confirm_erasure(unit uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from unit_erasures e
     where e.unit_id = unit and e.ordered_by is distinct from app.user_id()
       and (app.on_platform()
            or app.tenant_id() is null and app.profile() = 'master' and e.partner_id = app.partner_id()
               and 2 = (select count(*) from users u
                         where u.id in (e.ordered_by, app.user_id())
                           and (u.staff = 'a2m'
                                or greatest(u.created_at, u.password_changed_at,
                                            (select f.enabled_at from two_factors f where f.user_id = u.id),
                                            (select max(k.created_at) from passkeys k where k.user_id = u.id))
                                   < e.ordered_at - (e.erase_at - e.ordered_at)))));
$$;
comment on function app.may_confirm_erasure is
  'May the person of the session end the grace period of an ordered erasure early? Staff of the platform may. A master may when accounts, '
  'passwords and second factors of both persons were older than one grace period at the order: one person who makes a second account, or '
  'sets the password of another, in order to act as both must wait as long as the grace period itself.';
call app.callable_platform_function('app.may_confirm_erasure');

drop policy confirm on unit_erasures;
create policy confirm on unit_erasures for update to vitrine_app using (
  begun_at is null and ((select app.on_platform())
    or (select app.tenant_id()) is null and (select app.profile()) = 'master' and partner_id = (select app.partner_id())))
  with check (begun_at is null and confirmed_by = (select app.user_id()) and app.may_confirm_erasure(unit_id));
