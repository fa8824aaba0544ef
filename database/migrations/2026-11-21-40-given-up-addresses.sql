-- A session at an address that its business unit or partner gives up ends with it: whoever gets the address next is alone there.
create function app.leave_address() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions x set ended_at = now(), ended_by = 'address_changed'
   where x.ended_at is null
     -- Of the place that moves: a partner's business units have addresses of their own.
     and (x.tenant_id = new.id or x.tenant_id is null and x.partner_id = new.id)
     -- Who is not at the own domain is at the subdomain.
     and case when x.host = old.domain then new.domain is distinct from old.domain else new.subdomain <> old.subdomain end;
  return null;
end
$$;
alter function app.leave_address() owner to vitrine_platform;
create trigger leave_address after update of subdomain, domain on tenants for each row
  when ((old.subdomain, old.domain) is distinct from (new.subdomain, new.domain)) execute function app.leave_address();
create trigger leave_address after update of subdomain, domain on partners for each row
  when ((old.subdomain, old.domain) is distinct from (new.subdomain, new.domain)) execute function app.leave_address();

-- Those that stayed behind before. The walls let nobody through without a role.
set local role vitrine_platform;
update sessions x set ended_at = now(), ended_by = 'address_changed'
 where x.ended_at is null and x.partner_id is not null
   and not exists (
     select from (select id, subdomain, domain from tenants union all select id, subdomain, domain from partners) place
      where place.id = coalesce(x.tenant_id, x.partner_id)
        and (place.domain = x.host or place.subdomain = split_part(x.host, '.', 1)));
reset role;
