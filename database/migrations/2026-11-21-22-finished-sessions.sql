-- Sessions that are over are kept for a while and judged no more: they leave the foreign keys that hold a standing, so that shutting
-- somebody out, or a whole business unit, rewrites the sessions that run and not a month of those that ended.
alter table sessions drop constraint sessions_standing_whole;

create function app.drop_standing() returns trigger language plpgsql as $$
begin
  new.person_standing := null;
  new.membership_standing := null;
  new.tenant_standing := null;
  new.settings_standing := null;
  new.partner_standing := null;
  new.platform_standing := null;
  return new;
end
$$;
create trigger drop_standing before update of ended_at on sessions for each row
  when (new.ended_at is not null) execute function app.drop_standing();

set local role vitrine_platform;
update sessions set ended_at = ended_at where ended_at is not null;
reset role;

alter table sessions
  alter column platform_standing drop not null,
  add constraint sessions_standing_whole check (
    case when ended_at is null then
      person_standing is not null and platform_standing is not null
      and (tenant_id is null) = (tenant_standing is null) and (tenant_id is null) = (settings_standing is null)
      and (tenant_id is null or partner_id is not null) and (partner_id is null) = (partner_standing is null)
    else
      num_nonnulls(person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing) = 0
    end
  ),
  -- With the person or the place goes what is left of them here.
  add constraint sessions_user_id_fkey foreign key (user_id) references users on delete cascade,
  add constraint sessions_tenant_id_fkey foreign key (tenant_id) references tenants on delete cascade,
  add constraint sessions_partner_id_fkey foreign key (partner_id) references partners on delete cascade;
create index sessions_running on sessions (user_id, last_seen_at) where ended_at is null;

-- As before; one that was ended because its time had run out says so still.
create or replace function app.open_session(given_hash bytea, client_address inet)
returns table (ok boolean, refusal text, session text, seen_seconds_ago integer) rows 1
language sql stable parallel unsafe security definer
begin atomic
  select f.refusal is null and case when f.refusal is null then
           set_config('app.tenant_id', coalesce(f.tenant_id::text, ''), true) is not null
           and set_config('app.partner_id', coalesce(f.partner_id::text, ''), true) is not null
           and set_config('app.user_id', f.user_id::text, true) is not null
           and set_config('app.profile', f.profile, true) is not null
         end,
         f.refusal, f.facts, f.seen_seconds_ago
  from (
    select x.tenant_id, x.partner_id, x.user_id, x.profile, x.facts,
           extract(epoch from now() - x.last_seen_at)::integer as seen_seconds_ago,
           case
             when x.ended_at is not null and x.ended_by is distinct from 'expired' or k.replaced_at is not null then 'session.unauthorized'
             when x.ended_at is not null or x.expires_at <= now() or x.last_seen_at + make_interval(mins => x.idle_minutes) <= now()
               then 'session.expired'
             -- Scheduled days and trials begin and end with the business unit's own day, shifts with its own clock.
             when x.turns_on is not null and x.turns_on <= (now() at time zone (x.settings_standing->>'timezone'))::date then
               app.standing_refusal(
                 x.person_standing, x.membership_standing, x.tenant_standing, x.partner_standing, x.partner_id,
                 (now() at time zone (x.settings_standing->>'timezone'))::date)
             when x.refusal is not null then x.refusal
             when x.restricted and not client_address <<= any (
               (select g.allowed_addresses from public.settings g where g.tenant_id = x.tenant_id)::cidr[]) then 'sign_in.address_refused'
             when x.shift_id is not null and not (
               select app.within_hours(h.hours, now() at time zone (x.settings_standing->>'timezone'))
                 from public.shifts h where h.tenant_id = x.tenant_id and h.id = x.shift_id) then 'sign_in.hour_refused'
           end as refusal
      from public.session_tokens k join public.sessions x on x.id = k.session_id
     where k.token_hash = given_hash offset 0) f;
end;

-- A session lasts no longer than its business unit says now.
create function app.shorten_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set
    expires_at = least(expires_at, created_at + make_interval(hours => new.login_timeout_hours)),
    idle_minutes = least(idle_minutes, new.login_timeout_hours * 30)
  where tenant_id = new.tenant_id and ended_at is null;
  return null;
end
$$;
alter function app.shorten_sessions() owner to vitrine_platform;
create trigger shorten_sessions after update of login_timeout_hours on settings for each row
  when (new.login_timeout_hours < old.login_timeout_hours) execute function app.shorten_sessions();

-- Inside a business unit one sees the unit and its partner, and changes neither: that is done from outside.
drop policy wall on tenants;
create policy seen on tenants for select to vitrine_app using (
  id = (select app.tenant_id()) or (select app.on_platform())
  or ((select app.tenant_id()) is null and partner_id = (select app.partner_id()))
);
create policy kept on tenants to vitrine_app
  using ((select app.on_platform()) or ((select app.tenant_id()) is null and partner_id = (select app.partner_id())))
  with check ((select app.on_platform()) or ((select app.tenant_id()) is null and partner_id = (select app.partner_id())));
drop policy wall on partners;
create policy seen on partners for select to vitrine_app using (id = (select app.partner_id()) or (select app.on_platform()));
create policy kept on partners to vitrine_app using ((select app.on_platform())) with check ((select app.on_platform()));
