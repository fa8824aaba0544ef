-- Permissions that SQL has to know. They repeat lines of catalogue/access.ts.

create or replace function app.manages_team(partner uuid) returns boolean stable parallel safe language sql
  return app.on_platform() or (app.tenant_id() is null and app.profile() = 'master' and partner = app.partner_id());
comment on function app.manages_team is 'May the session manage the team of this partner? The platform staff may, and the team itself.';

create or replace function app.manages_reports() returns boolean stable parallel safe language sql
  return app.profile() in ('a2m', 'master', 'admin');
comment on function app.manages_reports is
  'May the person of the session open every report of the tenant? The copy of `report.manage` (catalogue/access.ts) in SQL, for lists '
  'that are filtered in the statement that opens the session. A test compares the two.';

create or replace function app.handles_tickets() returns boolean stable parallel safe language sql
return app.profile() in ('a2m', 'master', 'admin') or exists (
  select from public.memberships m
   where m.tenant_id = app.tenant_id() and m.user_id = app.user_id() and m.profile = app.profile()
     and 'support_agent' = any(m.toggles));
comment on function app.handles_tickets is
  'Does the session have the permission ticket.handle (catalogue/access.ts)? It then has the tickets of everybody.';
