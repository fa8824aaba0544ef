-- User terms: texts that people read and accept, with editions. The platform staff keep those of everybody, a tenant its own.

create table user_terms (
  id uuid primary key default app.uuidv7(),
  tenant_id uuid default app.tenant_id() references tenants on delete cascade,
  title jsonb not null,
  name text not null generated always as (title ->> 'pt-BR') stored,
  body jsonb not null,
  condition text not null check (condition in ('mandatory', 'informative')),
  place text not null check (place in ('after_login', 'registration', 'report')),
  report_id uuid,
  active boolean not null default true,
  edition integer not null default 0,
  published_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint user_terms_name_key unique nulls not distinct (tenant_id, name),
  constraint user_terms_report foreign key (tenant_id, report_id) references reports on delete cascade,
  constraint user_terms_place check ((place = 'report') = (report_id is not null)),
  constraint user_terms_of_report check (place <> 'report' or tenant_id is not null)
);
comment on table user_terms is 'Terms with the draft of their text, in up to four languages, always in pt-BR. People see the published edition.';
comment on column user_terms.tenant_id is 'Null: a term of the platform, for everybody but its staff.';
comment on column user_terms.edition is 'The published edition; 0: none yet.';
create index user_terms_by_report on user_terms (tenant_id, report_id);
call app.row_policy(
  'user_terms',
  'tenant_id is not distinct from (select app.tenant_id()) and (tenant_id is not null or (select app.on_platform()))');

create table user_term_editions (
  term_id uuid not null references user_terms on delete cascade,
  edition integer not null,
  tenant_id uuid default app.tenant_id() references tenants on delete cascade,
  title jsonb not null,
  body jsonb not null,
  published_at timestamptz not null default now(),
  published_by text,
  primary key (term_id, edition)
);
comment on table user_term_editions is 'The texts that people were shown. An edition never changes.';
comment on column user_term_editions.published_by is 'The name of the person at that time.';
create index user_term_editions_by_tenant on user_term_editions (tenant_id);
call app.row_policy(
  'user_term_editions',
  'tenant_id is not distinct from (select app.tenant_id()) and (tenant_id is not null or (select app.on_platform()))');

create table user_term_acceptances (
  term_id uuid not null,
  edition integer not null,
  user_id uuid not null references users on delete cascade,
  accepted_at timestamptz not null default now(),
  address inet not null,
  primary key (term_id, user_id, edition),
  constraint user_term_acceptances_edition foreign key (term_id, edition) references user_term_editions on delete cascade
);
comment on table user_term_acceptances is 'Who accepted which edition, when, and from which address. An informative term is accepted by having read it.';
create index user_term_acceptances_by_user on user_term_acceptances (user_id);
call app.platform_policy('user_term_acceptances');

create function app.terms_due(person uuid, tenant uuid, staff text)
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

create function app.owes_terms(person uuid, tenant uuid, staff text) returns boolean
language sql stable parallel safe
begin atomic
  select exists (select from app.terms_due(person, tenant, staff) d where d.mandatory and d.place <> 'report');
end;
comment on function app.owes_terms is 'Must a person accept a term before they may do anything else?';

alter table sessions add column asks_terms boolean not null default false;
comment on column sessions.asks_terms is
  'A mandatory term may be due: only then app.refuse_terms() looks. Set by each published mandatory term, cleared by an acceptance.';

create function app.refuse_terms(x sessions) returns text stable parallel safe language sql return
  case when x.asks_terms and x.real_user_id is null and x.auth_type in ('password', 'saml', 'microsoft')
      and app.owes_terms(x.user_id, x.tenant_id, x.person_standing->>'staff')
    then 'session.terms_due' end;
comment on function app.refuse_terms is
  'Refuses a person who has not accepted a mandatory term. Nobody accepts in place of another (remote access), and embedded pages and '
  'playlists cannot ask.';

