-- A directory sees custom fields: a change of them moves meta.lastModified.

drop trigger note_modification on memberships;
create trigger note_modification after update of phone, department, state, scim_external_id, scim_user_name, custom on memberships
  for each row when (
    old.phone is distinct from new.phone or old.department is distinct from new.department or old.state is distinct from new.state
    or old.scim_external_id is distinct from new.scim_external_id or old.scim_user_name is distinct from new.scim_user_name
    or old.custom is distinct from new.custom)
  execute function app.note_modification();
