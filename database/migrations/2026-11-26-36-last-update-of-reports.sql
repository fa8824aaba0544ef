-- A report shows its last update when it and its business unit do; the setting for all reports outweighs the report's own. Before, the
-- setting of the business unit outweighed it as well. The updates keep what readers see.
update reports r set show_last_update = true from settings s where s.tenant_id = r.tenant_id and s.show_last_update;
update settings s set show_last_update = true
 where not s.show_last_update and exists (select from reports r where r.tenant_id = s.tenant_id and r.show_last_update);
update reports r set show_last_update = true from settings s where s.tenant_id = r.tenant_id and not s.show_last_update;
alter table reports alter column show_last_update set default true;
