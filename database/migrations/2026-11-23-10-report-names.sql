-- Names of reports, report groups and subgroups in several languages. One function decides which name a person sees.

create function app.language() returns text stable parallel safe language sql return nullif(current_setting('app.language', true), '');
comment on function app.language is 'The language of the person of the session; null without a session.';

-- The only change: it sets the language of the person.
create or replace function app.open_session(given_hash bytea, client_address inet, before_terms boolean default false)
returns table (ok boolean, refusal text, session text, seen_seconds_ago integer) rows 1
language sql stable parallel unsafe security definer
begin atomic
  select f.refusal is null and case when f.refusal is null then
           set_config('app.tenant_id', coalesce(f.tenant_id::text, ''), true) is not null
           and set_config('app.partner_id', coalesce(f.partner_id::text, ''), true) is not null
           and set_config('app.user_id', f.user_id::text, true) is not null
           and set_config('app.profile', f.profile, true) is not null
           and set_config('app.language', coalesce(f.language, ''), true) is not null
         end,
         f.refusal, f.facts, f.seen_seconds_ago
  from (
    select x.tenant_id, x.partner_id, x.user_id, x.profile, x.facts, x.person_standing->>'language' as language,
           extract(epoch from now() - x.last_seen_at)::integer as seen_seconds_ago,
           case when k.replaced_at is not null then 'session.unauthorized'
             else nullif(app.session_refusal(x, client_address), case when before_terms then 'session.terms_due' end) end as refusal
      from public.session_tokens k join public.sessions x on x.id = k.session_id
     where k.token_hash = given_hash
    offset 0) f; -- evaluates the refusal once
end;
comment on function app.open_session is
  'Finds the session of a token, judges it, and sets tenant, partner, user, profile and language for the transaction. One row, or none for '
  'an unknown token. `before_terms`: the call is one of those that a person needs to accept the terms. `refusal`: an error code or null. '
  '`session`: its facts as JSON text, the same until something about it changes. '
  'SECURITY DEFINER, because no tenant is known yet; `begin atomic` binds its names, so that no search path can redirect them. '
  'SQL and not plpgsql, which adds work of its own to each call.';

create function app.is_by_language(value jsonb) returns boolean immutable parallel safe language sql return
  jsonb_typeof(value) = 'object' and value - array['pt-BR', 'en-US', 'es', 'pt-PT'] = '{}'
  and not jsonb_path_exists(value, '$.* ? (@.type() != "string" || @ == "")');
comment on function app.is_by_language is 'Is this an object of texts by language, without an empty text?';

alter table reports
  add column names jsonb not null default '{}' constraint reports_names check (app.is_by_language(names)),
  add column catalog_descriptions jsonb not null default '{}'
    constraint reports_catalog_descriptions check (app.is_by_language(catalog_descriptions));
comment on column reports.names is 'The name by language. A language without one has `name`.';
comment on column reports.catalog_descriptions is 'The description in the catalog by language.';
alter table report_groups add column names jsonb not null default '{}' constraint report_groups_names check (app.is_by_language(names));
comment on column report_groups.names is 'The name by language. A language without one has `name`.';
alter table report_subgroups add column names jsonb not null default '{}' constraint report_subgroups_names check (app.is_by_language(names));
comment on column report_subgroups.names is 'The name by language. A language without one has `name`.';

-- Single expressions that use each argument once, so that PostgreSQL inlines them.
create function app.name_in(names jsonb, plain text, language text) returns text immutable parallel safe language sql return
  coalesce(names->>language, plain);
comment on function app.name_in is
  'The name that a person of a language sees: the one of the language, otherwise the plain one. The only place that decides it.';

create function app.sort_name_in(names jsonb, sort_name text, language text) returns text immutable parallel safe language sql return
  coalesce(app.plain(names->>language), sort_name);
comment on function app.sort_name_in is 'What a list of names in a language is ordered by. `sort_name` is stored, so that most names cost nothing.';

create function app.name_in_each(names jsonb, plain text) returns jsonb immutable parallel safe language sql return
  case when names = '{}' then to_jsonb(plain) else jsonb_build_object(
    'pt-BR', app.name_in(names, plain, 'pt-BR'), 'en-US', app.name_in(names, plain, 'en-US'),
    'es', app.name_in(names, plain, 'es'), 'pt-PT', app.name_in(names, plain, 'pt-PT')) end;
comment on function app.name_in_each is 'The name in each language, for a text that people of several languages read; one text if all are equal.';
