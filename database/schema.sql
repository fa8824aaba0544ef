-- The schema as a whole. `npm run tables` writes this file from the catalogs of a database with all migrations; `npm run check`
-- compares it. It is for reading: change the schema with a new file in database/migrations.
--
-- Row-level security is enabled and forced on every table, unless the table says otherwise. The owner has all rights.
-- Policies named `application` and `platform` come from app.row_policy() and app.platform_policy(), below.

-- The migrations that have run on this database, with the hash of each file.
-- Without row-level security.
CREATE TABLE migrations (
  name text NOT NULL,
  hash text NOT NULL,
  ran_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);
GRANT SELECT ON migrations TO vitrine_platform;

-- Settings of the whole platform, in one row that its staff maintains.
CREATE TABLE platform (
  singleton boolean NOT NULL DEFAULT true,
  -- Hidden from everybody, in addition to what the partner and the tenant hide.
  hidden_menu text[] NOT NULL DEFAULT '{}'::text[],
  version integer NOT NULL DEFAULT 1,
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.platform_standing(hidden_menu)) STORED,
  CONSTRAINT platform_pkey PRIMARY KEY (singleton),
  CONSTRAINT platform_standing_key UNIQUE (singleton, standing),
  CONSTRAINT platform_singleton_check CHECK (singleton)
);
CREATE POLICY application ON platform TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY platform ON platform TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform TO vitrine_platform;
GRANT SELECT, UPDATE ON platform TO vitrine_app;

-- Partners: each one manages several tenants.
CREATE TABLE partners (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  subdomain text NOT NULL,
  domain text,
  enabled boolean NOT NULL DEFAULT true,
  hidden_menu text[] NOT NULL DEFAULT '{}'::text[],
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.partner_standing(enabled, hidden_menu)) STORED,
  CONSTRAINT partners_pkey PRIMARY KEY (id),
  CONSTRAINT partners_domain_key UNIQUE (domain),
  CONSTRAINT partners_name_key UNIQUE (name),
  CONSTRAINT partners_standing_key UNIQUE (id, standing),
  CONSTRAINT partners_subdomain_key UNIQUE (subdomain)
);
CREATE POLICY manage ON partners TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY platform ON partners TO vitrine_platform USING (true);
CREATE POLICY read ON partners FOR SELECT TO vitrine_app USING (id = (SELECT app.partner_id()) OR (SELECT app.on_platform()));
CREATE TRIGGER end_sessions_at_old_address AFTER UPDATE OF subdomain, domain ON partners
  FOR EACH ROW WHEN (old.subdomain IS DISTINCT FROM new.subdomain OR old.domain IS DISTINCT FROM new.domain)
  EXECUTE FUNCTION app.end_sessions_at_old_address();
GRANT SELECT, INSERT, UPDATE, DELETE ON partners TO vitrine_app, vitrine_platform;

-- Tenants (business units): organisations with their own people, reports and settings at their own host.
CREATE TABLE tenants (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL,
  name text NOT NULL,
  subdomain text NOT NULL,
  domain text,
  default_for_sso boolean NOT NULL DEFAULT false,
  default_for_registration boolean NOT NULL DEFAULT false,
  registration_enabled boolean NOT NULL DEFAULT false,
  allow_adding_reports boolean NOT NULL DEFAULT true,
  restrict_accounts boolean NOT NULL DEFAULT false,
  user_limit integer NOT NULL DEFAULT 50,
  trial_ends date,
  maintenance boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  hidden_menu text[] NOT NULL DEFAULT '{}'::text[],
  -- A tenant that is removed is closed at once; a job erases its rows step by step (features/tenants/server/jobs.ts).
  removing_since timestamp with time zone,
  -- Progress of the removal: the rows that were counted when the job started or resumed.
  rows_to_remove integer NOT NULL DEFAULT 0,
  -- Progress of the removal: the rows that are erased.
  rows_removed integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.tenant_standing(enabled, maintenance, trial_ends, hidden_menu)) STORED,
  -- The language of the sign-in page at the first visit of a browser.
  default_language text NOT NULL DEFAULT 'pt-BR'::text,
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  CONSTRAINT tenants_domain_key UNIQUE (domain),
  CONSTRAINT tenants_name_key UNIQUE (partner_id, name),
  CONSTRAINT tenants_partner_key UNIQUE (partner_id, id),
  CONSTRAINT tenants_standing_key UNIQUE (id, standing),
  CONSTRAINT tenants_subdomain_key UNIQUE (subdomain),
  CONSTRAINT tenants_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT tenants_default_language_check CHECK (default_language = ANY (ARRAY['pt-BR'::text, 'en-US'::text, 'es'::text, 'pt-PT'::text])),
  CONSTRAINT tenants_removing_shut CHECK (removing_since IS NULL OR NOT enabled),
  CONSTRAINT tenants_user_limit_check CHECK (user_limit >= 1 AND user_limit <= 1000000)
);
CREATE UNIQUE INDEX tenants_default_for_registration_key ON tenants USING btree (partner_id) WHERE default_for_registration;
CREATE UNIQUE INDEX tenants_default_for_sso_key ON tenants USING btree (partner_id) WHERE default_for_sso;
CREATE POLICY manage ON tenants TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND partner_id = (SELECT app.partner_id()));
CREATE POLICY platform ON tenants TO vitrine_platform USING (true);
CREATE POLICY read ON tenants FOR SELECT TO vitrine_app
  USING (id = (SELECT app.tenant_id()) OR (SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND partner_id = (SELECT app.partner_id()));
CREATE TRIGGER end_sessions_at_old_address AFTER UPDATE OF subdomain, domain ON tenants
  FOR EACH ROW WHEN (old.subdomain IS DISTINCT FROM new.subdomain OR old.domain IS DISTINCT FROM new.domain)
  EXECUTE FUNCTION app.end_sessions_at_old_address();
CREATE TRIGGER make_settings AFTER INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION app.make_settings();
GRANT SELECT, INSERT, UPDATE, DELETE ON tenants TO vitrine_app, vitrine_platform;

-- What is new on the platform. Title and body exist in up to four languages, always in pt-BR. Pending until it is sent.
CREATE TABLE changelog_entries (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  title jsonb NOT NULL,
  name text NOT NULL GENERATED ALWAYS AS (title ->> 'pt-BR'::text) STORED,
  body jsonb NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  sent boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT changelog_entries_pkey PRIMARY KEY (id),
  CONSTRAINT changelog_entries_name_key UNIQUE (name)
);
CREATE POLICY application ON changelog_entries TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY platform ON changelog_entries TO vitrine_platform USING (true);
CREATE POLICY read_sent ON changelog_entries FOR SELECT TO vitrine_app USING (sent);
GRANT SELECT, INSERT, UPDATE, DELETE ON changelog_entries TO vitrine_app, vitrine_platform;

-- One row per stored file, written before the bytes, so that the storage holds no file without a row. A job erases files that
-- stay unused for a day.
CREATE TABLE files (
  -- Below /storage/: anybody may read `public/…`; `private/…` needs a signed address.
  path text NOT NULL,
  partner_id uuid NOT NULL,
  -- Null: a file of the partner itself.
  tenant_id uuid,
  -- What it may be used for: a logo cannot become a favicon.
  kind text NOT NULL,
  bytes integer NOT NULL,
  -- A record refers to the file.
  used boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT files_pkey PRIMARY KEY (path),
  CONSTRAINT files_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT files_tenant FOREIGN KEY (partner_id, tenant_id) REFERENCES tenants(partner_id, id) ON DELETE CASCADE,
  CONSTRAINT files_path_check CHECK (path ~ '^(public|private)/[0-9a-f-]{36}/[A-Za-z0-9_-]{22}[.](png|webp)$'::text)
);
CREATE INDEX files_owner ON files USING btree (partner_id, tenant_id, created_at);
CREATE INDEX files_unused ON files USING btree (created_at) WHERE NOT used;
CREATE POLICY application ON files TO vitrine_app
  USING (partner_id = (SELECT app.partner_id()) AND NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY platform ON files TO vitrine_platform USING (true);
CREATE TRIGGER record_erased_file AFTER DELETE ON files FOR EACH ROW EXECUTE FUNCTION app.record_erased_file();
GRANT SELECT, INSERT, UPDATE, DELETE ON files TO vitrine_app, vitrine_platform;

-- Files whose row is gone. A job deletes their bytes from the storage, then the entry here.
CREATE TABLE erased_files (
  path text NOT NULL,
  erased_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT erased_files_pkey PRIMARY KEY (path)
);
CREATE POLICY platform ON erased_files TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON erased_files TO vitrine_platform;

-- Settings of a tenant: one row, made with the tenant. A column appears here when its effect exists.
CREATE TABLE settings (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  home_page text NOT NULL DEFAULT 'dashboard'::text,
  home_report_id uuid,
  own_home_page boolean NOT NULL DEFAULT false,
  timezone text NOT NULL DEFAULT 'America/Sao_Paulo'::text,
  -- Networks from which people may come in; empty: from everywhere. Staff are not restricted.
  allowed_addresses cidr[] NOT NULL DEFAULT '{}'::cidr[],
  save_filters boolean NOT NULL DEFAULT true,
  show_report_menu boolean NOT NULL DEFAULT true,
  show_report_name boolean NOT NULL DEFAULT true,
  show_last_update boolean NOT NULL DEFAULT false,
  force_last_update boolean NOT NULL DEFAULT false,
  login_timeout_hours integer NOT NULL DEFAULT 8,
  -- The name of the reader is written across reports.
  watermark boolean NOT NULL DEFAULT false,
  -- The address that the logo opens unless it opens the home page.
  logo_page text,
  logo_leads_home boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.settings_standing(timezone, allowed_addresses)) STORED,
  CONSTRAINT settings_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT settings_standing_key UNIQUE (tenant_id, standing),
  CONSTRAINT settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT settings_home_page_check CHECK (home_page = ANY (ARRAY['dashboard'::text, 'reports'::text, 'report'::text])),
  CONSTRAINT settings_login_timeout_hours_check CHECK (login_timeout_hours >= 1 AND login_timeout_hours <= 720),
  CONSTRAINT settings_timezone_known CHECK (app.is_timezone(timezone))
);
CREATE POLICY application ON settings TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON settings TO vitrine_platform USING (true);
CREATE TRIGGER shorten_sessions AFTER UPDATE OF login_timeout_hours ON settings
  FOR EACH ROW WHEN (new.login_timeout_hours < old.login_timeout_hours)
  EXECUTE FUNCTION app.shorten_sessions();
GRANT SELECT, INSERT, UPDATE, DELETE ON settings TO vitrine_app, vitrine_platform;

-- The look of a partner or a tenant. A null column is inherited: by a tenant from its partner, by a partner from the product.
CREATE TABLE themes (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL,
  -- Null: the theme of the partner itself.
  tenant_id uuid,
  title_page text,
  favicon text,
  logo text,
  background_image text,
  icon_report text,
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
  version integer NOT NULL DEFAULT 0,
  CONSTRAINT themes_pkey PRIMARY KEY (id),
  CONSTRAINT themes_owner_key UNIQUE NULLS NOT DISTINCT (partner_id, tenant_id),
  CONSTRAINT themes_background_image_fkey FOREIGN KEY (background_image) REFERENCES files(path) DEFERRABLE,
  CONSTRAINT themes_favicon_fkey FOREIGN KEY (favicon) REFERENCES files(path) DEFERRABLE,
  CONSTRAINT themes_icon_report_fkey FOREIGN KEY (icon_report) REFERENCES files(path) DEFERRABLE,
  CONSTRAINT themes_logo_fkey FOREIGN KEY (logo) REFERENCES files(path) DEFERRABLE,
  CONSTRAINT themes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT themes_tenant FOREIGN KEY (partner_id, tenant_id) REFERENCES tenants(partner_id, id) ON DELETE CASCADE,
  CONSTRAINT themes_colours CHECK (concat(color_background, color_card, color_font, color_group, color_subgroup, color_active_item, color_button, color_icon, color_login_background, color_login_button, color_forgot_password) ~ '^(#[0-9a-f]{6})*$'::text)
);
CREATE POLICY application ON themes TO vitrine_app
  USING (partner_id = (SELECT app.partner_id()) AND (tenant_id IS NULL OR tenant_id = (SELECT app.tenant_id())));
CREATE POLICY own_delete ON themes AS RESTRICTIVE FOR DELETE TO vitrine_app
  USING (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY own_insert ON themes AS RESTRICTIVE FOR INSERT TO vitrine_app
  WITH CHECK (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY own_update ON themes AS RESTRICTIVE FOR UPDATE TO vitrine_app
  USING (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY platform ON themes TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON themes TO vitrine_app, vitrine_platform;

-- Named weekly hours in which the people assigned to them may be signed in.
CREATE TABLE shifts (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  -- [{"day": 1, "from": "08:00", "to": "18:00"}, …]: ISO days, Monday is 1; "24:00" is the end of a day.
  hours jsonb NOT NULL DEFAULT '[]'::jsonb,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT shifts_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT shifts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX shifts_name_key ON shifts USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON shifts TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON shifts TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON shifts TO vitrine_app, vitrine_platform;

-- People. A person is one user with one membership per tenant; staff have no membership.
CREATE TABLE users (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  email text NOT NULL,
  name text NOT NULL,
  -- Argon2id in PHC format. Null until a password is set, or when an identity provider signs the person in.
  password_hash text,
  auth_type text NOT NULL DEFAULT 'password'::text,
  language text NOT NULL DEFAULT 'pt-BR'::text,
  -- a2m and master belong to the user; admin and user to the membership.
  staff text,
  -- The partner of a master.
  partner_id uuid,
  -- A active, B blocked, I inactive.
  staff_state text NOT NULL DEFAULT 'A'::text,
  -- The tenant that maintains name, e-mail and password; null for staff.
  home_tenant_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.person_standing(email, name, language, staff, staff_state, partner_id)) STORED,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_standing_key UNIQUE (id, standing),
  CONSTRAINT users_home_tenant_id_fkey FOREIGN KEY (home_tenant_id) REFERENCES tenants(id) DEFERRABLE,
  CONSTRAINT users_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT users_auth_type_check CHECK (auth_type = ANY (ARRAY['password'::text, 'saml'::text, 'microsoft'::text])),
  CONSTRAINT users_email_check CHECK (email = lower(email)),
  CONSTRAINT users_language_check CHECK (language = ANY (ARRAY['pt-BR'::text, 'en-US'::text, 'es'::text, 'pt-PT'::text])),
  CONSTRAINT users_staff_check CHECK (staff = ANY (ARRAY['a2m'::text, 'master'::text])),
  CONSTRAINT users_staff_partner CHECK ((NOT staff IS DISTINCT FROM 'master'::text) = (partner_id IS NOT NULL)),
  CONSTRAINT users_staff_state_check CHECK (staff_state = ANY (ARRAY['A'::text, 'B'::text, 'I'::text]))
);
CREATE INDEX users_of_platform ON users USING btree (id) WHERE staff = 'a2m'::text;
CREATE POLICY insert_person ON users FOR INSERT TO vitrine_app
  WITH CHECK (staff IS NULL AND home_tenant_id = (SELECT app.tenant_id()));
CREATE POLICY insert_team ON users FOR INSERT TO vitrine_app
  WITH CHECK (staff = 'master'::text AND staff_state = 'A'::text AND home_tenant_id IS NULL AND ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id())));
CREATE POLICY platform ON users TO vitrine_platform USING (true);
CREATE POLICY read ON users FOR SELECT TO vitrine_app
  USING (id = (SELECT app.user_id()) OR (EXISTS ( SELECT
   FROM memberships m
  WHERE m.user_id = users.id AND m.tenant_id = (SELECT app.tenant_id()))));
CREATE POLICY read_team ON users FOR SELECT TO vitrine_app
  USING (staff = 'master'::text AND ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id())));
