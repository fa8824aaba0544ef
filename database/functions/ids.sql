-- Ids of records.

-- Bytes 1 to 6: milliseconds since 1970. Bytes 7 and 8: version 7, then the fraction of the millisecond in 12 bits, so that ids of
-- one connection keep the order in which they were made. Bytes 9 to 16: variant and random bits of a version 4 UUID.
create or replace function app.uuidv7() returns uuid volatile parallel safe language sql
  return (
    select encode(
      substring(int8send(microseconds / 1000) from 3)
        || int2send((x'7000'::integer + microseconds % 1000 * 4096 / 1000)::smallint)
        || substring(uuid_send(gen_random_uuid()) from 9),
      'hex')::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as microseconds) as now
  );
-- PostgreSQL 18 has a function of its own, which never goes back within a connection.
do $$
begin
  if current_setting('server_version_num')::integer >= 180000 then
    create or replace function app.uuidv7() returns uuid volatile parallel safe language sql
      return uuidv7();
  end if;
end
$$;
comment on function app.uuidv7 is
  'A UUID of version 7 (RFC 9562): ids sort by the time at which they were made, so an index grows at its end.';
