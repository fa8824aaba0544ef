/*
 * A zone that PostgreSQL does not know, or reads as another than its name says, would stop every statement that asks for the day of a
 * business unit, for all of them. Names of regions only: an offset (+03:00), an abbreviation (EST) or a rule of POSIX (SystemV/PST8)
 * is read without regard to any region, and its sign the other way round.
 */
create function app.is_timezone(name text) returns boolean stable parallel safe language plpgsql as $$
begin
  if name !~ '^[A-Za-z_-]+(/[A-Za-z_-]+)+$' then
    return false;
  end if;
  perform timestamptz 'epoch' at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;

-- The walls let nobody through without a role.
set local role vitrine_platform;
update settings set timezone = default where not app.is_timezone(timezone);
reset role;

alter table settings add constraint settings_timezone_known check (app.is_timezone(timezone));
