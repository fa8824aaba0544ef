-- A management report can show a report of the embedding service, from an account of a partner that no business unit owns.

alter table management_reports
  add column embedded jsonb,
  add column account_id uuid generated always as ((embedded ->> 'account_id')::uuid) stored
    references embedding_accounts on delete cascade,
  drop constraint management_reports_source_check,
  add constraint management_reports_source_check check (source in ('usage', 'people', 'performance', 'costs', 'report')),
  add constraint management_reports_embedded check ((source = 'report') = (account_id is not null));
comment on column management_reports.embedded is
  'The account, the workspace and the report at its service, and the role of the data model under which every business unit reads it.';
create index management_reports_by_account on management_reports (account_id) where account_id is not null;