CREATE POLICY update_person ON users FOR UPDATE TO vitrine_app
  USING (id = (SELECT app.user_id()) OR staff IS NULL AND home_tenant_id = (SELECT app.tenant_id()))
  WITH CHECK (staff IS NULL AND home_tenant_id = (SELECT app.tenant_id()));
CREATE POLICY update_self ON users FOR UPDATE TO vitrine_app USING (id = (SELECT app.user_id()));
CREATE TRIGGER delete_sign_in_devices AFTER UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (old.password_hash IS DISTINCT FROM new.password_hash)
  EXECUTE FUNCTION app.delete_sign_in_devices();
CREATE TRIGGER require_master AFTER DELETE OR UPDATE OF staff_state ON users
  FOR EACH ROW WHEN (old.staff = 'master'::text AND old.staff_state = 'A'::text)
  EXECUTE FUNCTION app.require_master();
GRANT SELECT, INSERT ON users TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO vitrine_platform;
GRANT UPDATE (email, name, password_hash, language, version) ON users TO vitrine_app;

-- A person in a tenant: profile, state, telephone and toggles.
CREATE TABLE memberships (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  user_id uuid NOT NULL,
  profile text NOT NULL DEFAULT 'user'::text,
  -- A active, B blocked, I inactive, D deactivated, T test.
  state text NOT NULL DEFAULT 'A'::text,
  phone text,
  department text,
  support_agent boolean NOT NULL DEFAULT false,
  allow_remote_access boolean NOT NULL DEFAULT false,
  ignore_auto_block boolean NOT NULL DEFAULT false,
  toggles text[] NOT NULL DEFAULT '{}'::text[],
  -- The day, in the time zone of the tenant, from which the person is refused.
  block_on date,
  -- The day, in the time zone of the tenant, on which the membership is erased.
  delete_on date,
  shift_id uuid,
  -- {"<id of a custom field>": "text" | 12.5 | "2026-12-31" | ["a", "b"]}; a field without a value has no key.
  custom jsonb NOT NULL DEFAULT '{}'::jsonb,
  last_sign_in_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.membership_standing(profile, state, block_on, delete_on, toggles, shift_id)) STORED,
  CONSTRAINT memberships_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT memberships_phone_key UNIQUE (tenant_id, phone),
  CONSTRAINT memberships_standing_key UNIQUE (tenant_id, user_id, standing),
  CONSTRAINT memberships_shift_fkey FOREIGN KEY (tenant_id, shift_id) REFERENCES shifts(tenant_id, id) ON DELETE SET NULL (shift_id),
  CONSTRAINT memberships_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT memberships_profile_check CHECK (profile = ANY (ARRAY['admin'::text, 'user'::text])),
  CONSTRAINT memberships_state_check CHECK (state = ANY (ARRAY['A'::text, 'B'::text, 'I'::text, 'D'::text, 'T'::text]))
);
CREATE INDEX memberships_shift ON memberships USING btree (tenant_id, shift_id) WHERE shift_id IS NOT NULL;
CREATE INDEX memberships_user ON memberships USING btree (user_id);
CREATE POLICY application ON memberships TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON memberships TO vitrine_platform USING (true);
CREATE TRIGGER enforce_user_limit AFTER INSERT OR UPDATE OF state ON memberships
  FOR EACH ROW
  EXECUTE FUNCTION app.enforce_user_limit();
