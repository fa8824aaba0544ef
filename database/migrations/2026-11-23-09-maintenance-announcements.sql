-- Readers are told of maintenance before it begins.

alter table maintenance_windows
  add column announces text not null default 'never' check (announces in ('never', 'hour', 'day', 'week'));
comment on column maintenance_windows.announces is 'How long before each occurrence the people who may open its reports are told.';

alter table maintenance_occurrences add column told_ahead boolean not null default false;
comment on column maintenance_occurrences.told_ahead is 'The people who may open its reports were told that it comes.';
