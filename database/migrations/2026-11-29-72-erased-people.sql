-- The names of erased people leave the records that stay: the job user.forget_erased replaces them by a pseudonym (docs/decisions/0056).
create table erased_people (
  user_id uuid primary key,
  home_tenant_id uuid,
  name text,
  email text,
  erased_at timestamptz not null default now(),
  forgotten_at timestamptz,
  constraint erased_people_forgotten check ((forgotten_at is null) = (email is not null))
);
comment on table erased_people is
  'People who were erased. The rows without a name stay, so that the people are erased again after a backup was restored.';
comment on column erased_people.forgotten_at is 'When the job replaced name and e-mail in the records that stay, and here.';
create index erased_people_waiting on erased_people (erased_at) where forgotten_at is null;
call app.platform_policy('erased_people');

create table audit_redactions (
  number bigint generated always as identity primary key,
  chain uuid not null,
  person uuid not null,
  entry_id uuid not null references audit_entries on delete cascade,
  hash bytea not null,
  redacted_at timestamptz not null default now(),
  unique (entry_id, person)
);
comment on table audit_redactions is
  'Audit entries in which the name of an erased person was replaced. An entry user.forgotten in the same chain has the digest of the hashes.';
comment on column audit_redactions.hash is
  'app.audit_hash() of the hash of the link, its position and the entry as it is since.';
create index audit_redactions_by_person on audit_redactions (chain, person, number);
alter table audit_redactions enable row level security;
alter table audit_redactions force row level security;
create policy platform_read on audit_redactions for select to vitrine_platform using (true);
create policy platform_append on audit_redactions for insert to vitrine_platform with check (true);
grant select, insert on audit_redactions to vitrine_platform;

create index audit_links_by_entry on audit_links (entry_id);
create index audit_entries_by_actor on audit_entries (actor_id);
create index audit_entries_by_target on audit_entries (target_id);

-- The only change of an audit entry that the application may make.
grant update (actor_name, actor_email, address, target_name, changes) on audit_entries to vitrine_platform;
create policy platform_redact on audit_entries for update to vitrine_platform
  using (exists (select from erased_people p where p.forgotten_at is null)) with check (true);

create or replace function app.note_erased_person() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into erased_people (user_id, home_tenant_id, name, email) values (old.id, old.home_tenant_id, old.name, old.email)
      on conflict do nothing;
  return null;
end
$$;
comment on function app.note_erased_person is
  'Notes each erased person until the job user.forget_erased has replaced their name and e-mail in the records that stay.';
call app.platform_function('app.note_erased_person');
create trigger note_erased_person after delete on users for each row execute function app.note_erased_person();
