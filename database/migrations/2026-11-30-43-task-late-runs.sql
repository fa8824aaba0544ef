-- How late a task may still run, which was 24 hours for all tasks.

alter table tasks
  add column late_hours smallint not null default 24 constraint tasks_late_hours check (late_hours between 1 and 168);
comment on column tasks.late_hours is 'A run that would begin later than this after its planned instant is recorded as missed, and not run.';
