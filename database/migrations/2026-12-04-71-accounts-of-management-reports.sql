-- An account from which management reports are published cannot be removed. The reports were removed with it, without an audit entry.
-- Checked at the end of the statement, so that the removal of a partner still removes its accounts together with its reports.

alter table management_reports
  drop constraint management_reports_account_id_fkey,
  add constraint management_reports_account foreign key (account_id) references embedding_accounts;
