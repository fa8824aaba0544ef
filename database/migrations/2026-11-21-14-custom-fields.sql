-- Custom fields: what a business unit wants to know of its people beyond what the product asks.
create table custom_fields (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  kind text not null check (kind in ('text', 'number', 'date', 'list', 'multiple', 'single')),
  -- For list, multiple and single: what may be chosen.
  options text[] not null default '{}',
  required boolean not null default false,
  searchable boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint custom_fields_name_key unique (tenant_id, name)
);
call app.tenant_wall('custom_fields');

-- {"<id of a custom field>": "text" | 12.5 | "2026-12-31" | ["a", "b"]}; a field without a value has no key.
alter table memberships add column custom jsonb not null default '{}';
