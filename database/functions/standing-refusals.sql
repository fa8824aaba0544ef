-- Why a person with this standing is refused, at sign-in and in a running session. Sessions store the result: a change is a migration too
-- (README.md).
-- Each reason is one function that returns an error code of catalogue/errors.ts, or null; the first code counts. A new reason is one more
-- function and one more line in app.standing_refusal(). PostgreSQL inlines the reasons there: they are single expressions without
-- sub-selects. They are stable because a cast from text to date is; the list is declared immutable, because sessions store its result and
-- JSON holds ISO dates, which every DateStyle reads alike.

create or replace function app.refuse_without_tenant(person jsonb, membership jsonb, tenant jsonb)
returns text stable parallel safe language sql return
  case when coalesce(person->>'staff', membership->>'profile') is null or person->>'staff' is null and tenant is null
    then 'sign_in.without_tenant' end;
comment on function app.refuse_without_tenant is 'Refuses a person who is neither staff nor a member of the tenant.';

create or replace function app.refuse_other_partner(person jsonb, partner_id uuid) returns text stable parallel safe language sql return
  case when person->>'staff' = 'master' and partner_id is distinct from (person->>'partner_id')::uuid then 'session.unauthorized' end;
comment on function app.refuse_other_partner is 'Refuses a master at another partner.';

create or replace function app.refuse_blocked(person jsonb, membership jsonb, today date) returns text stable parallel safe language sql return
  case when person->>'state' = 'B' or membership->>'state' = 'B' or (membership->>'block_on')::date <= today
    then 'sign_in.user_blocked' end;
comment on function app.refuse_blocked is 'Refuses a blocked person, or one whose day of blocking has come.';

create or replace function app.refuse_inactive(person jsonb, membership jsonb) returns text stable parallel safe language sql return
  case when person->>'state' = 'I' or membership->>'state' = 'I' then 'sign_in.user_inactive' end;
comment on function app.refuse_inactive is 'Refuses an inactive person.';

create or replace function app.refuse_deactivated(membership jsonb, tenant jsonb, partner jsonb, today date)
returns text stable parallel safe language sql return
  case when membership->>'state' = 'D' or (membership->>'delete_on')::date <= today
      or not (tenant->'enabled')::boolean or not (partner->'enabled')::boolean
    then 'sign_in.user_deactivated' end;
comment on function app.refuse_deactivated is 'Refuses a person who is deactivated or due for deletion, or whose tenant or partner is disabled.';

create or replace function app.trial_end(membership jsonb, tenant jsonb) returns date stable parallel safe language sql return
  least(
    case when membership->>'state' = 'T' then (tenant->>'trial_ends')::date end,
    case when membership is not null then (tenant->>'client_trial_ends')::date end);
comment on function app.trial_end is
  'The last day of a person on trial: a test user has that of the tenant, and every member that of the client. Null: none.';

create or replace function app.refuse_trial_ended(membership jsonb, tenant jsonb, today date)
returns text stable parallel safe language sql return
  case when app.trial_end(membership, tenant) < today then 'sign_in.trial_ended' end;
comment on function app.refuse_trial_ended is 'Refuses a member after the last day of their trial.';

create or replace function app.refuse_maintenance(person jsonb, tenant jsonb) returns text stable parallel safe language sql return
  case when (tenant->'maintenance')::boolean and person->>'staff' is distinct from 'a2m' then 'sign_in.maintenance' end;
comment on function app.refuse_maintenance is 'Refuses everybody but the platform staff while the tenant is in maintenance.';

create or replace function app.standing_refusal(
  person jsonb, membership jsonb, tenant jsonb, partner jsonb, partner_id uuid, today date
) returns text immutable parallel safe language sql return
  coalesce(
    app.refuse_without_tenant(person, membership, tenant),
    app.refuse_other_partner(person, partner_id),
    app.refuse_blocked(person, membership, today),
    app.refuse_inactive(person, membership),
    app.refuse_deactivated(membership, tenant, partner, today),
    app.refuse_trial_ended(membership, tenant, today),
    app.refuse_maintenance(person, tenant)
  );
comment on function app.standing_refusal is
  'Why a person with this standing is refused on that day, or null. Sessions store the result: a migration that changes this list '
  'ends with `update sessions set host = host where ended_at is null`, as vitrine_platform, which computes it again.';

create or replace function app.standing_changes_on(membership jsonb, tenant jsonb) returns date immutable parallel safe language sql return
  least(
    (membership->>'block_on')::date, (membership->>'delete_on')::date, app.trial_end(membership, tenant) + 1);
comment on function app.standing_changes_on is
  'The first day that may change the result of app.standing_refusal(); before it, nobody needs to look at the calendar.';

-- The author may be of the staff, whom a tenant does not see. Maintenance refuses everybody for a while, which takes no right from anybody.
create or replace function app.author_standing(author uuid) returns table (profile text, staff text, toggles text[])
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

create or replace function app.owner_standing(owner uuid) returns table (profile text, staff text, toggles text[], email text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.profile, s.staff, s.toggles, u.email from app.author_standing(owner) s join users u on u.id = owner;
$$;
comment on function app.owner_standing is 'What decides what the owner of a task may read today; no row for a person who may not work in the tenant of the session.';
call app.callable_platform_function('app.owner_standing');
