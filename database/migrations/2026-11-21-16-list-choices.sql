-- How a person has arranged a list: which columns, and named views of it. Of one person in one place: a business unit, or outside of all.
create table list_choices (
  user_id uuid not null references users on delete cascade,
  tenant_id uuid references tenants on delete cascade,
  list text not null,
  -- Null for all of them.
  columns text[],
  -- [{"name": "…", "query": {"search": "…"}, "columns": ["…"] | null, "is_default": false}]
  views jsonb not null default '[]',
  constraint list_choices_key unique nulls not distinct (user_id, tenant_id, list)
);
create index list_choices_by_tenant on list_choices (tenant_id);
call app.wall('list_choices', 'user_id = (select app.user_id()) and tenant_id is not distinct from (select app.tenant_id())');
