-- User terms, answers and broadcast messages become HTML. Their plain texts become paragraphs with the same words, line breaks and links.

create function app.html_of_plain(words text, longest integer) returns text strict immutable language sql as $$
  with
    lines as (
      select regexp_replace(translate(btrim(words, E' \t\r\n'), chr(1) || chr(2), ''), '\r\n?', E'\n', 'g') as said),
    -- chr(1) and chr(2) enclose an address until the rest is escaped. An address with a user name before its host stays text.
    marked as (
      select regexp_replace(
        said, '(https://(?![^\s<>"/?#]*@)[[:alnum:]][^\s<>"/?#]*(?:[/?#][^\s<>"]*)?)', chr(1) || '\1' || chr(2), 'g') as said
        from lines),
    -- The end of a sentence or of a bracket belongs to the text and not to the address.
    ended as (select regexp_replace(said, '([].,;:!?)}''"»”]+)' || chr(2), chr(2) || '\1', 'g') as said from marked),
    escaped as (
      select replace(replace(replace(replace(replace(
        said, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#39;') as said
        from ended),
    blocks as (
      select '<p>' || replace(regexp_replace(said, '[ \t]*\n[ \t]*\n\s*', '</p><p>', 'g'), E'\n', '<br />') || '</p>' as said
        from escaped),
    linked as (
      select said, regexp_replace(
        said, chr(1) || '([^' || chr(2) || ']*)' || chr(2),
        '<a href="\1" target="_blank" rel="noopener noreferrer">\1</a>', 'g') as html
        from blocks)
  select case when length(html) <= longest then html else translate(said, chr(1) || chr(2), '') end from linked;
$$;

create function app.html_of_plain_texts(texts jsonb, longest integer) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, app.html_of_plain(nullif(btrim(value, E' \t\r\n'), ''), longest)) from jsonb_each_text(texts);
$$;

grant execute on function app.html_of_plain, app.html_of_plain_texts to vitrine_platform;

-- The words stay the same, so nobody is asked again.
alter table user_terms disable trigger ask_terms;

-- A new version refuses a form that was opened with the plain text.
set local role vitrine_platform;
update user_terms set body = app.html_of_plain_texts(body, 125000), version = version + 1;
update user_term_editions set body = app.html_of_plain_texts(body, 125000);
update faq_entries set answer = app.html_of_plain_texts(answer, 32000), version = version + 1;
update broadcasts set message = app.html_of_plain_texts(message, 13000), version = version + 1;
reset role;

alter table user_terms enable trigger ask_terms;

drop function app.html_of_plain_texts, app.html_of_plain;

comment on column user_terms.body is 'HTML of the allow-list, by language.';
comment on column user_term_editions.body is 'HTML of the allow-list, by language.';
comment on column faq_entries.answer is 'HTML of the allow-list, by language.';
comment on column broadcasts.message is 'HTML of the allow-list, by language.';
