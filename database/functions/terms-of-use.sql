-- Terms of use: which are due, who accepted which edition. The reason to refuse a session is app.refuse_terms() in session-gate.sql.

create or replace function app.terms_due(person uuid, tenant uuid, staff text)
returns table (id uuid, edition integer, mandatory boolean, place text, report_id uuid)
language sql stable parallel safe
begin atomic
  select t.id, t.edition, t.condition = 'mandatory', t.place, t.report_id
    from public.user_terms t
   where t.active and t.edition > 0
     and case when t.tenant_id is null then staff is distinct from 'a2m' else t.tenant_id = tenant and staff is null end
     and not exists (
       select from public.user_term_acceptances a where a.term_id = t.id and a.user_id = person and a.edition = t.edition)
     -- A new edition asks the people again who accepted the term at registration, and nobody else.
     and (t.place <> 'registration'
       or exists (select from public.user_term_acceptances a where a.term_id = t.id and a.user_id = person));
end;
comment on function app.terms_due is
  'The terms that a person has not accepted: those of the platform for everybody but its staff, those of a tenant for its people.';

create or replace function app.owes_terms(person uuid, tenant uuid, staff text) returns boolean
language sql stable parallel safe
begin atomic
  select exists (select from app.terms_due(person, tenant, staff) d where d.mandatory and d.place <> 'report');
end;
comment on function app.owes_terms is 'Must a person accept a term before they may do anything else?';

-- Publishing a term waits for the sign-ins that are under way, and new ones wait for it: each session either sees the term or is updated.
create or replace function app.note_asked_terms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('user_terms', 0));
  new.asks_terms := exists (
    select from user_terms t
     where t.active and t.edition > 0 and t.condition = 'mandatory' and t.place <> 'report'
       and (t.tenant_id is null or t.tenant_id = new.tenant_id)
       and not exists (
         select from user_term_acceptances a where a.term_id = t.id and a.user_id = new.user_id and a.edition = t.edition));
  return new;
end
$$;
comment on function app.note_asked_terms is
  'Notes in a new session whether a mandatory term may be due: one whose present edition the person has not accepted. Only such a session looks '
  'for due terms with each request.';
call app.platform_function('app.note_asked_terms');

create or replace function app.ask_terms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('user_terms', 0));
  update sessions x set asks_terms = true
   where x.ended_at is null and not x.asks_terms and (new.tenant_id is null or x.tenant_id = new.tenant_id);
  return null;
end
$$;
comment on function app.ask_terms is 'Lets the running sessions look whether a mandatory term is due that was published or came into force.';
call app.platform_function('app.ask_terms');

