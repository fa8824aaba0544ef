-- The order of the events of one object, and endpoints that are gone.

alter table webhook_deliveries add column sequence bigint;
update webhook_deliveries set sequence = (extract(epoch from occurred_at) * 1000000)::bigint;
alter table webhook_deliveries
  alter column sequence set default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  alter column sequence set not null;
comment on column webhook_deliveries.sequence is
  'Microseconds since 1970 when the row was written. Changes of one object wait for each other, so that a later change has a greater number.';
