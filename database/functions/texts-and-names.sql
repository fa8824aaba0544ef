-- Texts as searches compare them, and names of reports, report groups and subgroups in several languages. Indexes, generated columns and
-- constraints store results of some of them (README.md).

create or replace function app.plain(value text) returns text immutable parallel safe called on null input language sql return
  -- translate() compares each character with each of its accents: most texts have none, and need only the small letters.
  case when octet_length(value) = char_length(value) then lower(value)
       else translate(lower(value), 'áàâãäåçéèêëíìîïñóòôõöúùûüý', 'aaaaaaceeeeiiiinooooouuuuy') end;
comment on function app.plain is
  'Text as a search compares it: without case and without the accents of our four languages. Immutable, so that indexes may use it.';

create or replace function app.is_by_language(value jsonb) returns boolean immutable parallel safe language sql return
  jsonb_typeof(value) = 'object' and value - array['pt-BR', 'en-US', 'es', 'pt-PT'] = '{}'
  and not jsonb_path_exists(value, '$.* ? (@.type() != "string" || @ == "")');
comment on function app.is_by_language is 'Is this an object of texts by language, without an empty text?';

create or replace function app.plain_if_any(value text) returns text immutable strict parallel safe language sql return app.plain(value);
comment on function app.plain_if_any is
  'app.plain() for a value that is null in most rows: PostgreSQL does not call a strict function for null. It calls app.plain() for each '
  'row when the value depends on a sub-select, because app.plain() uses its argument several times.';

-- Single expressions that use each argument once, so that PostgreSQL inlines them.
create or replace function app.name_in(names jsonb, plain text, language text) returns text immutable parallel safe language sql return
  coalesce(names->>language, plain);
comment on function app.name_in is
  'The name that a person of a language sees: the one of the language, otherwise the plain one. The only place that decides it.';

create or replace function app.sort_name_in(names jsonb, sort_name text, language text) returns text immutable parallel safe language sql return
  coalesce(app.plain_if_any(names->>language), sort_name);
comment on function app.sort_name_in is 'What a list of names in a language is ordered by. `sort_name` is stored, so that most names cost nothing.';

create or replace function app.name_in_each(names jsonb, plain text) returns jsonb immutable parallel safe language sql return
  case when names = '{}' then to_jsonb(plain) else jsonb_build_object(
    'pt-BR', app.name_in(names, plain, 'pt-BR'), 'en-US', app.name_in(names, plain, 'en-US'),
    'es', app.name_in(names, plain, 'es'), 'pt-PT', app.name_in(names, plain, 'pt-PT')) end;
comment on function app.name_in_each is 'The name in each language, for a text that people of several languages read; one text if all are equal.';
