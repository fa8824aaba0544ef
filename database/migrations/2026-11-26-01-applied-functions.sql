-- The record of the files in database/functions. After the migrations, the migration runner applies each file whose hash differs.
create table applied_functions (
  file text primary key,
  hash text not null,
  applied_at timestamptz not null default now()
);
comment on table applied_functions is 'The files of SQL functions that this database has, with the hash of each text.';
grant select on applied_functions to vitrine_platform;