CREATE TRIGGER erase_user_without_membership AFTER DELETE ON memberships
  FOR EACH ROW
  EXECUTE FUNCTION app.erase_user_without_membership();
CREATE TRIGGER require_administrator AFTER DELETE OR UPDATE ON memberships
  FOR EACH ROW
  EXECUTE FUNCTION app.require_administrator();
GRANT SELECT, INSERT, UPDATE, DELETE ON memberships TO vitrine_app, vitrine_platform;

-- Named sets of people of a tenant; a report can be granted to a group.
CREATE TABLE user_groups (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  description text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT user_groups_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT user_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_groups_name_key ON user_groups USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON user_groups TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON user_groups TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_groups TO vitrine_app, vitrine_platform;

-- Who belongs to which group.
CREATE TABLE user_group_members (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT user_group_members_pkey PRIMARY KEY (tenant_id, group_id, user_id),
  CONSTRAINT user_group_members_group FOREIGN KEY (tenant_id, group_id) REFERENCES user_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT user_group_members_user FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE
);
CREATE INDEX user_group_members_by_user ON user_group_members USING btree (tenant_id, user_id);
CREATE POLICY application ON user_group_members TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON user_group_members TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_group_members TO vitrine_app, vitrine_platform;

-- What a tenant, or a partner for all its tenants, records about people beyond the fields of the product.
CREATE TABLE custom_fields (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL,
  -- Null: a field of the partner, which all its tenants have.
  tenant_id uuid DEFAULT app.tenant_id(),
  name text NOT NULL,
  kind text NOT NULL,
  -- The choices of the kinds list, multiple and single.
  options text[] NOT NULL DEFAULT '{}'::text[],
  required boolean NOT NULL DEFAULT false,
  searchable boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT custom_fields_pkey PRIMARY KEY (id),
  CONSTRAINT custom_fields_partner FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT custom_fields_tenant FOREIGN KEY (partner_id, tenant_id) REFERENCES tenants(partner_id, id) ON DELETE CASCADE,
  CONSTRAINT custom_fields_kind_check CHECK (kind = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'list'::text, 'multiple'::text, 'single'::text]))
);
CREATE INDEX custom_fields_by_tenant ON custom_fields USING btree (tenant_id);
CREATE UNIQUE INDEX custom_fields_name_key ON custom_fields USING btree (partner_id, tenant_id, app.plain(name)) NULLS NOT DISTINCT;
CREATE POLICY manage ON custom_fields TO vitrine_app
  USING (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()) AND (partner_id = (SELECT app.partner_id()) OR (SELECT app.on_platform())));
CREATE POLICY platform ON custom_fields TO vitrine_platform USING (true);
CREATE POLICY read ON custom_fields FOR SELECT TO vitrine_app
  USING (partner_id = (SELECT app.partner_id()) AND (tenant_id IS NULL OR tenant_id = (SELECT app.tenant_id())) OR tenant_id IS NULL AND (SELECT app.on_platform()));
CREATE TRIGGER delete_custom_values AFTER DELETE ON custom_fields FOR EACH ROW EXECUTE FUNCTION app.delete_custom_values();
GRANT SELECT, INSERT, UPDATE, DELETE ON custom_fields TO vitrine_app, vitrine_platform;

