-- The alarm of a client whose people come near the user limit of its contract.

alter table clients
  add column limit_alarm smallint not null default 0 constraint clients_limit_alarm check (limit_alarm in (0, 80, 100));
comment on column clients.limit_alarm is
  'The percentage of the user limit of which staff and administrators were notified; 0: none. It falls when the people are 5 points below it.';
