-- Time zones, and the hours of shifts.

create or replace function app.is_timezone(name text) returns boolean stable parallel safe language plpgsql as $$
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
comment on function app.is_timezone is
  'Does PostgreSQL know this region? An unknown time zone would fail every statement that asks for the day of a tenant. Only names '
  'of regions pass: PostgreSQL reads offsets (+03:00), abbreviations (EST) and POSIX rules with another meaning than people expect.';

-- One interval of a shift may cross midnight: `to` before `from` is on the next day.
create or replace function app.is_in_shift(tenant uuid, shift uuid, moment timestamp) returns boolean stable parallel safe language sql return
  exists (
    select from shifts s
     cross join lateral jsonb_to_recordset(s.hours) as h(day integer, "from" text, "to" text)
     cross join (select to_char(moment, 'HH24:MI') collate "C" as clock, extract(isodow from moment)::integer as today) m
     where s.tenant_id = tenant and s.id = shift
       and case
         when h."from" collate "C" <= h."to" collate "C" then h.day = m.today and m.clock >= h."from" and m.clock < h."to"
         else h.day = m.today and m.clock >= h."from" or h.day % 7 + 1 = m.today and m.clock < h."to" end);
comment on function app.is_in_shift is
  'Is this moment, in the time zone of the tenant, within the hours of the shift? `from` is inside, `to` is not.';

create or replace function app.shift_ends_at(hours jsonb, timezone text, moment timestamptz) returns timestamptz
language plpgsql stable parallel safe set search_path = public, pg_temp as $$
declare
  a_week constant integer := 10080;
  here constant timestamp := date_trunc('minute', moment at time zone timezone);
  this_minute constant integer :=
    (extract(isodow from here)::integer - 1) * 1440 + extract(hour from here)::integer * 60 + extract(minute from here)::integer;
  ahead integer := 0;
  further integer;
  local_end timestamp;
  ends_at timestamptz;
begin
  -- Adjacent intervals are one stretch: it ends where no interval goes on.
  loop
    select max(ahead + s.length - s.gone) into further
      from (
        select (this_minute + ahead - s.start + a_week) % a_week as gone, s.length
          from (
            select (h.day - 1) * 1440 + left(h."from", 2)::integer * 60 + right(h."from", 2)::integer as start,
                   (left(h."to", 2)::integer * 60 + right(h."to", 2)::integer
                     - left(h."from", 2)::integer * 60 - right(h."from", 2)::integer + 1440) % 1440
                     + case when h."from" = '00:00' and h."to" = '24:00' then 1440 else 0 end as length
              from jsonb_to_recordset(hours) as h(day integer, "from" text, "to" text)) s) s
     where s.gone < s.length;
    exit when further is null or further <= ahead;
    ahead := further;
    if ahead >= a_week then return null; end if;
  end loop;
  if ahead = 0 then return null; end if;
  local_end := here + make_interval(mins => ahead);
  -- Of two instants with this local time, the one before the clock is moved back has the offset of the moment.
  ends_at := date_trunc('minute', moment) + make_interval(mins => ahead);
  if ends_at at time zone timezone <> local_end then
    ends_at := local_end at time zone timezone;
  end if;
  -- A local time that the clock skips never comes: the hours end at the instant of the clock change.
  while (ends_at - interval '1 minute') at time zone timezone >= local_end loop
    ends_at := ends_at - interval '1 minute';
  end loop;
  return ends_at;
end
$$;
comment on function app.shift_ends_at is
  'When the hours that include this moment end, over adjacent intervals and midnight, by the clock of the time zone. Null: never, or the '
  'moment is outside the hours. Hours that begin inside a repeated hour are one stretch here, although app.is_in_shift is false for a part.';

create or replace function app.access_ends_at(changes_on date, hours jsonb, timezone text) returns timestamptz stable parallel safe language sql
  return least(changes_on::timestamp at time zone timezone, app.shift_ends_at(hours, timezone, now()));
comment on function app.access_ends_at is
  'When time alone will refuse a person who is let in now: on the day of app.standing_changes_on(), or at the end of the present hours '
  'of their shift. Null: never. Embed tokens end no later.';
