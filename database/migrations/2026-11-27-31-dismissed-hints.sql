-- The hints of the home page that a person has put away.
create table dismissed_hints (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  user_id uuid not null default app.user_id() references users on delete cascade,
  hint text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, hint)
);
comment on table dismissed_hints is 'Hints of the home page that a person does not want to see again.';
create index dismissed_hints_by_user on dismissed_hints (user_id);
call app.row_policy('dismissed_hints', 'tenant_id = (select app.tenant_id()) and user_id = (select app.user_id())');
