-- The main language of a text is the default language of its business unit, so that pt-BR may be absent. The name of a term and of a
-- question is then the text of the first language that has one.

alter table user_terms alter column name
  set expression as (coalesce(title ->> 'pt-BR', title ->> 'en-US', title ->> 'es', title ->> 'pt-PT'));

alter table faq_entries alter column name
  set expression as (coalesce(question ->> 'pt-BR', question ->> 'en-US', question ->> 'es', question ->> 'pt-PT'));

comment on table user_terms is
  'Terms with the draft of their text, in up to four languages, always in the main one. People see the published edition.';
comment on table faq_entries is 'Questions and answers in up to four languages, always in the main one.';
comment on column canned_answers.text is
  'By language, with variables: {{person}}, {{ticket}} and {{agent}}. Always in the main language.';
