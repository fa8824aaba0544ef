-- Reviews that began before imports had plans: at that time an import only added people. The start of the import judges each row again.

update user_import_rows r
   set plan = '{"kind": "new"}'
  from user_imports i
 where i.tenant_id = r.tenant_id and i.id = r.import_id and i.state = 'review'
   and r.state = 'pending' and r.plan is null and r.faults = '{}';
