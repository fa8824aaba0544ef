-- A business unit has a default language: sign-in pages show it to browsers that have chosen none.

alter table tenants
  add default_language text not null default 'pt-BR' check (default_language in ('pt-BR', 'en-US', 'es', 'pt-PT'));
comment on column tenants.default_language is 'The language of the sign-in page at the first visit of a browser.';
