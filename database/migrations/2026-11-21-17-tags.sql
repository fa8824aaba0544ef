-- Tags: words of a business unit for its reports, across the folders that these stand in.
create table tags (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  color text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint tags_name_key unique (tenant_id, name)
);
call app.tenant_wall('tags');

create table report_tags (
  tenant_id uuid not null,
  report_id uuid not null,
  tag_id uuid not null,
  primary key (tenant_id, report_id, tag_id),
  foreign key (tenant_id, report_id) references reports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references tags (tenant_id, id) on delete cascade
);
create index report_tags_by_tag on report_tags (tenant_id, tag_id);
call app.tenant_wall('report_tags');
