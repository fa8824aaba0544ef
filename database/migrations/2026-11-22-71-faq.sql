-- Frequently asked questions: those of the platform for everybody, also without a session, and those of a tenant for its people.

create table faq_entries (
  id uuid primary key default app.uuidv7(),
  tenant_id uuid default app.tenant_id() references tenants on delete cascade,
  question jsonb not null,
  name text not null generated always as (question ->> 'pt-BR') stored,
  answer jsonb not null,
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint faq_entries_name_key unique nulls not distinct (tenant_id, name)
);
comment on table faq_entries is 'Questions and answers in up to four languages, always in pt-BR.';
comment on column faq_entries.tenant_id is 'Null: an entry of the platform, for everybody.';
call app.row_policy(
  'faq_entries',
  'tenant_id is not distinct from (select app.tenant_id()) and (tenant_id is not null or (select app.on_platform()))');

create function app.next_faq_position() returns integer language sql stable as $$
  select coalesce(max(position), 0) + 1 from faq_entries where tenant_id is not distinct from app.tenant_id();
$$;
comment on function app.next_faq_position is 'A new entry is the last one.';
alter table faq_entries alter column position set default app.next_faq_position();

create function app.faq() returns table (id uuid, question jsonb, answer jsonb, of_unit boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, f.question, f.answer, f.tenant_id is not null
    from faq_entries f
   where f.tenant_id is null or f.tenant_id = app.tenant_id()
   order by f.tenant_id is null, f.position, f.id;
$$;
comment on function app.faq is 'The entries for the person of the session: those of their tenant, then those of the platform.';
call app.callable_platform_function('app.faq');