-- The last line: a refusal by it says that nothing else refuses the session, so that open_session() can let it accept the terms.
create or replace function app.session_refusal(x sessions, client_address inet) returns text stable parallel safe language sql return
  coalesce(
    app.refuse_ended(x),
    app.refuse_expired(x),
    app.refuse_standing(x),
    app.refuse_platform_maintenance(x),
    app.refuse_real_person(x),
    app.refuse_address(x, client_address),
    app.refuse_hour(x),
    app.refuse_terms(x)
  );

drop function app.open_session(bytea, inet);
create function app.open_session(given_hash bytea, client_address inet, before_terms boolean default false)
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
           case when k.replaced_at is not null then 'session.unauthorized'
             else nullif(app.session_refusal(x, client_address), case when before_terms then 'session.terms_due' end) end as refusal
      from public.session_tokens k join public.sessions x on x.id = k.session_id
     where k.token_hash = given_hash
    offset 0) f; -- evaluates the refusal once
end;
comment on function app.open_session is
  'Finds the session of a token, judges it, and sets tenant, partner, user and profile for the transaction. One row, or none for an '
  'unknown token. `before_terms`: the call is one of those that a person needs to accept the terms. `refusal`: an error code or null. '
  '`session`: its facts as JSON text, the same until something about it changes. '
  'SECURITY DEFINER, because no tenant is known yet; `begin atomic` binds its names, so that no search path can redirect them. '
  'SQL and not plpgsql, which adds work of its own to each call.';
call app.callable_platform_function('app.open_session');

-- Publishing waits for the sign-ins that are under way, and new ones wait for it: each session either sees the term or is updated.
create function app.note_asked_terms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('user_terms', 0));
  new.asks_terms := exists (
    select from user_terms t
     where t.active and t.edition > 0 and t.condition = 'mandatory' and t.place <> 'report'
       and (t.tenant_id is null or t.tenant_id = new.tenant_id));
  return new;
end
$$;
comment on function app.note_asked_terms is 'Notes in a new session whether a mandatory term may be due.';
call app.platform_function('app.note_asked_terms');
create trigger note_asked_terms before insert on sessions for each row execute function app.note_asked_terms();

create function app.ask_terms() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('user_terms', 0));
  update sessions x set asks_terms = true
   where x.ended_at is null and not x.asks_terms and (new.tenant_id is null or x.tenant_id = new.tenant_id);
  return null;
end
$$;
comment on function app.ask_terms is 'Lets the running sessions look whether a mandatory term is due that was published or came into force.';
call app.platform_function('app.ask_terms');
create trigger ask_terms after insert or update on user_terms for each row
  when (new.active and new.edition > 0 and new.condition = 'mandatory' and new.place <> 'report') execute function app.ask_terms();

create function app.own_terms_due()
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

create function app.accept_term(term uuid, given_edition integer, client_address inet)
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

create function app.owes_report_terms(report uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from users u cross join lateral app.terms_due(u.id, app.tenant_id(), u.staff) d
     where u.id = app.user_id() and d.mandatory and d.report_id = report);
$$;
comment on function app.owes_report_terms is 'Must the person of the session accept a term before this report?';
call app.callable_platform_function('app.owes_report_terms');

create function app.people_of_term(term uuid)
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

create function app.acceptances_of(term uuid) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from user_term_acceptances a join user_terms t on t.id = a.term_id and t.edition = a.edition
   where t.id = term and t.tenant_id is not distinct from app.tenant_id();
$$;
comment on function app.acceptances_of is 'How many people accepted the present edition of a term of the session’s tenant, or of the platform.';
call app.callable_platform_function('app.acceptances_of');

alter table registrations add column terms jsonb not null default '[]';
comment on column registrations.terms is '[{"id", "version", "at", "address"}]: the terms that were accepted with the registration.';

create function app.keep_registration_terms(registration uuid, person uuid) returns void
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
