-- Embed tokens of management reports are in embed_tokens, as those of reports are, and are revoked when a management report changes.

create function app.announce_management_report() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare unit record;
begin
  for unit in select distinct e.tenant_id from embed_tokens e where e.report_id = old.id and e.expires_at > now() loop
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', unit.tenant_id, 'reportIds', json_build_array(old.id))::text);
  end loop;
  return null;
end $$;
comment on function app.announce_management_report is
  'Revokes the embed tokens of a management report after each change of it. The open pages of its readers ask for another one.';
call app.platform_function('app.announce_management_report');
create trigger announce_management_report after update or delete on management_reports
  for each row execute function app.announce_management_report();
