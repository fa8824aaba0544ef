-- A client has a rule for the due date of its bills, and may have a day of the month on which its bills issue themselves.
alter table clients
  add column due_days smallint constraint clients_due_days check (due_days between 0 and 90),
  add column due_on_business_day boolean not null default false,
  add column issue_day smallint constraint clients_issue_day check (issue_day between 1 and 28),
  add column issues_from date,
  add constraint clients_issuing check (issue_day is null and issues_from is null or due_days is not null and issues_from is not null);
comment on column clients.due_days is 'Days from the issue of a bill to its due date; null: the due date is stated when the bill is issued.';
comment on column clients.due_on_business_day is
  'A due date on a weekend or on a public holiday of the federal unit of the client is moved to the next business day.';
comment on column clients.issue_day is
  'The day of the next month on which the bill of a month issues itself, in the time zone of the contract; null: a person issues it.';
comment on column clients.issues_from is 'The first month whose bill issues itself: the running one when the day was set.';
