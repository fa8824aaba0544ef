-- A run whose process dies each time would wait for ever: nobody is left who ends it.

alter table task_runs
  add column deaths smallint not null default 0;
comment on column task_runs.deaths is 'Attempts that began, and neither ended nor failed: their process died, or still works.';
