-- How many people the authors of notifications have written to. A withdrawn notification takes its receipts with it, so they are counted here.

create table message_uses (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  author_id uuid not null references users on delete cascade,
  receipts integer not null constraint message_uses_receipts check (receipts > 0),
  used_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table message_uses is 'The receipts that the notifications of an author caused in the last hour. Older rows are erased at the next use.';
create index message_uses_author on message_uses (tenant_id, author_id, used_at);
create index message_uses_user on message_uses (author_id);
call app.tenant_policy('message_uses');
