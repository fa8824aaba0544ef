-- Help desk: the view of a report that a ticket was opened from.

alter table tickets
  add column view jsonb,
  add constraint tickets_view check (jsonb_typeof(view) = 'object');
comment on column tickets.view is 'What the person saw of the report when they opened the ticket: page, filters, time of the last refresh, browser and language. Its shape is storedView of the contract. Shown only to people who may open the report.';
