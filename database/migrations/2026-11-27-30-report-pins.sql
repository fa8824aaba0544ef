-- The visuals of reports that a person pinned to their home page.
create table report_pins (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  report_id uuid not null,
  user_id uuid not null default app.user_id() references users on delete cascade,
  page text not null,
  visual text not null,
  title text not null,
  kind text not null,
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint report_pins_report foreign key (tenant_id, report_id) references reports on delete cascade,
  constraint report_pins_visual_key unique (tenant_id, user_id, report_id, page, visual)
);
comment on table report_pins is
  'Visuals of reports on the home page of a person. The name of a visual opens nothing: the report opens with the grants of the person.';
comment on column report_pins.page is 'The name of the page at the report service, as for the name of the visual.';
comment on column report_pins.title is 'The title of the visual when it was pinned.';
comment on column report_pins.kind is 'The type of the visual at the report service, such as card: it decides the size on the home page.';
create index report_pins_by_report on report_pins (tenant_id, report_id);
create index report_pins_by_user on report_pins (user_id);
call app.row_policy('report_pins', 'tenant_id = (select app.tenant_id()) and user_id = (select app.user_id())');
