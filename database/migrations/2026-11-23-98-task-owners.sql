-- The name of a task's owner is stored for staff only: a person of the tenant who is erased leaves no name behind.

alter table tasks alter column owner_name drop not null;
update tasks set owner_name = null where exists (select from users u where u.id = tasks.owner_id and u.staff is null);
comment on column tasks.owner_name is 'Of one of the staff, whose row the people of the tenant do not see; null: the owner is a person of the tenant.';