-- How a person has arranged a list: its columns and saved views, per tenant or outside of tenants.
CREATE TABLE list_choices (
  user_id uuid NOT NULL,
  tenant_id uuid,
  list text NOT NULL,
  -- Null: the default columns.
  columns text[],
  -- [{"name": "…", "query": {"search": "…"}, "columns": ["…"] | null, "is_default": false}]
  views jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT list_choices_key UNIQUE NULLS NOT DISTINCT (user_id, tenant_id, list),
  CONSTRAINT list_choices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT list_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX list_choices_by_tenant ON list_choices USING btree (tenant_id);
CREATE POLICY application ON list_choices TO vitrine_app
  USING (user_id = (SELECT app.user_id()) AND NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY platform ON list_choices TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON list_choices TO vitrine_app, vitrine_platform;

-- Rate limit of sign-ins. An attempt is counted before the password is checked, so that concurrent attempts cannot exceed the
-- limit.
CREATE TABLE sign_in_attempts (
  key bytea NOT NULL,
  window_started_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL,
  -- When the next attempt of an account is checked; null: at once.
  next_at timestamp with time zone,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (key)
);
CREATE POLICY platform ON sign_in_attempts TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_attempts TO vitrine_platform;

-- Browsers that have signed a person in. The token opens nothing: it gives the browser a rate limit of its own, which strangers
-- cannot use up. It is replaced at each sign-in and deleted with the password for which it was given.
CREATE TABLE sign_in_devices (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  -- Hash of the last network: one at which many people sign in may fail more often.
  network bytea NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sign_in_devices_pkey PRIMARY KEY (id),
  CONSTRAINT sign_in_devices_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sign_in_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_devices_by_network ON sign_in_devices USING btree (network, used_at);
CREATE INDEX sign_in_devices_by_user ON sign_in_devices USING btree (user_id, used_at DESC);
CREATE POLICY platform ON sign_in_devices TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_devices TO vitrine_platform;

-- Links that work once: the first account of the platform, invitations, forgotten passwords.
CREATE TABLE one_time_tokens (
  token_hash bytea NOT NULL,
  purpose text NOT NULL,
  user_id uuid,
  payload jsonb NOT NULL DEFAULT '{}'::jsonb,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT one_time_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE POLICY platform ON one_time_tokens TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON one_time_tokens TO vitrine_platform;

-- Sessions. A running one carries copies of the facts by which it is judged, so that a request reads one row instead of seven
-- tables.
CREATE TABLE sessions (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  user_id uuid NOT NULL,
  tenant_id uuid,
  partner_id uuid,
  auth_type text NOT NULL,
  -- The host at which the person signed in; the session is valid at no other host.
  host text NOT NULL,
  address inet NOT NULL,
  user_agent text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  idle_minutes integer NOT NULL,
  last_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  ended_by text,
  -- Always true: the other half of the foreign key to the one row of `platform`.
  platform boolean NOT NULL DEFAULT true,
  person_standing jsonb,
  membership_standing jsonb,
  tenant_standing jsonb,
  settings_standing jsonb,
  partner_standing jsonb,
  platform_standing jsonb,
  profile text GENERATED ALWAYS AS (COALESCE(person_standing ->> 'staff'::text, membership_standing ->> 'profile'::text)) STORED,
  -- Why the person is refused whatever the day is; null: not refused.
  refusal text GENERATED ALWAYS AS (app.standing_refusal(person_standing, membership_standing, tenant_standing, partner_standing, partner_id, '-infinity'::date)) STORED,
  -- From this day on, the standing is judged again with the date of the day.
  changes_on date GENERATED ALWAYS AS (app.standing_changes_on(membership_standing, tenant_standing)) STORED,
  -- Only addresses on the list of the tenant may use it. Staff are not restricted.
  restricted boolean NOT NULL GENERATED ALWAYS AS ((person_standing ->> 'staff'::text) IS NULL AND COALESCE((settings_standing -> 'restricted'::text)::boolean, false)) STORED,
  shift_id uuid GENERATED ALWAYS AS ((membership_standing ->> 'shift_id'::text)::uuid) STORED,
  facts text NOT NULL GENERATED ALWAYS AS (app.session_facts(id, user_id, tenant_id, partner_id, auth_type, host, expires_at, idle_minutes, person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing)) STORED,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_membership FOREIGN KEY (tenant_id, user_id, membership_standing) REFERENCES memberships(tenant_id, user_id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_partner FOREIGN KEY (partner_id, partner_standing) REFERENCES partners(id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT sessions_person FOREIGN KEY (user_id, person_standing) REFERENCES users(id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_platform FOREIGN KEY (platform, platform_standing) REFERENCES platform(singleton, standing) ON UPDATE CASCADE,
  CONSTRAINT sessions_settings FOREIGN KEY (tenant_id, settings_standing) REFERENCES settings(tenant_id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_tenant FOREIGN KEY (tenant_id, tenant_standing) REFERENCES tenants(id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT sessions_tenant_partner FOREIGN KEY (partner_id, tenant_id) REFERENCES tenants(partner_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT sessions_auth_type_check CHECK (auth_type = ANY (ARRAY['password'::text, 'saml'::text, 'microsoft'::text, 'embedded'::text, 'playlist'::text])),
  CONSTRAINT sessions_platform_check CHECK (platform),
  CONSTRAINT sessions_standing_whole CHECK (
CASE
    WHEN ended_at IS NULL THEN person_standing IS NOT NULL AND platform_standing IS NOT NULL AND (tenant_id IS NULL) = (tenant_standing IS NULL) AND (tenant_id IS NULL) = (settings_standing IS NULL) AND (tenant_id IS NULL OR partner_id IS NOT NULL) AND (partner_id IS NULL) = (partner_standing IS NULL)
    ELSE num_nonnulls(person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing) = 0
END)
);
CREATE INDEX sessions_by_partner ON sessions USING btree (partner_id);
CREATE INDEX sessions_by_tenant ON sessions USING btree (tenant_id);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id, tenant_id);
CREATE INDEX sessions_running ON sessions USING btree (user_id, last_seen_at) WHERE ended_at IS NULL;
CREATE POLICY platform ON sessions TO vitrine_platform USING (true);
CREATE TRIGGER clear_standing BEFORE UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (new.ended_at IS NOT NULL)
  EXECUTE FUNCTION app.clear_standing();
CREATE TRIGGER copy_standing BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION app.copy_standing();
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO vitrine_platform;

-- The tokens of sessions. A renewed session has a new token; the replaced one is refused.
CREATE TABLE session_tokens (
  token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  replaced_at timestamp with time zone,
  CONSTRAINT session_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_tokens_by_session ON session_tokens USING btree (session_id);
CREATE POLICY platform ON session_tokens TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON session_tokens TO vitrine_platform;

-- Credentials of one service principal at a report service.
CREATE TABLE embedding_accounts (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL,
  -- Null: an account of the partner, which its tenants use. Otherwise the account of one tenant.
  tenant_id uuid,
  name text NOT NULL,
  kind text NOT NULL,
  directory_id text NOT NULL,
  app_id text NOT NULL,
  object_id text,
  -- Encrypted with the key of the platform (platform/server/secrets.ts); no answer contains it.
  secret_sealed bytea NOT NULL,
  subscription_id text,
  azure_workspace_id text,
  resource_group text,
  capacity_name text,
  capacity_size text,
  registered_by uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT embedding_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT embedding_accounts_name_key UNIQUE NULLS NOT DISTINCT (partner_id, tenant_id, name),
  CONSTRAINT embedding_accounts_partner_key UNIQUE (partner_id, id),
  CONSTRAINT embedding_accounts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT embedding_accounts_registered_by_fkey FOREIGN KEY (registered_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT embedding_accounts_tenant FOREIGN KEY (partner_id, tenant_id) REFERENCES tenants(partner_id, id) ON DELETE CASCADE,
  CONSTRAINT embedding_accounts_kind_check CHECK (kind = ANY (ARRAY['powerbi'::text, 'local'::text]))
);
CREATE POLICY application ON embedding_accounts TO vitrine_app
  USING (partner_id = (SELECT app.partner_id()) AND (tenant_id IS NULL OR tenant_id = (SELECT app.tenant_id())));
CREATE POLICY own_delete ON embedding_accounts AS RESTRICTIVE FOR DELETE TO vitrine_app
  USING (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY own_insert ON embedding_accounts AS RESTRICTIVE FOR INSERT TO vitrine_app
  WITH CHECK (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY own_update ON embedding_accounts AS RESTRICTIVE FOR UPDATE TO vitrine_app
  USING (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY platform ON embedding_accounts TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON embedding_accounts TO vitrine_app, vitrine_platform;

-- Workspaces of an account that a tenant publishes reports from.
CREATE TABLE workspaces (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL,
  account_id uuid NOT NULL,
  -- The id of the workspace at the report service.
  service_id text NOT NULL,
  name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT workspaces_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT workspaces_service_key UNIQUE (tenant_id, account_id, service_id),
  CONSTRAINT workspaces_account FOREIGN KEY (partner_id, account_id) REFERENCES embedding_accounts(partner_id, id) DEFERRABLE,
  CONSTRAINT workspaces_tenant FOREIGN KEY (partner_id, tenant_id) REFERENCES tenants(partner_id, id) ON DELETE CASCADE
);
CREATE POLICY application ON workspaces TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON workspaces TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON workspaces TO vitrine_app, vitrine_platform;

-- Embed tokens that are still valid, so that the loss of a grant or session can revoke them at a service that supports it. No
-- foreign keys to report, user and session: a token outlives them and must be revoked all the more.
CREATE TABLE embed_tokens (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  token_id text NOT NULL,
  account_id uuid NOT NULL,
  report_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The session for which the token was issued; the token ends with it.
  session_id uuid,
  -- The network address of the reader when the token was issued.
  address inet,
  -- What the report service was told about the reader, as JSON text: the token is revoked when a grant says something else.
  identity text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT embed_tokens_pkey PRIMARY KEY (tenant_id, token_id),
  CONSTRAINT embed_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES embedding_accounts(id) ON DELETE CASCADE,
  CONSTRAINT embed_tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX embed_tokens_by_reader ON embed_tokens USING btree (tenant_id, report_id, user_id);
CREATE INDEX embed_tokens_by_token ON embed_tokens USING btree (token_id);
CREATE POLICY application ON embed_tokens TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON embed_tokens TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON embed_tokens TO vitrine_app, vitrine_platform;

-- The first of the two levels under which people find reports.
CREATE TABLE report_groups (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_groups_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX report_groups_name_key ON report_groups USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON report_groups TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_groups TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_groups TO vitrine_app, vitrine_platform;

-- The second of the two levels under which people find reports.
CREATE TABLE report_subgroups (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  group_id uuid NOT NULL,
  name text NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_subgroups_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_subgroups_group FOREIGN KEY (tenant_id, group_id) REFERENCES report_groups(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX report_subgroups_name_key ON report_subgroups USING btree (tenant_id, group_id, app.plain(name));
CREATE POLICY application ON report_subgroups TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_subgroups TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_subgroups TO vitrine_app, vitrine_platform;

-- Reports that a tenant publishes to its people.
CREATE TABLE reports (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  subgroup_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  -- The id of the report at the report service.
  service_report_id text NOT NULL,
  -- The id of its data set at the report service.
  service_dataset_id text NOT NULL,
  name text NOT NULL,
  -- What lists are ordered by, computed when the name is written and not at each read.
  sort_name text GENERATED ALWAYS AS (app.plain(name)) STORED,
  description text,
  -- The data set has roles: every embed token carries an identity, or is refused.
  row_security boolean NOT NULL DEFAULT false,
  ignore_row_security boolean NOT NULL DEFAULT false,
  ignore_role text,
  allow_edit boolean NOT NULL DEFAULT false,
  show_page_navigation boolean NOT NULL DEFAULT true,
  show_filter_pane boolean NOT NULL DEFAULT false,
  show_hidden_pages boolean NOT NULL DEFAULT false,
  show_on_catalog boolean NOT NULL DEFAULT false,
  catalog_description text,
  show_on_app boolean NOT NULL DEFAULT false,
  show_mobile_background boolean NOT NULL DEFAULT true,
  show_visual_headers boolean NOT NULL DEFAULT true,
  show_toolbar boolean NOT NULL DEFAULT true,
  show_last_update boolean NOT NULL DEFAULT false,
  recommended_resolution text,
  orientation text NOT NULL DEFAULT 'auto'::text,
  hidden boolean NOT NULL DEFAULT false,
  allow_export boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT reports_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT reports_name_key UNIQUE (tenant_id, subgroup_id, name),
  CONSTRAINT reports_subgroup FOREIGN KEY (tenant_id, subgroup_id) REFERENCES report_subgroups(tenant_id, id) DEFERRABLE,
  CONSTRAINT reports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT reports_workspace FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspaces(tenant_id, id) DEFERRABLE,
  CONSTRAINT reports_orientation_check CHECK (orientation = ANY (ARRAY['landscape'::text, 'portrait'::text, 'auto'::text]))
);
CREATE INDEX reports_by_subgroup ON reports USING btree (tenant_id, subgroup_id);
CREATE INDEX reports_by_workspace ON reports USING btree (tenant_id, workspace_id);
CREATE POLICY application ON reports TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON reports TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON reports TO vitrine_app, vitrine_platform;

-- Which user or group may open a report, with which roles and identity.
CREATE TABLE report_grants (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  report_id uuid NOT NULL,
  user_id uuid,
  group_id uuid,
  roles text[] NOT NULL DEFAULT '{}'::text[],
  -- Where the user name of the identity comes from.
  identity text NOT NULL DEFAULT 'email'::text,
  identity_value text,
  -- What CUSTOMDATA() returns in the data set.
  custom_data text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_grants_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_grants_group_key UNIQUE (tenant_id, report_id, group_id),
  CONSTRAINT report_grants_user_key UNIQUE (tenant_id, report_id, user_id),
  CONSTRAINT report_grants_group FOREIGN KEY (tenant_id, group_id) REFERENCES user_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_grants_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_grants_user FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT report_grants_identity_check CHECK (identity = ANY (ARRAY['email'::text, 'value'::text])),
  CONSTRAINT report_grants_one_grantee CHECK (num_nonnulls(user_id, group_id) = 1),
  CONSTRAINT report_grants_value CHECK ((identity = 'value'::text) = (identity_value IS NOT NULL))
);
CREATE INDEX report_grants_by_group ON report_grants USING btree (tenant_id, group_id);
CREATE INDEX report_grants_by_user ON report_grants USING btree (tenant_id, user_id);
CREATE POLICY application ON report_grants TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_grants TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_grants TO vitrine_app, vitrine_platform;

-- Labels of a tenant for its reports, across groups.
CREATE TABLE tags (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  color text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tags_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT tags_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX tags_name_key ON tags USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON tags TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON tags TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON tags TO vitrine_app, vitrine_platform;

-- Which report has which tag.
CREATE TABLE report_tags (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  report_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  CONSTRAINT report_tags_pkey PRIMARY KEY (tenant_id, report_id, tag_id),
  CONSTRAINT report_tags_tenant_id_report_id_fkey FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_tags_tenant_id_tag_id_fkey FOREIGN KEY (tenant_id, tag_id) REFERENCES tags(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_tags_by_tag ON report_tags USING btree (tenant_id, tag_id);
CREATE POLICY application ON report_tags TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_tags TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_tags TO vitrine_app, vitrine_platform;

-- The favourite reports of each person. Staff have them, too: the key is the user, not the membership.
CREATE TABLE favourites (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  user_id uuid NOT NULL,
  report_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT favourites_pkey PRIMARY KEY (tenant_id, user_id, report_id),
  CONSTRAINT favourites_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT favourites_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE POLICY application ON favourites TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON favourites TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON favourites TO vitrine_app, vitrine_platform;

-- The log of views. The primary key makes an event that is sent twice one row.
CREATE TABLE report_views (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  view_id uuid NOT NULL,
  event text NOT NULL,
  page text NOT NULL DEFAULT ''::text,
  report_id uuid NOT NULL,
  user_id uuid NOT NULL,
  page_name text,
  origin text NOT NULL DEFAULT 'report'::text,
  load_ms integer,
  render_ms integer,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_views_pkey PRIMARY KEY (tenant_id, user_id, view_id, event, page),
  CONSTRAINT report_views_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT report_views_event_check CHECK (event = ANY (ARRAY['opened'::text, 'page'::text, 'rendered'::text, 'closed'::text, 'failed'::text]))
);
CREATE INDEX report_views_recent ON report_views USING btree (tenant_id, user_id, at DESC) WHERE event = 'opened'::text;
CREATE POLICY application ON report_views TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_views TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_views TO vitrine_app, vitrine_platform;

-- The last filters of each person in a report. They never become part of the row-level security of the data.
CREATE TABLE user_report_filters (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  user_id uuid NOT NULL,
  report_id uuid NOT NULL,
  page text,
  filters jsonb NOT NULL DEFAULT '[]'::jsonb,
  slicers jsonb NOT NULL DEFAULT '[]'::jsonb,
  saved_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT user_report_filters_pkey PRIMARY KEY (tenant_id, user_id, report_id),
  CONSTRAINT user_report_filters_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT user_report_filters_user FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE POLICY application ON user_report_filters TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON user_report_filters TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_report_filters TO vitrine_app, vitrine_platform;

-- The audit trail: every change, appended and never altered. An entry outside of tenants has no tenant.
CREATE TABLE audit_entries (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  tenant_id uuid,
  partner_id uuid,
  at timestamp with time zone NOT NULL DEFAULT now(),
  event text NOT NULL,
  actor_id uuid,
  actor_name text,
  actor_email text,
  on_behalf_of uuid,
  address inet,
  target_type text,
  target_id text,
  target_name text,
  changes jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- What a search compares. The line breaks keep a match within one of the three texts.
  words text NOT NULL GENERATED ALWAYS AS (app.plain((((COALESCE(target_name, ''::text) || chr(10)) || COALESCE(actor_name, ''::text)) || chr(10)) || COALESCE(actor_email, ''::text))) STORED,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id),
  CONSTRAINT audit_entries_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE SET NULL,
  CONSTRAINT audit_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX audit_entries_by_partner ON audit_entries USING btree (partner_id, at DESC, id DESC);
CREATE INDEX audit_entries_by_tenant ON audit_entries USING btree (tenant_id, at DESC, id DESC);
CREATE POLICY append ON audit_entries FOR INSERT TO vitrine_app
  WITH CHECK (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()) AND (NOT partner_id IS DISTINCT FROM (SELECT app.partner_id()) OR (SELECT app.on_platform())));
CREATE POLICY platform_append ON audit_entries FOR INSERT TO vitrine_platform WITH CHECK (true);
CREATE POLICY platform_delete ON audit_entries FOR DELETE TO vitrine_platform
  USING ((tenant_id IN ( SELECT tenants.id
   FROM tenants
  WHERE tenants.removing_since IS NOT NULL)));
CREATE POLICY platform_read ON audit_entries FOR SELECT TO vitrine_platform USING (true);
CREATE POLICY read ON audit_entries FOR SELECT TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) OR (SELECT app.tenant_id()) IS NULL AND partner_id = (SELECT app.partner_id()) OR (SELECT app.on_platform()) AND tenant_id IS NULL);
GRANT SELECT, INSERT ON audit_entries TO vitrine_app;
GRANT SELECT, INSERT, DELETE ON audit_entries TO vitrine_platform;

-- Idempotency keys of jobs: one row per effect, written in the transaction of the effect. pg-boss delivers at least once; a job
-- that finds its key taken does nothing. Schedules use them too, so that one of several processes adds the job.
CREATE TABLE job_slots (
  -- Null: work of the platform.
  tenant_id uuid DEFAULT app.tenant_id(),
  task text NOT NULL,
  slot text NOT NULL,
  taken_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT job_slots_key UNIQUE NULLS NOT DISTINCT (tenant_id, task, slot),
  CONSTRAINT job_slots_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX job_slots_by_age ON job_slots USING btree (taken_at);
CREATE POLICY application ON job_slots TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON job_slots TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON job_slots TO vitrine_app, vitrine_platform;

-- Process registry: each running process writes a heartbeat with its metrics every 30 seconds. Silent entries are deleted after
-- a day.
CREATE TABLE processes (
  id uuid NOT NULL,
  kind text NOT NULL,
  machine text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  figures jsonb NOT NULL,
  CONSTRAINT processes_pkey PRIMARY KEY (id),
  CONSTRAINT processes_kind_check CHECK (kind = ANY (ARRAY['server'::text, 'worker'::text]))
);
CREATE POLICY platform ON processes TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON processes TO vitrine_platform;

-- The outbox: a mail is written in the transaction of the change that it reports, and sent by a job. Its text is deleted once
-- it is sent, because it may contain a sign-in link.
CREATE TABLE mails (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  tenant_id uuid,
  partner_id uuid,
  idempotency_key text NOT NULL,
  -- What it is about: `user.invited`.
  purpose text NOT NULL,
  to_address text NOT NULL,
  to_name text,
  subject text NOT NULL,
  body_text text,
  body_html text,
  state text NOT NULL DEFAULT 'waiting'::text,
  attempts integer NOT NULL DEFAULT 0,
  -- How often a process ended while the mail server may already have accepted the mail.
  uncertain integer NOT NULL DEFAULT 0,
  claimed_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_key UNIQUE NULLS NOT DISTINCT (tenant_id, idempotency_key),
  CONSTRAINT mails_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT mails_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text]))
);
CREATE INDEX mails_by_partner ON mails USING btree (partner_id, created_at DESC);
CREATE INDEX mails_by_tenant ON mails USING btree (tenant_id, created_at DESC);
CREATE INDEX mails_waiting ON mails USING btree (created_at) WHERE state = 'waiting'::text;
CREATE POLICY application ON mails TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) OR (SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND partner_id = (SELECT app.partner_id()));
CREATE POLICY platform ON mails TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO vitrine_app, vitrine_platform;

-- The mail server and sender address of a tenant. A tenant without a row uses those of the platform.
CREATE TABLE mail_senders (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  host text NOT NULL,
  port integer NOT NULL,
  security text NOT NULL,
  username text,
  password_sealed bytea,
  from_name text NOT NULL,
  from_address text NOT NULL,
  -- When somebody proved that they read mail at the address, by a code sent there. An unproven address is not used.
  proven_at timestamp with time zone,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  code_tries integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT mail_senders_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT mail_senders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT mail_senders_port_check CHECK (port >= 1 AND port <= 65535),
  CONSTRAINT mail_senders_security_check CHECK (security = ANY (ARRAY['smtp'::text, 'starttls'::text, 'smtps'::text]))
);
CREATE POLICY application ON mail_senders TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON mail_senders TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_senders TO vitrine_app, vitrine_platform;

-- Rate limit of the codes that prove a sender address, and of the attempts to enter one, over all processes and administrators:
-- a code goes to an address whose owner may not expect it.
CREATE TABLE sender_budgets (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- Hash of a tenant, or of an address across all tenants.
  key bytea NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sender_budgets_pkey PRIMARY KEY (id)
);
CREATE INDEX sender_budgets_by_age ON sender_budgets USING btree (used_at);
CREATE INDEX sender_budgets_by_key ON sender_budgets USING btree (key, used_at);
CREATE POLICY platform ON sender_budgets TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sender_budgets TO vitrine_platform;

-- The tenant of the session; null outside of a tenant.
CREATE FUNCTION app.tenant_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid;

-- The partner of the session; null on the platform.
CREATE FUNCTION app.partner_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.partner_id'::text, true), ''::text))::uuid;

-- The user of the session; null when nobody is signed in.
CREATE FUNCTION app.user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid;

-- The effective profile of the session: a2m, master, admin or user.
CREATE FUNCTION app.profile()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('app.profile'::text, true), ''::text);

-- Is the session one of the platform staff outside of a tenant? It reads all partners and tenants, and no table of a tenant.
CREATE FUNCTION app.on_platform()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((app.profile() = 'a2m'::text) AND (app.tenant_id() IS NULL));

-- Puts a table under row-level security: the application reads and writes the rows that match `rule`. A rule asks for facts of
-- the session as `(select app.tenant_id())`. That is evaluated once per statement instead of once per row. A bare call would
-- also be null when the plan is made, before the session opens: the planner would expect no rows and scan whole tables.
CREATE PROCEDURE app.row_policy(IN table_name text, IN rule text)
 LANGUAGE plpgsql
AS $procedure$
begin
  call app.platform_policy(table_name);
  execute format('create policy application on %I to vitrine_app using (%s) with check (%s)', table_name, rule, rule);
  execute format('grant select, insert, update, delete on %I to vitrine_app', table_name);
end
$procedure$;

-- The policy of most tables: rows of the tenant of the session. A new row gets that tenant by default.
CREATE PROCEDURE app.tenant_policy(IN table_name text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %I alter column tenant_id set default app.tenant_id()', table_name);
  call app.row_policy(table_name, 'tenant_id = (select app.tenant_id())');
end
$procedure$;

-- Puts a table under row-level security that only work across tenants passes.
CREATE PROCEDURE app.platform_policy(IN table_name text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy platform on %I to vitrine_platform using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to vitrine_platform', table_name);
end
$procedure$;

-- Makes a SECURITY DEFINER function run with the rights of the platform. database/rls-policies.ts lists them all.
CREATE PROCEDURE app.platform_function(IN name regproc)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter function %s owner to vitrine_platform', name);
  execute format('revoke all on function %s from public', name);
end
$procedure$;

-- The same for a function that the application calls itself.
CREATE PROCEDURE app.callable_platform_function(IN name regproc)
 LANGUAGE plpgsql
AS $procedure$
begin
  call app.platform_function(name);
  execute format('grant execute on function %s to vitrine_app', name);
end
$procedure$;

-- Text as a search compares it: without case and without the accents of our four languages. Immutable, so that indexes may use
-- it.
CREATE FUNCTION app.plain(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower(value), 'áàâãäåçéèêëíìîïñóòôõöúùûüý'::text, 'aaaaaaceeeeiiiinooooouuuuy'::text);

-- A UUID of version 7 (RFC 9562): ids sort by the time at which they were made, so an index grows at its end.
CREATE FUNCTION app.uuidv7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
RETURN uuidv7();

-- The facts of the platform that a session carries.
CREATE FUNCTION app.platform_standing(hidden_menu text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('hidden_menu', hidden_menu);

-- The facts of a partner that a session carries.
CREATE FUNCTION app.partner_standing(enabled boolean, hidden_menu text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('enabled', enabled, 'hidden_menu', hidden_menu);

-- The facts of a tenant that a session carries.
CREATE FUNCTION app.tenant_standing(enabled boolean, maintenance boolean, trial_ends date, hidden_menu text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('enabled', enabled, 'maintenance', maintenance, 'trial_ends', trial_ends, 'hidden_menu', hidden_menu);

-- The tenant or partner with this domain. Host names are public.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.find_host(host text, OUT kind text, OUT tenant_id uuid, OUT partner_id uuid, OUT name text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'tenant', t.id, t.partner_id, t.name from tenants t where t.domain = host and t.removing_since is null
  union all
  select 'partner', null, p.id, p.name from partners p where p.domain = host
  limit 1;
$function$;

-- The tenant or partner with this subdomain of the portal.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.find_subdomain(label text, OUT kind text, OUT tenant_id uuid, OUT partner_id uuid, OUT name text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'tenant', t.id, t.partner_id, t.name from tenants t where t.subdomain = label and t.removing_since is null
  union all
  select 'partner', null, p.id, p.name from partners p where p.subdomain = label
  limit 1;
$function$;

-- Remembers each file whose row was deleted, also by a cascade, until the storage has deleted it.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.record_erased_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into erased_files (path) values (old.path) on conflict do nothing;
  return null;
end
$function$;

-- Does PostgreSQL know this region? An unknown time zone would fail every statement that asks for the day of a tenant. Only
-- names of regions pass: PostgreSQL reads offsets (+03:00), abbreviations (EST) and POSIX rules with another meaning than
-- people expect.
CREATE FUNCTION app.is_timezone(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  if name !~ '^[A-Za-z_-]+(/[A-Za-z_-]+)+$' then
    return false;
  end if;
  perform timestamptz 'epoch' at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$function$;

-- The facts of the settings that a session carries. The list of addresses stays here: it may be long.
CREATE FUNCTION app.settings_standing(timezone text, allowed_addresses cidr[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('timezone', timezone, 'restricted', (cardinality(allowed_addresses) > 0));

-- Gives each new tenant its row of settings.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.make_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into settings (tenant_id) values (new.id);
  return new;
end
$function$;

-- The facts of a user that a session carries.
CREATE FUNCTION app.person_standing(email text, name text, language text, staff text, state text, partner_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('email', email, 'name', name, 'language', language, 'staff', staff, 'state', state, 'partner_id', partner_id);

-- The facts of a membership that a session carries.
CREATE FUNCTION app.membership_standing(profile text, state text, block_on date, delete_on date, toggles text[], shift_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('profile', profile, 'state', state, 'block_on', block_on, 'delete_on', delete_on, 'toggles', toggles, 'shift_id', shift_id);

-- Holds the user limit of a tenant exactly, also for concurrent inserts: counts the memberships under a lock of the tenant.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.enforce_user_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  allowed integer;
  present integer;
begin
  if new.state not in ('A', 'B', 'I') or (tg_op = 'UPDATE' and old.state in ('A', 'B', 'I')) then
    return null;
  end if;
  -- This lock lets foreign keys through. A full lock would deadlock with the key that each new membership holds on the same row.
  select user_limit into allowed from tenants where id = new.tenant_id for no key update;
  select count(*) into present from memberships where tenant_id = new.tenant_id and state in ('A', 'B', 'I');
  if present > allowed then
    raise exception using errcode = 'check_violation', constraint = 'tenants_user_limit', message = 'user limit of the tenant reached';
  end if;
  return null;
end
$function$;

-- Refuses a change that leaves a tenant without a permanent administrator: an active one without an end date.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.require_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.profile <> 'admin' or old.state <> 'A' then
    return null;
  end if;
  -- The person stays an administrator, without an end date or with the dates from before.
  if tg_op = 'UPDATE' and new.profile = 'admin' and new.state = 'A'
    and (coalesce(new.block_on, new.delete_on) is null
      or (new.block_on, new.delete_on) is not distinct from (old.block_on, old.delete_on)) then
    return null;
  end if;
  -- Not found when the whole tenant is being removed.
  perform from tenants where id = old.tenant_id and removing_since is null for no key update;
  if found and not exists (
    select from memberships
     where tenant_id = old.tenant_id and profile = 'admin' and state = 'A' and block_on is null and delete_on is null
  ) then
    raise exception using errcode = 'check_violation', constraint = 'memberships_last_administrator', message = 'last administrator';
  end if;
  return null;
end
$function$;

-- Erases a person with their last membership, unless they are staff; otherwise their oldest membership names the new home
-- tenant.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.erase_user_without_membership()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from users u where u.id = old.user_id and u.staff is null and not exists (select from memberships m where m.user_id = u.id);
  update users u set home_tenant_id = (select m.tenant_id from memberships m where m.user_id = u.id order by m.created_at limit 1)
    where u.id = old.user_id and u.home_tenant_id = old.tenant_id;
  return null;
end
$function$;

-- The number of active people per tenant, for staff outside of tenants; no rows for anybody else.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.active_users()
 RETURNS TABLE(tenant_id uuid, active integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select m.tenant_id, count(*)::integer
    from memberships m join tenants t on t.id = m.tenant_id
   where m.state in ('A', 'B', 'I')
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
   group by m.tenant_id;
$function$;

-- The ids of the platform staff: the audit trail shows their network addresses only to themselves. Names and e-mails stay
-- hidden.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.platform_people()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from users where staff = 'a2m'
$function$;

-- The e-mails of the platform staff, for the same reason: the actor of a refused sign-in is only the e-mail that was typed.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.platform_emails()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select lower(email) from users where staff = 'a2m'
$function$;

-- May the session manage the team of this partner? The platform staff may, and the team itself.
CREATE FUNCTION app.manages_team(partner uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.on_platform() OR ((app.tenant_id() IS NULL) AND (app.profile() = 'master'::text) AND (partner = app.partner_id())));

-- The number of team members per partner, for the platform staff.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.partner_staff()
 RETURNS TABLE(partner_id uuid, staff integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.partner_id, count(*)::integer from users u where app.on_platform() and u.partner_id is not null group by u.partner_id;
$function$;

-- Changes name and language of a team member if the version is still `seen`: the second of two concurrent edits is refused.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.update_team_member(person uuid, seen integer, new_name text, new_language text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with changed as (
    update users set name = coalesce(new_name, name), language = coalesce(new_language, language), version = version + 1
     where id = person and version = seen and staff = 'master' and app.manages_team(partner_id)
    returning id
  )
  select exists (select from changed);
$function$;

-- Blocks, deactivates or enables a team member.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.set_team_state(person uuid, state text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update users set staff_state = state where id = person and staff = 'master' and app.manages_team(partner_id);
$function$;

-- Gives another team member a new password. Nobody changes their own here, where the present password is not asked for.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.set_team_password(person uuid, new_hash text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update users set password_hash = new_hash, version = version + 1
   where id = person and staff = 'master' and app.manages_team(partner_id) and id is distinct from app.user_id();
$function$;

-- Erases a team member.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.remove_team_member(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from users where id = person and staff = 'master' and app.manages_team(partner_id);
$function$;

-- Refuses that masters leave their partner without an active master, also by concurrent changes. The platform staff may do
-- that.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.require_master()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if app.profile() is distinct from 'master' or (tg_op = 'UPDATE' and new.staff_state = 'A') then
    return null;
  end if;
  perform from partners where id = old.partner_id for no key update;
  if not exists (select from users where partner_id = old.partner_id and staff_state = 'A') then
    raise exception using errcode = 'check_violation', constraint = 'partners_last_master', message = 'last master';
  end if;
  return null;
end
$function$;

-- Deletes the values of a custom field with the field. A partner deletes them in tenants that its session cannot read.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.delete_custom_values()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update memberships m set custom = m.custom - old.id::text
   where m.custom ? old.id::text
     and m.tenant_id in (
       select t.id from tenants t where t.partner_id = old.partner_id and (old.tenant_id is null or t.id = old.tenant_id));
  return null;
end
$function$;

-- How many people have a value of each custom field, counted in one scan of the people whom the session may count.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.people_by_field()
 RETURNS TABLE(field_id uuid, people integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select f.id, count(*)::integer
    from memberships m
    join tenants t on t.id = m.tenant_id
   cross join lateral jsonb_object_keys(m.custom) as key
    join custom_fields f on f.id::text = key and f.partner_id = t.partner_id
   where m.custom <> '{}'
     and ((select app.on_platform()) or (select app.tenant_id()) = m.tenant_id
          or ((select app.tenant_id()) is null and t.partner_id = (select app.partner_id())))
   group by f.id
$function$;

-- A changed password makes every browser of the person unknown again. A trigger, because passwords change in several places.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.delete_sign_in_devices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from sign_in_devices where user_id = new.id;
  return null;
end
$function$;

-- Refuses a person who is neither staff nor a member of the tenant.
CREATE FUNCTION app.refuse_without_tenant(person jsonb, membership jsonb, tenant jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((COALESCE((person ->> 'staff'::text), (membership ->> 'profile'::text)) IS NULL) OR (((person ->> 'staff'::text) IS NULL) AND (tenant IS NULL))) THEN 'sign_in.without_tenant'::text ELSE NULL::text END;

-- Refuses a master at another partner.
CREATE FUNCTION app.refuse_other_partner(person jsonb, partner_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((person ->> 'staff'::text) = 'master'::text) AND (partner_id IS DISTINCT FROM ((person ->> 'partner_id'::text))::uuid)) THEN 'session.unauthorized'::text ELSE NULL::text END;

-- Refuses a blocked person, or one whose day of blocking has come.
CREATE FUNCTION app.refuse_blocked(person jsonb, membership jsonb, today date)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((person ->> 'state'::text) = 'B'::text) OR ((membership ->> 'state'::text) = 'B'::text) OR (((membership ->> 'block_on'::text))::date <= today)) THEN 'sign_in.user_blocked'::text ELSE NULL::text END;

-- Refuses an inactive person.
CREATE FUNCTION app.refuse_inactive(person jsonb, membership jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((person ->> 'state'::text) = 'I'::text) OR ((membership ->> 'state'::text) = 'I'::text)) THEN 'sign_in.user_inactive'::text ELSE NULL::text END;

-- Refuses a person who is deactivated or due for deletion, or whose tenant or partner is disabled.
CREATE FUNCTION app.refuse_deactivated(membership jsonb, tenant jsonb, partner jsonb, today date)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((membership ->> 'state'::text) = 'D'::text) OR (((membership ->> 'delete_on'::text))::date <= today) OR (NOT ((tenant -> 'enabled'::text))::boolean) OR (NOT ((partner -> 'enabled'::text))::boolean)) THEN 'sign_in.user_deactivated'::text ELSE NULL::text END;

-- Refuses a test user after the last day of the trial of the tenant.
CREATE FUNCTION app.refuse_trial_ended(membership jsonb, tenant jsonb, today date)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((membership ->> 'state'::text) = 'T'::text) AND (((tenant ->> 'trial_ends'::text))::date < today)) THEN 'sign_in.trial_ended'::text ELSE NULL::text END;

-- Refuses everybody but the platform staff while the tenant is in maintenance.
CREATE FUNCTION app.refuse_maintenance(person jsonb, tenant jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((tenant -> 'maintenance'::text))::boolean AND ((person ->> 'staff'::text) IS DISTINCT FROM 'a2m'::text)) THEN 'sign_in.maintenance'::text ELSE NULL::text END;

-- Why a person with this standing is refused on that day, or null. Sessions store the result: a migration that changes this
-- list ends with `update sessions set host = host where ended_at is null`, as vitrine_platform, which computes it again.
CREATE FUNCTION app.standing_refusal(person jsonb, membership jsonb, tenant jsonb, partner jsonb, partner_id uuid, today date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(app.refuse_without_tenant(person, membership, tenant), app.refuse_other_partner(person, partner_id), app.refuse_blocked(person, membership, today), app.refuse_inactive(person, membership), app.refuse_deactivated(membership, tenant, partner, today), app.refuse_trial_ended(membership, tenant, today), app.refuse_maintenance(person, tenant));

-- The first day that may change the result of app.standing_refusal(); before it, nobody needs to look at the calendar.
CREATE FUNCTION app.standing_changes_on(membership jsonb, tenant jsonb)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN LEAST(((membership ->> 'block_on'::text))::date, ((membership ->> 'delete_on'::text))::date, CASE WHEN ((membership ->> 'state'::text) = 'T'::text) THEN (((tenant ->> 'trial_ends'::text))::date + 1) ELSE NULL::date END);

-- What the portal is told of a session that is let in; actorFrom() in platform/server/session/actor.ts reads it.
CREATE FUNCTION app.session_facts(id uuid, user_id uuid, tenant_id uuid, partner_id uuid, auth_type text, host text, expires_at timestamp with time zone, idle_minutes integer, person jsonb, membership jsonb, tenant jsonb, settings jsonb, partner jsonb, platform jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (jsonb_build_object('id', id, 'user_id', user_id, 'tenant_id', tenant_id, 'partner_id', partner_id, 'auth_type', auth_type, 'host', host, 'email', (person -> 'email'::text), 'name', (person -> 'name'::text), 'language', (person -> 'language'::text), 'profile', COALESCE((person ->> 'staff'::text), (membership ->> 'profile'::text)), 'toggles', COALESCE((membership -> 'toggles'::text), '[]'::jsonb), 'timezone', COALESCE((settings ->> 'timezone'::text), 'America/Sao_Paulo'::text), 'hidden_menu', ((CASE WHEN (partner_id IS NULL) THEN '[]'::jsonb ELSE (platform -> 'hidden_menu'::text) END || COALESCE((partner -> 'hidden_menu'::text), '[]'::jsonb)) || COALESCE((tenant -> 'hidden_menu'::text), '[]'::jsonb)), 'expires_at_seconds', EXTRACT(epoch FROM expires_at), 'idle_minutes', idle_minutes))::text;

-- Copies the originals into a new session, and the partner of its tenant. Locks each original as its foreign key does, so that
-- it waits for a change that is under way. The foreign keys refuse a wrong copy.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.copy_standing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select standing into new.person_standing from users where id = new.user_id for key share;
  if new.tenant_id is not null then
    select standing, partner_id into new.tenant_standing, new.partner_id from tenants where id = new.tenant_id for key share;
    select standing into new.settings_standing from settings where tenant_id = new.tenant_id for key share;
    select standing into new.membership_standing from memberships
     where tenant_id = new.tenant_id and user_id = new.user_id for key share;
  end if;
  select standing into new.partner_standing from partners where id = new.partner_id for key share;
  select standing into new.platform_standing from platform where singleton for key share;
  return new;
end
$function$;

-- An ended session is kept for a while and not judged. Without copies it leaves the foreign keys: a change of an original then
-- rewrites the running sessions, and not those of a whole month.
CREATE FUNCTION app.clear_standing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.person_standing := null;
  new.membership_standing := null;
  new.tenant_standing := null;
  new.settings_standing := null;
  new.partner_standing := null;
  new.platform_standing := null;
  return new;
end
$function$;

-- Applies a shorter session timeout of a tenant to the sessions that are running.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.shorten_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update sessions set
    expires_at = least(expires_at, created_at + make_interval(hours => new.login_timeout_hours)),
    idle_minutes = least(idle_minutes, new.login_timeout_hours * 30)
  where tenant_id = new.tenant_id and ended_at is null;
  return null;
end
$function$;

-- Ends the sessions at an address that a tenant or partner gives up: the next owner of the address must not meet them.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.end_sessions_at_old_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update sessions x set ended_at = now(), ended_by = 'address_changed'
   where x.ended_at is null
     -- Only of the tenant or partner that moves: the tenants of a partner have addresses of their own.
     and (x.tenant_id = new.id or x.tenant_id is null and x.partner_id = new.id)
     -- A session that is not at the domain is at the subdomain.
     and case when x.host = old.domain then new.domain is distinct from old.domain else new.subdomain <> old.subdomain end;
  return null;
end
$function$;

-- Restarts the idle time of a session that is still valid; it cannot revive an expired one.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.touch_session(session_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update sessions set last_seen_at = now()
   where id = session_id and ended_at is null and expires_at > now() and last_seen_at + make_interval(mins => idle_minutes) > now();
$function$;

-- Ends the sessions of a person in the tenant of the session: they were blocked or removed.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.end_sessions_of(person uuid, reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update sessions set ended_at = now(), ended_by = reason
   where user_id = person and tenant_id = app.tenant_id() and ended_at is null;
$function$;

-- Ends the sessions of a person in all tenants except `spared`, after a changed password or e-mail. Only their home tenant may
-- do it.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.end_all_sessions_of(person uuid, reason text, spared uuid)
 RETURNS TABLE(session_id uuid, tenant_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = person and s.id <> spared and s.ended_at is null
     and exists (select from users u where u.id = person and u.staff is null and u.home_tenant_id = app.tenant_id())
  returning s.id, s.tenant_id;
$function$;

-- Where the person of the session is signed in, in every tenant.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.own_sessions()
 RETURNS TABLE(id uuid, address text, user_agent text, host text, unit text, created_at timestamp with time zone, last_seen_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, host(s.address), s.user_agent, s.host, t.name, s.created_at, s.last_seen_at
    from sessions s left join tenants t on t.id = s.tenant_id
   where s.user_id = app.user_id() and s.ended_at is null and s.expires_at > now()
     and s.last_seen_at + make_interval(mins => s.idle_minutes) > now();
$function$;

-- Ends one session of the person of the session, or (null) all except `spared`.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.end_own_sessions(chosen uuid, spared uuid, reason text)
 RETURNS TABLE(session_id uuid, tenant_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = app.user_id() and s.id <> spared and s.ended_at is null and (chosen is null or s.id = chosen)
  returning s.id, s.tenant_id;
$function$;

-- Ends the sessions of a team member at the host of the partner and in its tenants.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.end_team_sessions(person uuid, reason text)
 RETURNS TABLE(session_id uuid, tenant_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update sessions s set ended_at = now(), ended_by = reason
   where s.user_id = person and s.ended_at is null
     and exists (select from users u where u.id = person and u.staff = 'master' and app.manages_team(u.partner_id))
  returning s.id, s.tenant_id;
$function$;

-- Refuses a session that was ended: signed out, blocked, removed.
CREATE FUNCTION app.refuse_ended(x sessions)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (((x).ended_at IS NOT NULL) AND ((x).ended_by IS DISTINCT FROM 'expired'::text)) THEN 'session.unauthorized'::text ELSE NULL::text END;

-- Refuses a session after its end or after its idle time.
CREATE FUNCTION app.refuse_expired(x sessions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((x).ended_at IS NOT NULL) OR ((x).expires_at <= now()) OR (((x).last_seen_at + make_interval(mins => (x).idle_minutes)) <= now())) THEN 'session.expired'::text ELSE NULL::text END;

-- The present time in the time zone of the tenant of a session.
CREATE FUNCTION app.local_time(x sessions)
 RETURNS timestamp without time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (now() AT TIME ZONE ((x).settings_standing ->> 'timezone'::text));

-- Refuses by state, trial and maintenance. Scheduled days and trials begin and end with the day of the tenant.
CREATE FUNCTION app.refuse_standing(x sessions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((x).changes_on IS NOT NULL) AND ((x).changes_on <= (app.local_time(x))::date)) THEN app.standing_refusal((x).person_standing, (x).membership_standing, (x).tenant_standing, (x).partner_standing, (x).partner_id, (app.local_time(x))::date) ELSE (x).refusal END;

-- Is the address on the list of the tenant? An unknown address is on no list.
CREATE FUNCTION app.is_allowed_address(tenant uuid, client_address inet)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM settings g WHERE ((g.tenant_id = is_allowed_address.tenant) AND (is_allowed_address.client_address <<= ANY ((g.allowed_addresses)::inet[])))));

-- Refuses an address that is not on the list of the tenant.
CREATE FUNCTION app.refuse_address(x sessions, client_address inet)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((x).restricted AND (NOT app.is_allowed_address((x).tenant_id, client_address))) THEN 'sign_in.address_refused'::text ELSE NULL::text END;

-- Is this moment, in the time zone of the tenant, within the hours of the shift? `from` is inside, `to` is not.
CREATE FUNCTION app.is_in_shift(tenant uuid, shift uuid, moment timestamp without time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM (shifts s CROSS JOIN LATERAL jsonb_to_recordset(s.hours) h(day integer, "from" text, "to" text)) WHERE ((s.tenant_id = is_in_shift.tenant) AND (s.id = is_in_shift.shift) AND ((h.day)::numeric = EXTRACT(isodow FROM is_in_shift.moment)) AND ((to_char(is_in_shift.moment, 'HH24:MI'::text) COLLATE "C") >= h."from") AND ((to_char(is_in_shift.moment, 'HH24:MI'::text) COLLATE "C") < h."to"))));

-- Refuses a person outside the hours of their shift.
CREATE FUNCTION app.refuse_hour(x sessions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((x).shift_id IS NOT NULL) AND (NOT app.is_in_shift((x).tenant_id, (x).shift_id, app.local_time(x)))) THEN 'sign_in.hour_refused'::text ELSE NULL::text END;

-- Why a session is refused at this address now, or null: the list of reasons; the first one counts. Requests and embed tokens
-- are judged by it.
CREATE FUNCTION app.session_refusal(x sessions, client_address inet)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(app.refuse_ended(x), app.refuse_expired(x), app.refuse_standing(x), app.refuse_address(x, client_address), app.refuse_hour(x));

-- Finds the session of a token, judges it, and sets tenant, partner, user and profile for the transaction. One row, or none for
-- an unknown token. `refusal`: an error code or null. `session`: its facts as JSON text, the same until something about it
-- changes. SECURITY DEFINER, because no tenant is known yet; `begin atomic` binds its names, so that no search path can
-- redirect them. SQL and not plpgsql, which adds work of its own to each call.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.open_session(given_hash bytea, client_address inet)
 RETURNS TABLE(ok boolean, refusal text, session text, seen_seconds_ago integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
BEGIN ATOMIC
 SELECT ((f.refusal IS NULL) AND
         CASE
             WHEN (f.refusal IS NULL) THEN ((set_config('app.tenant_id'::text, COALESCE((f.tenant_id)::text, ''::text), true) IS NOT NULL) AND (set_config('app.partner_id'::text, COALESCE((f.partner_id)::text, ''::text), true) IS NOT NULL) AND (set_config('app.user_id'::text, (f.user_id)::text, true) IS NOT NULL) AND (set_config('app.profile'::text, f.profile, true) IS NOT NULL))
             ELSE NULL::boolean
         END),
     f.refusal,
     f.facts,
     f.seen_seconds_ago
    FROM ( SELECT x.tenant_id,
             x.partner_id,
             x.user_id,
             x.profile,
             x.facts,
             (EXTRACT(epoch FROM (now() - x.last_seen_at)))::integer AS seen_seconds_ago,
                 CASE
                     WHEN (k.replaced_at IS NOT NULL) THEN 'session.unauthorized'::text
                     ELSE app.session_refusal(x.*, open_session.client_address)
                 END AS refusal
            FROM (session_tokens k
              JOIN sessions x ON ((x.id = k.session_id)))
           WHERE (k.token_hash = open_session.given_hash)
          OFFSET 0) f;
END;

-- When time alone will refuse a person who is let in now: on the day of app.standing_changes_on(), or at the end of the present
-- hours of their shift (`to` may be 24:00). Null: never. Embed tokens end no later.
CREATE FUNCTION app.access_ends_at(changes_on date, hours jsonb, timezone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN LEAST(((changes_on)::timestamp without time zone AT TIME ZONE timezone), ((SELECT max((date_trunc('day'::text, at.here) + (h."to")::interval)) AS max FROM (SELECT (now() AT TIME ZONE access_ends_at.timezone) AS here) at, jsonb_to_recordset(access_ends_at.hours) h(day integer, "from" text, "to" text) WHERE (((h.day)::numeric = EXTRACT(isodow FROM at.here)) AND ((to_char(at.here, 'HH24:MI'::text) COLLATE "C") >= h."from") AND ((to_char(at.here, 'HH24:MI'::text) COLLATE "C") < h."to"))) AT TIME ZONE timezone));

-- The workspaces that only other tenants of the same partner publish from: a tenant must not publish from them, through any
-- account.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.foreign_workspaces()
 RETURNS TABLE(service_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select w.service_id from workspaces w
   where w.partner_id = app.partner_id()
   group by w.service_id
  having not bool_or(w.tenant_id = app.tenant_id());
$function$;

-- May the person of the session open every report of the tenant? The copy of `report.manage` (catalogue/access.ts) in SQL, for
-- lists that are filtered in the statement that opens the session. A test compares the two.
CREATE FUNCTION app.manages_reports()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.profile() = ANY (ARRAY['a2m'::text, 'master'::text, 'admin'::text]));

-- Counts one use of a budget: of the address or, where that is null, of the tenant of the session. Returns null when it is
-- counted, otherwise the seconds until the next use is possible.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.use_sender_budget(budget text, address text, an_hour integer, a_day integer)
 RETURNS double precision
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  budget_key bytea := sha256(convert_to(budget || ':' || coalesce(lower(address), app.tenant_id()::text), 'UTF8'));
  free_at timestamptz;
begin
  -- One transaction at a time per key, so that each use is judged together with those before it.
  perform pg_advisory_xact_lock(hashtextextended(encode(budget_key, 'hex'), 0));
  delete from sender_budgets where id in (
    select id from sender_budgets where used_at < now() - interval '1 day' limit 100 for update skip locked);
  select greatest(
    (select used_at + interval '1 hour' from sender_budgets where key = budget_key and used_at > now() - interval '1 hour'
      order by used_at desc offset an_hour - 1 limit 1),
    (select used_at + interval '1 day' from sender_budgets where key = budget_key and used_at > now() - interval '1 day'
      order by used_at desc offset a_day - 1 limit 1)) into free_at;
  if free_at is not null then return extract(epoch from free_at - now()); end if;
  insert into sender_budgets (key) values (budget_key);
  return null;
end
$function$;

-- Does the address list of the tenant refuse this address for the session of an embed token? SECURITY DEFINER, because the
-- caller has only the token, and no session is open. False for an unknown token: the report service judges that one.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.is_embed_token_refused(given_token text, client_address inet)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM (embed_tokens e
              JOIN sessions x ON ((x.id = e.session_id)))
           WHERE ((e.token_id = is_embed_token_refused.given_token) AND (app.refuse_address(x.*, is_embed_token_refused.client_address) IS NOT NULL)))) AS "exists";
END;
