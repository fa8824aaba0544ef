-- Files that people upload, and the look of a partner and its business units.
-- A row for each stored file. Written before the bytes are, so that nothing lies in the storage that no row tells of; `used` once a
-- record shows it. What stays unused for a day is erased.
create table files (
  -- Below /storage/: `public/…` is served to anybody, `private/…` by signed address.
  path text primary key check (path ~ '^(public|private)/[0-9a-f-]{36}/[A-Za-z0-9_-]{22}[.](png|webp)$'),
  partner_id uuid not null references partners on delete cascade,
  -- Null: the partner's own.
  tenant_id uuid,
  -- What it may be used for: a logo cannot be named as a favicon.
  kind text not null,
  bytes integer not null,
  used boolean not null default false,
  created_at timestamptz not null default now(),
  constraint files_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade
);
create index files_owner on files (partner_id, tenant_id, created_at);
create index files_unused on files (created_at) where not used;
call app.wall('files', $wall$
  partner_id = (select app.partner_id()) and tenant_id is not distinct from (select app.tenant_id())
$wall$);

-- Whatever erases a row, the bytes follow: a job works this list off and forgets what is gone from the storage.
create table erased_files (
  path text primary key,
  erased_at timestamptz not null default now()
);
call app.platform_wall('erased_files');

create function app.note_erased_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into erased_files (path) values (old.path) on conflict do nothing;
  return null;
end
$$;
alter function app.note_erased_file() owner to vitrine_platform;
create trigger note_erased_file after delete on files for each row execute function app.note_erased_file();

-- A null field is inherited: a business unit's from its partner, a partner's from the product.
create table themes (
  id uuid primary key default uuidv7(),
  partner_id uuid not null references partners on delete cascade,
  tenant_id uuid,
  title_page text,
  favicon text references files deferrable,
  logo text references files deferrable,
  background_image text references files deferrable,
  icon_report text references files deferrable,
  color_background text,
  color_card text,
  color_font text,
  color_group text,
  color_subgroup text,
  color_active_item text,
  color_button text,
  color_icon text,
  color_login_background text,
  color_login_button text,
  color_forgot_password text,
  -- 0 before the first change.
  version integer not null default 0,
  constraint themes_tenant foreign key (partner_id, tenant_id) references tenants (partner_id, id) on delete cascade,
  constraint themes_owner_key unique nulls not distinct (partner_id, tenant_id),
  constraint themes_colours check (concat(
    color_background, color_card, color_font, color_group, color_subgroup, color_active_item, color_button, color_icon,
    color_login_background, color_login_button, color_forgot_password) ~ '^(#[0-9a-f]{6})*$')
);
call app.wall('themes', $wall$
  partner_id = (select app.partner_id()) and (tenant_id is null or tenant_id = (select app.tenant_id()))
$wall$);
-- A business unit sees what it inherits and changes only its own.
create policy own_changes on themes as restrictive for update to vitrine_app
  using (tenant_id is not distinct from (select app.tenant_id())) with check (tenant_id is not distinct from (select app.tenant_id()));
create policy own_removals on themes as restrictive for delete to vitrine_app using (tenant_id is not distinct from (select app.tenant_id()));
create policy own_additions on themes as restrictive for insert to vitrine_app
  with check (tenant_id is not distinct from (select app.tenant_id()));
