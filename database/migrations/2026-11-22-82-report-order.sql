-- Reports in the order that their managers set, and an icon for each report group.

alter table reports add column position integer;
comment on column reports.position is 'The place within the subgroup. Reports without one come last, by name.';

alter table report_groups add column icon text check (icon ~ '^[a-z-]{1,40}$');
comment on column report_groups.icon is 'The name of an icon of the portal; null: that of a folder.';
