-- Without a session this was null, and `if not app.on_platform() …` of a function then went on as if the platform's staff had asked:
-- app.add_staff_link() and app.add_platform_staff() worked for the login of the application without a session.
create or replace function app.on_platform() returns boolean language sql stable parallel safe
return coalesce(app.profile() = 'a2m' and app.tenant_id() is null, false);
