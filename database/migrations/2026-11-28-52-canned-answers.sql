-- Texts that people who handle tickets insert into their answers.
create table canned_answers (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  text jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on column canned_answers.text is 'By language, with variables: {{person}}, {{ticket}} and {{agent}}. Always in pt-BR.';
-- What reads the same is the same name, whatever its case and accents.
create unique index canned_answers_name_key on canned_answers (tenant_id, app.plain(name));
call app.tenant_policy('canned_answers');
