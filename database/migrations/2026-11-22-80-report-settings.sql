-- Reports: a cover, filters that the publisher sets, and which devices offer the report.

alter table reports
  add column cover text references files deferrable,
  add column filters jsonb not null default '[]' check (jsonb_typeof(filters) = 'array'),
  alter column show_on_app set default true;
comment on column reports.cover is 'A picture instead of the pattern that is drawn from the name.';
comment on column reports.filters is 'Filters that the publisher set for all readers. They arrange the report; row-level security protects its rows.';
comment on column reports.show_on_app is 'Phones and the installed web app offer the report.';
comment on column reports.show_mobile_background is 'The phone layout shows the background of the report.';

-- Until now the column had no effect, so every report was offered on phones.
set local role vitrine_platform;
update reports set show_on_app = true;
reset role;

-- A file that a report uses is found when the file is removed.
create index reports_by_cover on reports (cover) where cover is not null;