create or replace function app.own_terms_due()
returns table (id uuid, edition integer, mandatory boolean, place text, report_id uuid, title jsonb, body jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.edition, d.mandatory, d.place, d.report_id, e.title, e.body
    from users u
   cross join lateral app.terms_due(u.id, app.tenant_id(), u.staff) d
    join user_term_editions e on e.term_id = d.id and e.edition = d.edition
   where u.id = app.user_id()
   order by not d.mandatory, d.id;
$$;
comment on function app.own_terms_due is 'The terms that the person of the session has not accepted, with their texts, the mandatory ones first.';
call app.callable_platform_function('app.own_terms_due');

create or replace function app.accept_term(term uuid, given_edition integer, client_address inet)
returns table (name text, edition integer, fresh boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_term user_terms;
  made integer;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('user_terms', 0));
  select * into found_term from user_terms t
   where t.id = term and t.active and t.edition > 0 and (t.tenant_id is null or t.tenant_id = app.tenant_id());
  if not found or app.user_id() is null then
    return;
  end if;
  if found_term.edition = given_edition then
    insert into user_term_acceptances (term_id, edition, user_id, address)
    values (term, given_edition, app.user_id(), client_address) on conflict do nothing;
    get diagnostics made = row_count;
    update sessions x set asks_terms = false
     where x.user_id = app.user_id() and x.ended_at is null and x.asks_terms
       and not app.owes_terms(x.user_id, x.tenant_id, x.person_standing->>'staff');
  end if;
  return query select found_term.name, found_term.edition, coalesce(made, 0) > 0;
end
$$;
comment on function app.accept_term is
  'Accepts an edition for the person of the session. Answers the present edition; another one is not accepted. No row for a term of another tenant.';
call app.callable_platform_function('app.accept_term');

create or replace function app.owes_report_terms(report uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from users u cross join lateral app.terms_due(u.id, app.tenant_id(), u.staff) d
     where u.id = app.user_id() and d.mandatory and d.report_id = report);
$$;
comment on function app.owes_report_terms is 'Must the person of the session accept a term before this report?';
call app.callable_platform_function('app.owes_report_terms');

-- The explanation of a person's access to a report names the terms that they have not accepted.
create or replace function app.person_owes_terms(person uuid, report uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from memberships m join users u on u.id = m.user_id
     cross join lateral app.terms_due(u.id, m.tenant_id, u.staff) d
     where m.tenant_id = app.tenant_id() and m.user_id = person and d.mandatory and (d.place <> 'report' or d.report_id = report))
$$;
comment on function app.person_owes_terms is
  'Must a member of the tenant of the session accept a term before they may open the report?';
call app.callable_platform_function('app.person_owes_terms');

-- A published term is told to the people whom it asks.
create or replace function app.people_asked(term uuid, tenant uuid) returns table (user_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.user_id from memberships m join users u on u.id = m.user_id
   cross join lateral app.terms_due(u.id, m.tenant_id, u.staff) d
   where m.tenant_id = tenant and (tenant = app.tenant_id() or app.tenant_id() is null) and d.id = term
$$;
comment on function app.people_asked is
  'The members of a tenant who have not accepted the published version of a term. In a session of a tenant, only of that tenant.';
call app.callable_platform_function('app.people_asked');

create or replace function app.people_of_term(term uuid)
returns table (user_id uuid, name text, email text, unit text, edition integer, is_current boolean, accepted_at timestamptz, address text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.email, coalesce(n.names, ''), a.edition, coalesce(a.edition = t.edition, false), a.accepted_at, host(a.address)
    from user_terms t
   cross join users u
   cross join lateral (
     select string_agg(x.name, ', ' order by x.name) as names
       from memberships m join tenants x on x.id = m.tenant_id
      where m.user_id = u.id and m.state in ('A', 'T') and (t.tenant_id is null or m.tenant_id = t.tenant_id)) n
    left join lateral (
     select a.edition, a.accepted_at, a.address from user_term_acceptances a
      where a.term_id = t.id and a.user_id = u.id order by a.edition desc limit 1) a on true
   where t.id = term and t.tenant_id is not distinct from app.tenant_id() and (t.tenant_id is not null or app.on_platform())
     and case when t.tenant_id is null then u.staff is distinct from 'a2m' else u.staff is null and n.names is not null end
     and (t.place <> 'registration' or a.edition is not null);
$$;
comment on function app.people_of_term is
  'The people whom a term of the session’s tenant, or of the platform, concerns, each with the last edition that they accepted.';
call app.callable_platform_function('app.people_of_term');

create or replace function app.acceptances_of(term uuid) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from user_term_acceptances a join user_terms t on t.id = a.term_id and t.edition = a.edition
   where t.id = term and t.tenant_id is not distinct from app.tenant_id();
$$;
comment on function app.acceptances_of is 'How many people accepted the present edition of a term of the session’s tenant, or of the platform.';
call app.callable_platform_function('app.acceptances_of');

create or replace function app.keep_registration_terms(registration uuid, person uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into user_term_acceptances (term_id, edition, user_id, accepted_at, address)
  select e.term_id, e.edition, u.id, x.at, x.address
    from registrations r
    join users u on u.id = person and u.email = r.email and u.home_tenant_id = r.tenant_id
   cross join jsonb_to_recordset(r.terms) as x(id uuid, version integer, at timestamptz, address inet)
    join user_term_editions e on e.term_id = x.id and e.edition = x.version
   where r.id = registration and (app.tenant_id() is null or r.tenant_id = app.tenant_id())
  on conflict do nothing;
$$;
comment on function app.keep_registration_terms is
  'Moves the accepted terms of a registration to the person whom it became. Only the same address in the same tenant.';
call app.callable_platform_function('app.keep_registration_terms');
