-- Lists of reports are read most of all and stand in the order of their names: what they are ordered by is worked out when a name is
-- written, and not for each report at each reading.
alter table reports add column sort_name text generated always as (app.plain(name)) stored;
