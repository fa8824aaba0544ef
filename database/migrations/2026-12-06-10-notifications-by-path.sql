-- Opening a page marks the notifications that lead to it as read. Without the index each opening reads all notifications of the tenant.

create index notifications_by_path on notifications (tenant_id, path) where path is not null and type <> 'task_fired';
