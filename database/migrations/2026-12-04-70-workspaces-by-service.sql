-- The opening of an embedded management report asks whether a tenant publishes from its workspace.

create index workspaces_by_service on workspaces (lower(service_id));
