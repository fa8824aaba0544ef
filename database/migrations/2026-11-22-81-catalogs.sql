-- Catalogs: reports that people know of without opening them, and their requests for access. Grants that end on a day.

create function app.today() returns date stable parallel safe language sql as $$
  select (now() at time zone s.timezone)::date from settings s where s.tenant_id = app.tenant_id()
$$;
comment on function app.today is 'The present day in the time zone of the tenant of the session; null outside of a tenant.';

alter table report_grants
  add column ends_on date,
  add column without_filters boolean not null default false;
comment on column report_grants.ends_on is 'The last day of the grant, in the time zone of the tenant. A job removes the grant on the next day.';
comment on column report_grants.without_filters is 'The filters that the publisher set for the report do not apply.';
create index report_grants_ending on report_grants (ends_on) where ends_on is not null;

alter table reports add column added_by uuid references users on delete set null;
comment on column reports.added_by is 'Who published the report. The catalog names them.';
create index reports_on_catalog on reports (tenant_id) where show_on_catalog;

create table access_requests (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  report_id uuid not null,
  user_id uuid not null,
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'granted', 'denied', 'withdrawn')),
  answer text,
  ends_on date,
  decided_by uuid references users on delete set null,
  settled_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint access_requests_settled check ((state = 'waiting') = (settled_at is null)),
  constraint access_requests_report foreign key (tenant_id, report_id) references reports on delete cascade,
  constraint access_requests_user foreign key (tenant_id, user_id) references memberships on delete cascade
);
comment on table access_requests is 'Requests of people for access to a report of the catalog, with the decision.';
comment on column access_requests.answer is 'What the person reads about the decision; a denied request always has one.';
comment on column access_requests.reminded_at is 'When the deciders were reminded of a waiting request.';
create unique index access_requests_waiting_key on access_requests (tenant_id, report_id, user_id) where state = 'waiting';
create index access_requests_by_user on access_requests (tenant_id, user_id, created_at desc);
create index access_requests_waiting on access_requests (created_at) where state = 'waiting';
call app.tenant_policy('access_requests');

alter table settings drop constraint settings_home_page_check,
  add constraint settings_home_page_check check (home_page in ('dashboard', 'reports', 'report', 'catalogs'));
