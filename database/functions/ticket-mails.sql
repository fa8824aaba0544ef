-- Mails that arrived for tickets. A job has no session: it acts as the member who sent the mail, with that member's present rights.

create or replace function app.act_as_member(person uuid, is_accepted boolean)
returns table (refusal text, session text) rows 1
language sql stable parallel unsafe security definer
begin atomic
  select f.refusal, case when f.refusal is null
                     and set_config('app.user_id', person::text, true) is not null
                     and set_config('app.profile', f.profile, true) is not null
                     and set_config('app.language', coalesce(f.language, ''), true) is not null
                   then f.facts end
  from (
    select m.standing->>'profile' as profile, u.standing->>'language' as language,
           app.session_facts(
             person, person, t.id, t.partner_id, 'mail', '', 'epoch', 0, null, null, null,
             u.standing, m.standing, t.standing, g.standing, p.standing, w.standing, null) as facts,
           coalesce(
             app.standing_refusal(
               u.standing, m.standing, t.standing, p.standing, t.partner_id, (now() at time zone g.timezone)::date),
             app.refuse_platform_maintenance(x),
             -- A mail has no client address, so a tenant with a list of addresses admits it only when a person accepted it.
             case when not is_accepted then coalesce(app.refuse_address(x, null), app.refuse_hour(x)) end) as refusal
      from public.tenants t
      join public.partners p on p.id = t.partner_id
      join public.settings g on g.tenant_id = t.id
      join public.memberships m on m.tenant_id = t.id and m.user_id = person
      join public.users u on u.id = person and u.staff is null
     cross join public.platform w
     cross join lateral jsonb_populate_record(
             null::public.sessions,
             jsonb_build_object(
               'tenant_id', t.id, 'user_id', person, 'partner_id', t.partner_id, 'auth_type', 'mail',
               'person_standing', u.standing, 'membership_standing', m.standing, 'settings_standing', g.standing,
               'platform_standing', w.standing, 'restricted', g.standing->'restricted', 'shift_id', m.standing->'shift_id')) as x
     where t.id = app.tenant_id() and t.removing_since is null and app.user_id() is null and app.profile() is null
    offset 0) f; -- evaluates the refusal once
end;
comment on function app.act_as_member is
  'Sets person, profile and language of a job to a member of its tenant, unless the member would be refused now; then `refusal` is the '
  'error code. No row: no such member, or the transaction has a person already. `is_accepted`: a person who handles tickets accepted the '
  'mail, so that addresses and hours do not count. `session`: the facts of a session. SECURITY DEFINER, because the facts of partner and '
  'platform are hidden from a tenant.';
call app.callable_platform_function('app.act_as_member');

create or replace function app.forget_mail_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from files where path = old.path;
  return null;
end
$$;
comment on function app.forget_mail_file is
  'Deletes the file of a deleted mail of a ticket. The deletion may be a cascade, so that no code sees its path.';
call app.platform_function('app.forget_mail_file');

create or replace function app.forget_mail_rest() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.mail_rest := null;
  new.mail_refused := '{}';
  new.mail_sender := null;
  return new;
end
$$;
comment on function app.forget_mail_rest is
  'Erases the parts of a mail that only its author and people who handle tickets see, when the author of a follow-up is erased.';

create or replace function app.end_empty_fault() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update report_faults f set ended_at = now()
   where f.tenant_id = old.tenant_id and f.id = old.fault_id and f.ended_at is null
     and not exists (select from tickets t where t.tenant_id = old.tenant_id and t.fault_id = old.fault_id);
  return null;
end
$$;
comment on function app.end_empty_fault is 'Ends the known fault of a deleted ticket that was its last one, also when its retention ends.';

create or replace function app.act_as_staff(person uuid)
returns table (refusal text, session text) rows 1
language sql stable parallel unsafe
begin atomic
  select f.refusal, case when f.refusal is null
                     and set_config('app.user_id', person::text, true) is not null
                     and set_config('app.profile', f.staff, true) is not null
                     and set_config('app.partner_id', coalesce(f.partner_id::text, ''), true) is not null
                     and set_config('app.language', coalesce(f.language, ''), true) is not null
                   then f.facts end
  from (
    select u.staff, u.partner_id, u.standing->>'language' as language,
           app.session_facts(
             person, person, null, u.partner_id, 'mail', '', 'epoch', 0, null, null, null,
             u.standing, null, null, null, p.standing, w.standing, null) as facts,
           coalesce(
             app.standing_refusal(
               u.standing, null, null, p.standing, u.partner_id, (now() at time zone 'America/Sao_Paulo')::date),
             app.refuse_platform_maintenance(x)) as refusal
      from public.users u
      left join public.partners p on p.id = u.partner_id
     cross join public.platform w
     cross join lateral jsonb_populate_record(
             null::public.sessions,
             jsonb_build_object('person_standing', u.standing, 'platform_standing', w.standing)) as x
     where u.id = person and u.staff is not null
       and app.tenant_id() is null and app.user_id() is null and app.profile() is null
    offset 0) f; -- evaluates the refusal once
end;
comment on function app.act_as_staff is
  'Sets person, profile, partner and language of work across tenants to one of the staff outside of tenants, unless they would be refused '
  'now; then `refusal` is the error code. No row: the person is not of the staff, or the transaction has a person already. It has the rights '
  'of its caller, so that only work across tenants finds the person.';
