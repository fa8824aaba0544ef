-- A management report can show what the portal costs a business unit. Its bills come from app.management_bills().

alter table management_reports drop constraint management_reports_source_check;
alter table management_reports add constraint management_reports_source_check
  check (source in ('usage', 'people', 'performance', 'costs'));
