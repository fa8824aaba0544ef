-- The schema as a whole. `npm run tables` writes this file from the catalogs of a database with all migrations and functions;
-- `npm run check` compares it. It is for reading: change tables with a new file in database/migrations, and functions in
-- database/functions, where they stand with their comments.
--
-- Row-level security is enabled and forced on every table, unless the table says otherwise. The owner has all rights.
-- Policies named `application` and `platform` come from app.row_policy() and app.platform_policy(), below.

CREATE EXTENSION btree_gin;

CREATE EXTENSION pg_trgm;

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
  -- Only the platform staff may be signed in.
  maintenance boolean NOT NULL DEFAULT false,
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.platform_standing(hidden_menu, maintenance)) STORED,
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
  -- A copy of the host of the main domain (table domains).
  domain text,
  enabled boolean NOT NULL DEFAULT true,
  hidden_menu text[] NOT NULL DEFAULT '{}'::text[],
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.partner_standing(enabled, hidden_menu)) STORED,
  CONSTRAINT partners_pkey PRIMARY KEY (id),
  CONSTRAINT partners_name_key UNIQUE (name),
  CONSTRAINT partners_standing_key UNIQUE (id, standing),
  CONSTRAINT partners_subdomain_key UNIQUE (subdomain)
);
CREATE POLICY manage ON partners TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY platform ON partners TO vitrine_platform USING (true);
CREATE POLICY read ON partners FOR SELECT TO vitrine_app USING (id = (SELECT app.partner_id()) OR (SELECT app.on_platform()));
CREATE TRIGGER end_sessions_at_old_address AFTER UPDATE OF subdomain ON partners
  FOR EACH ROW WHEN (old.subdomain IS DISTINCT FROM new.subdomain)
  EXECUTE FUNCTION app.end_sessions_at_old_address();
CREATE TRIGGER require_main_domain AFTER INSERT OR UPDATE OF domain ON partners
  FOR EACH ROW
  EXECUTE FUNCTION app.require_main_domain();
GRANT SELECT, INSERT, UPDATE, DELETE ON partners TO vitrine_app, vitrine_platform;

-- Tenants (business units): organisations with their own people, reports and settings at their own host.
CREATE TABLE tenants (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL,
  name text NOT NULL,
  subdomain text NOT NULL,
  -- A copy of the host of the main domain (table domains).
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
  -- A tenant that is removed is closed at once; a job erases its rows step by step
  -- (features/organisation/tenants/server/jobs.ts).
  removing_since timestamp with time zone,
  -- Progress of the removal: the rows that were counted when the job started or resumed.
  rows_to_remove integer NOT NULL DEFAULT 0,
  -- Progress of the removal: the rows that are erased.
  rows_removed integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The language of the sign-in page at the first visit of a browser.
  default_language text NOT NULL DEFAULT 'pt-BR'::text,
  -- The client that is billed for the people of the tenant.
  client_id uuid,
  -- A copy of clients.standing, kept by the foreign key.
  client_standing jsonb,
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.tenant_standing(enabled, maintenance, trial_ends, hidden_menu, client_standing)) STORED,
  -- The end of the grace period of an ordered erasure: until then the tenant is closed and can be opened again. Null: no
  -- erasure is ordered.
  erase_at timestamp with time zone,
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  CONSTRAINT tenants_name_key UNIQUE (partner_id, name),
  CONSTRAINT tenants_partner_key UNIQUE (partner_id, id),
  CONSTRAINT tenants_standing_key UNIQUE (id, standing),
  CONSTRAINT tenants_subdomain_key UNIQUE (subdomain),
  CONSTRAINT tenants_client FOREIGN KEY (partner_id, client_id, client_standing) REFERENCES clients(partner_id, id, standing) ON UPDATE CASCADE,
  CONSTRAINT tenants_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT tenants_client_standing CHECK ((client_id IS NULL) = (client_standing IS NULL)),
  CONSTRAINT tenants_closed_shut CHECK (erase_at IS NULL OR NOT enabled),
  CONSTRAINT tenants_default_language_check CHECK (default_language = ANY (ARRAY['pt-BR'::text, 'en-US'::text, 'es'::text, 'pt-PT'::text])),
  CONSTRAINT tenants_removing_ordered CHECK (removing_since IS NULL OR erase_at IS NOT NULL) NOT VALID,
  CONSTRAINT tenants_removing_shut CHECK (removing_since IS NULL OR NOT enabled),
  CONSTRAINT tenants_user_limit_check CHECK (user_limit >= 1 AND user_limit <= 1000000)
);
CREATE INDEX tenants_by_client ON tenants USING btree (client_id) WHERE client_id IS NOT NULL;
CREATE UNIQUE INDEX tenants_default_for_registration_key ON tenants USING btree (partner_id) WHERE default_for_registration;
CREATE UNIQUE INDEX tenants_default_for_sso_key ON tenants USING btree (partner_id) WHERE default_for_sso;
CREATE INDEX tenants_erase_at ON tenants USING btree (erase_at) WHERE erase_at IS NOT NULL;
CREATE POLICY manage ON tenants TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND partner_id = (SELECT app.partner_id()));
CREATE POLICY platform ON tenants TO vitrine_platform USING (true);
CREATE POLICY read ON tenants FOR SELECT TO vitrine_app
  USING (id = (SELECT app.tenant_id()) OR (SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND partner_id = (SELECT app.partner_id()));
CREATE TRIGGER end_sessions_at_old_address AFTER UPDATE OF subdomain ON tenants
  FOR EACH ROW WHEN (old.subdomain IS DISTINCT FROM new.subdomain)
  EXECUTE FUNCTION app.end_sessions_at_old_address();
CREATE TRIGGER make_settings AFTER INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION app.make_settings();
CREATE TRIGGER move_billing AFTER UPDATE OF client_id ON tenants
  FOR EACH ROW WHEN (old.client_id IS DISTINCT FROM new.client_id)
  EXECUTE FUNCTION app.move_billing();
CREATE TRIGGER require_main_domain AFTER INSERT OR UPDATE OF domain ON tenants
  FOR EACH ROW
  EXECUTE FUNCTION app.require_main_domain();
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
  CONSTRAINT files_path_check CHECK (path ~ '^(public|private)/[0-9a-f-]{36}/[A-Za-z0-9_-]{22}[.](png|webp)$'::text OR path ~ '^private/[0-9a-f-]{36}/[A-Za-z0-9_-]{22}[.]bin$'::text)
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
  -- May staff enter the tenant, and may administrators enter the sessions of its people?
  allow_remote_access boolean NOT NULL DEFAULT true,
  -- New people get a mail with a link to set their first password.
  send_invitations boolean NOT NULL DEFAULT true,
  -- The following rules and the expiry of passwords are in force.
  password_rules boolean NOT NULL DEFAULT false,
  password_min_length integer NOT NULL DEFAULT 8,
  password_capital boolean NOT NULL DEFAULT false,
  password_special boolean NOT NULL DEFAULT false,
  -- Days after which a password must be changed; 0: never.
  password_days integer NOT NULL DEFAULT 0,
  password_rules_changed_at timestamp with time zone,
  -- Must everybody who signs in here with a password prove a second factor?
  require_two_factor boolean NOT NULL DEFAULT false,
  -- May administrators with the toggle `configure_two_factor` see and change the two-factor settings?
  admins_set_two_factor boolean NOT NULL DEFAULT true,
  -- May people trust a browser for 30 days, so that it needs no second factor?
  trust_browsers boolean NOT NULL DEFAULT false,
  -- People may register themselves, if tenants.registration_enabled allows it.
  auto_register boolean NOT NULL DEFAULT false,
  -- An administrator approves each registration.
  registration_approval boolean NOT NULL DEFAULT false,
  -- E-mail domains from which people may register; none: any.
  registration_domains text[] NOT NULL DEFAULT '{}'::text[],
  -- Days without a sign-in after which a person is blocked; 0: never.
  auto_block_days integer NOT NULL DEFAULT 0,
  -- May pages of other sites show reports of the tenant in a frame?
  embedded_access boolean NOT NULL DEFAULT false,
  -- The origins whose pages may frame ours. They stand in a header, so no other sign is allowed.
  embedded_origins text[] NOT NULL DEFAULT '{}'::text[],
  -- The secret that signs tokens of embedded access; write-only.
  embedded_secret_sealed bytea,
  -- When the secret was made. A new one ends the sessions of the earlier one.
  embedded_secret_at timestamp with time zone,
  -- People get a copy of their notifications by e-mail.
  send_notification_mails boolean NOT NULL DEFAULT false,
  -- The words of the watermark with variables such as {{email}}; null: e-mail and day.
  watermark_text text,
  -- Hosts whose https pages external reports may show. They are written into the policy of a page, so that nothing else may be
  -- in them.
  external_hosts text[] NOT NULL DEFAULT '{}'::text[],
  -- The tenant has a help desk.
  help_desk boolean NOT NULL DEFAULT true,
  -- While there is a help desk: people get a copy of notifications about tickets by e-mail, whatever send_notification_mails
  -- says.
  send_help_desk_mails boolean NOT NULL DEFAULT true,
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.settings_standing(timezone, allowed_addresses, help_desk)) STORED,
  -- Administrators with the toggle import_users add people of other tenants of the partner.
  import_from_units boolean NOT NULL DEFAULT false,
  -- What happens when a person of another tenant of the partner registers here or comes by an identity provider or a directory.
  -- no: they are refused, and people whose home is this tenant are refused elsewhere; ask: an administrator decides; at_once:
  -- they become a member. Only with at_once may identity providers and directories of other tenants bring people whose home is
  -- this tenant.
  known_people text NOT NULL DEFAULT 'ask'::text,
  -- Pushes have the sentence of the notification, with names and values. False: they only say of what kind it is.
  push_shows_content boolean NOT NULL DEFAULT false,
  CONSTRAINT settings_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT settings_standing_key UNIQUE (tenant_id, standing),
  CONSTRAINT settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT settings_auto_block_days_check CHECK (auto_block_days >= 0 AND auto_block_days <= 999),
  CONSTRAINT settings_embedded_origins_check CHECK (cardinality(embedded_origins) <= 50 AND array_to_string(embedded_origins, ' '::text) ~ '^(https?://[][a-z0-9.:_-]+( |$))*$'::text),
  CONSTRAINT settings_embedded_secret_check CHECK ((embedded_secret_sealed IS NULL) = (embedded_secret_at IS NULL)),
  CONSTRAINT settings_external_hosts_check CHECK (cardinality(external_hosts) <= 50 AND array_to_string(external_hosts, ' '::text) ~ '^([a-z0-9][a-z0-9.-]*( |$))*$'::text),
  CONSTRAINT settings_home_page_check CHECK (home_page = ANY (ARRAY['dashboard'::text, 'reports'::text, 'report'::text, 'playlists'::text, 'catalogs'::text])),
  CONSTRAINT settings_known_people CHECK (known_people = ANY (ARRAY['no'::text, 'ask'::text, 'at_once'::text])),
  CONSTRAINT settings_login_timeout_hours_check CHECK (login_timeout_hours >= 1 AND login_timeout_hours <= 720),
  CONSTRAINT settings_password_days_check CHECK (password_days >= 0 AND password_days <= 999),
  CONSTRAINT settings_password_min_length_check CHECK (password_min_length >= 8 AND password_min_length <= 64),
  CONSTRAINT settings_registration_domains_check CHECK (cardinality(registration_domains) <= 50),
  CONSTRAINT settings_timezone_known CHECK (app.is_timezone(timezone))
);
CREATE POLICY application ON settings TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON settings TO vitrine_platform USING (true);
CREATE TRIGGER end_embedded_sessions AFTER UPDATE OF embedded_access, embedded_secret_at ON settings
  FOR EACH ROW WHEN (old.embedded_access AND NOT new.embedded_access OR old.embedded_secret_at IS DISTINCT FROM new.embedded_secret_at)
  EXECUTE FUNCTION app.end_embedded_sessions();
CREATE TRIGGER end_remote_sessions AFTER UPDATE OF allow_remote_access ON settings
  FOR EACH ROW WHEN (old.allow_remote_access AND NOT new.allow_remote_access)
  EXECUTE FUNCTION app.end_remote_sessions();
CREATE TRIGGER note_password_rules AFTER UPDATE OF password_rules, password_min_length, password_capital, password_special, password_days ON settings
  FOR EACH ROW WHEN (old.password_rules IS DISTINCT FROM new.password_rules OR old.password_min_length IS DISTINCT FROM new.password_min_length OR old.password_capital IS DISTINCT FROM new.password_capital OR old.password_special IS DISTINCT FROM new.password_special OR old.password_days IS DISTINCT FROM new.password_days)
  EXECUTE FUNCTION app.note_password_rules();
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
  password_changed_at timestamp with time zone NOT NULL DEFAULT now(),
  -- A master who sees the bills of the clients of the partner.
  billing_administrator boolean NOT NULL DEFAULT false,
  -- One of the platform staff who can be named as the seller of a client.
  seller boolean NOT NULL DEFAULT false,
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.person_standing(email, name, language, staff, staff_state, partner_id, billing_administrator)) STORED,
  -- When name, e-mail or language changed last. Null: not since the person was created.
  modified_at timestamp with time zone,
  -- Counts for staff only: handles tickets that were handed up. Members of a tenant have a toggle of the same name.
  support_agent boolean NOT NULL DEFAULT true,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_standing_key UNIQUE (id, standing),
  CONSTRAINT users_home_tenant_id_fkey FOREIGN KEY (home_tenant_id) REFERENCES tenants(id) DEFERRABLE,
  CONSTRAINT users_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT users_auth_type_check CHECK (auth_type = ANY (ARRAY['password'::text, 'saml'::text, 'microsoft'::text])),
  CONSTRAINT users_billing_administrator CHECK (NOT billing_administrator OR NOT staff IS DISTINCT FROM 'master'::text),
  CONSTRAINT users_email_check CHECK (email = lower(email)),
  CONSTRAINT users_language_check CHECK (language = ANY (ARRAY['pt-BR'::text, 'en-US'::text, 'es'::text, 'pt-PT'::text])),
  CONSTRAINT users_seller CHECK (NOT seller OR NOT staff IS DISTINCT FROM 'a2m'::text),
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
CREATE TRIGGER copy_texts_of_changed AFTER UPDATE ON users REFERENCING OLD TABLE AS former NEW TABLE AS present FOR EACH STATEMENT
  EXECUTE FUNCTION app.copy_texts_of_users();
CREATE TRIGGER delete_sign_in_devices AFTER UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (old.password_hash IS DISTINCT FROM new.password_hash)
  EXECUTE FUNCTION app.delete_sign_in_devices();
CREATE TRIGGER erase_name_on_bills AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION app.erase_name_on_bills();
CREATE TRIGGER note_erased_person AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION app.note_erased_person();
CREATE TRIGGER note_modification AFTER UPDATE OF email, name, language ON users
  FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email OR old.name IS DISTINCT FROM new.name OR old.language IS DISTINCT FROM new.language)
  EXECUTE FUNCTION app.note_modification();
CREATE TRIGGER note_password AFTER UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (old.password_hash IS DISTINCT FROM new.password_hash)
  EXECUTE FUNCTION app.note_password();
CREATE TRIGGER require_master AFTER DELETE OR UPDATE OF staff_state ON users
  FOR EACH ROW WHEN (old.staff = 'master'::text AND old.staff_state = 'A'::text)
  EXECUTE FUNCTION app.require_master();
CREATE TRIGGER require_unused_user_name AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email)
  EXECUTE FUNCTION app.require_unused_user_name();
CREATE TRIGGER void_password_links AFTER UPDATE OF password_hash, email ON users
  FOR EACH ROW WHEN (old.password_hash IS DISTINCT FROM new.password_hash OR old.email IS DISTINCT FROM new.email)
  EXECUTE FUNCTION app.void_password_links();
GRANT SELECT, INSERT ON users TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO vitrine_platform;
GRANT UPDATE (email, name, password_hash, language, version, modified_at) ON users TO vitrine_app;

-- A person in a tenant: profile, state, telephone and toggles.
CREATE TABLE memberships (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  user_id uuid NOT NULL,
  profile text NOT NULL DEFAULT 'user'::text,
  -- A active, B blocked, I inactive, D deactivated, T test.
  state text NOT NULL DEFAULT 'A'::text,
  phone text,
  department text,
  -- Standing consent of the person: who may access people remotely uses their session without asking each time.
  allow_remote_access boolean NOT NULL DEFAULT false,
  -- The person is not blocked for lack of sign-ins.
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
  -- The directory maintains this person: their identity and state are changed there only.
  scim_managed boolean NOT NULL DEFAULT false,
  -- The id of the person in the directory (externalId of RFC 7643).
  scim_external_id text,
  -- The userName of the directory, where it is not the e-mail.
  scim_user_name text,
  -- When an administrator enabled the person last. The days without a sign-in count from then, so that they are not blocked
  -- again at once.
  enabled_at timestamp with time zone,
  -- When a column that a directory sees changed last. Null: not since it was created.
  modified_at timestamp with time zone,
  CONSTRAINT memberships_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT memberships_phone_key UNIQUE (tenant_id, phone),
  CONSTRAINT memberships_scim_external_key UNIQUE (tenant_id, scim_external_id),
  CONSTRAINT memberships_standing_key UNIQUE (tenant_id, user_id, standing),
  CONSTRAINT memberships_shift_fkey FOREIGN KEY (tenant_id, shift_id) REFERENCES shifts(tenant_id, id) ON DELETE SET NULL (shift_id),
  CONSTRAINT memberships_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT memberships_profile_check CHECK (profile = ANY (ARRAY['admin'::text, 'user'::text])),
  CONSTRAINT memberships_state_check CHECK (state = ANY (ARRAY['A'::text, 'B'::text, 'I'::text, 'D'::text, 'T'::text]))
);
CREATE INDEX memberships_shift ON memberships USING btree (tenant_id, shift_id) WHERE shift_id IS NOT NULL;
CREATE INDEX memberships_user ON memberships USING btree (user_id);
CREATE UNIQUE INDEX memberships_user_name_key ON memberships USING btree (lower(scim_user_name), tenant_id) WHERE scim_user_name IS NOT NULL;
CREATE POLICY application ON memberships TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON memberships TO vitrine_platform USING (true);
CREATE TRIGGER announce_identity_value AFTER UPDATE OF custom ON memberships
  FOR EACH ROW WHEN (old.custom IS DISTINCT FROM new.custom)
  EXECUTE FUNCTION app.announce_identity_value();
CREATE TRIGGER copy_texts_of_changed AFTER UPDATE ON memberships REFERENCING OLD TABLE AS former NEW TABLE AS present FOR EACH STATEMENT
  EXECUTE FUNCTION app.copy_texts_of_memberships();
CREATE TRIGGER copy_texts_of_new AFTER INSERT ON memberships REFERENCING NEW TABLE AS present FOR EACH STATEMENT
  EXECUTE FUNCTION app.copy_texts_of_memberships();
CREATE TRIGGER emit_added AFTER INSERT ON memberships REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION app.emit_membership_events();
CREATE TRIGGER emit_changed AFTER UPDATE OF state ON memberships
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION app.emit_membership_events();
CREATE TRIGGER emit_removed AFTER DELETE ON memberships REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION app.emit_membership_events();
CREATE TRIGGER enforce_user_limit_of_changed AFTER UPDATE ON memberships REFERENCING OLD TABLE AS before_stored NEW TABLE AS now_stored FOR EACH STATEMENT
  EXECUTE FUNCTION app.enforce_user_limit();
CREATE TRIGGER enforce_user_limit_of_new AFTER INSERT ON memberships REFERENCING NEW TABLE AS now_stored FOR EACH STATEMENT
  EXECUTE FUNCTION app.enforce_user_limit();
CREATE TRIGGER erase_user_without_membership AFTER DELETE ON memberships REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION app.erase_user_without_membership();
CREATE TRIGGER note_modification AFTER UPDATE OF phone, department, state, scim_external_id, scim_user_name, custom ON memberships
  FOR EACH ROW WHEN (old.phone IS DISTINCT FROM new.phone OR old.department IS DISTINCT FROM new.department OR old.state IS DISTINCT FROM new.state OR old.scim_external_id IS DISTINCT FROM new.scim_external_id OR old.scim_user_name IS DISTINCT FROM new.scim_user_name OR old.custom IS DISTINCT FROM new.custom)
  EXECUTE FUNCTION app.note_modification();
CREATE TRIGGER require_administrator AFTER DELETE OR UPDATE ON memberships
  FOR EACH ROW WHEN (old.profile = 'admin'::text AND old.state = 'A'::text)
  EXECUTE FUNCTION app.require_administrator();
CREATE TRIGGER require_unique_user_name_of_changed AFTER UPDATE OF scim_user_name ON memberships
  FOR EACH ROW WHEN (old.scim_user_name IS DISTINCT FROM new.scim_user_name)
  EXECUTE FUNCTION app.require_unique_user_name();
CREATE TRIGGER require_unique_user_name_of_new AFTER INSERT ON memberships REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION app.require_unique_user_name();
CREATE TRIGGER withdraw_remote_consent AFTER UPDATE OF allow_remote_access ON memberships
  FOR EACH ROW WHEN (old.allow_remote_access AND NOT new.allow_remote_access)
  EXECUTE FUNCTION app.withdraw_remote_consent();
GRANT SELECT, INSERT, UPDATE, DELETE ON memberships TO vitrine_app, vitrine_platform;

-- Named sets of people of a tenant; a report can be granted to a group.
CREATE TABLE user_groups (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  description text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The directory maintains name and members of this group.
  scim_managed boolean NOT NULL DEFAULT false,
  scim_external_id text,
  -- When name, external id or members changed last. Null: not since it was created.
  modified_at timestamp with time zone,
  CONSTRAINT user_groups_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT user_groups_scim_external_key UNIQUE (tenant_id, scim_external_id),
  CONSTRAINT user_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_groups_name_key ON user_groups USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON user_groups TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON user_groups TO vitrine_platform USING (true);
CREATE TRIGGER note_modification AFTER UPDATE OF name, scim_external_id ON user_groups
  FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.scim_external_id IS DISTINCT FROM new.scim_external_id)
  EXECUTE FUNCTION app.note_modification();
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
CREATE TRIGGER note_new_members AFTER INSERT ON user_group_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION app.note_changed_members();
CREATE TRIGGER note_removed_members AFTER DELETE ON user_group_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION app.note_changed_members();
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
  -- The form of self-registration asks for it.
  in_registration boolean NOT NULL DEFAULT false,
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
CREATE TRIGGER announce_identity_field AFTER UPDATE OF in_registration ON custom_fields
  FOR EACH ROW WHEN (old.in_registration IS DISTINCT FROM new.in_registration)
  EXECUTE FUNCTION app.announce_identity_field();
CREATE TRIGGER copy_texts_of_field AFTER UPDATE OF searchable ON custom_fields
  FOR EACH ROW WHEN (old.searchable IS DISTINCT FROM new.searchable)
  EXECUTE FUNCTION app.copy_texts_of_field();
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
  -- How the records are laid out; null: as the list begins.
  layout text,
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

-- Browsers that have signed a person in. The token gives the browser a rate limit of its own, which strangers cannot use up;
-- that of a trusted browser also replaces the second factor. It opens nothing without the password. It is replaced at each
-- sign-in and deleted with the password for which it was given.
CREATE TABLE sign_in_devices (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  -- Hash of the last network: one at which many people sign in may fail more often.
  network bytea NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  -- Until then, this browser needs no second factor where the tenant allows trusted browsers. Ends with the two-factor sign-in
  -- of the person.
  trusted_until timestamp with time zone,
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
  -- Why the person is refused whatever the day is; null: not refused.
  refusal text GENERATED ALWAYS AS (app.standing_refusal(person_standing, membership_standing, tenant_standing, partner_standing, partner_id, '-infinity'::date)) STORED,
  -- From this day on, the standing is judged again with the date of the day.
  changes_on date GENERATED ALWAYS AS (app.standing_changes_on(membership_standing, tenant_standing)) STORED,
  -- Only addresses on the list of the tenant may use it. Staff are not restricted.
  restricted boolean NOT NULL GENERATED ALWAYS AS ((person_standing ->> 'staff'::text) IS NULL AND COALESCE((settings_standing -> 'restricted'::text)::boolean, false)) STORED,
  shift_id uuid GENERATED ALWAYS AS ((membership_standing ->> 'shift_id'::text)::uuid) STORED,
  -- The profile with which staff work inside a tenant: its administrator or its reader.
  acting_profile text,
  -- Remote access: the person who uses the session of user_id. Null: the person of user_id. Both are judged on every request.
  real_user_id uuid,
  -- {"session_id", "host", "tenant_id", "path"}: where staff came from when they switched into the tenant. Switching back leads
  -- there.
  origin jsonb,
  real_standing jsonb,
  real_membership_standing jsonb,
  profile text GENERATED ALWAYS AS (COALESCE(acting_profile, person_standing ->> 'staff'::text, membership_standing ->> 'profile'::text)) STORED,
  facts text NOT NULL GENERATED ALWAYS AS (app.session_facts(id, user_id, tenant_id, partner_id, auth_type, host, expires_at, idle_minutes, acting_profile, real_user_id, origin, person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing, real_standing)) STORED,
  real_refusal text GENERATED ALWAYS AS (
CASE
    WHEN real_standing IS NOT NULL THEN COALESCE(app.standing_refusal(real_standing, real_membership_standing, tenant_standing, partner_standing, partner_id, '-infinity'::date),
    CASE
        WHEN (real_standing ->> 'staff'::text) IS NULL AND ((real_membership_standing ->> 'profile'::text) IS DISTINCT FROM 'admin'::text OR NOT (real_membership_standing -> 'toggles'::text) ? 'remote_access'::text) THEN 'session.unauthorized'::text
        ELSE NULL::text
    END)
    ELSE NULL::text
END) STORED,
  real_changes_on date GENERATED ALWAYS AS (app.standing_changes_on(real_membership_standing, tenant_standing)) STORED,
  -- The person proved a second factor when the session, or the one it was switched from, began.
  second_factor boolean NOT NULL DEFAULT false,
  -- A mandatory term may be due: only then app.refuse_terms() looks. Set by each published mandatory term, cleared by an
  -- acceptance.
  asks_terms boolean NOT NULL DEFAULT false,
  -- When the person proved who they are; a session that begins by a switch keeps the time of the earlier one. Null: not known.
  signed_in_at timestamp with time zone DEFAULT now(),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_membership FOREIGN KEY (tenant_id, user_id, membership_standing) REFERENCES memberships(tenant_id, user_id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_partner FOREIGN KEY (partner_id, partner_standing) REFERENCES partners(id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT sessions_person FOREIGN KEY (user_id, person_standing) REFERENCES users(id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_platform FOREIGN KEY (platform, platform_standing) REFERENCES platform(singleton, standing) ON UPDATE CASCADE,
  CONSTRAINT sessions_real_membership FOREIGN KEY (tenant_id, real_user_id, real_membership_standing) REFERENCES memberships(tenant_id, user_id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_real_person FOREIGN KEY (real_user_id, real_standing) REFERENCES users(id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_settings FOREIGN KEY (tenant_id, settings_standing) REFERENCES settings(tenant_id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_tenant FOREIGN KEY (tenant_id, tenant_standing) REFERENCES tenants(id, standing) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT sessions_tenant_partner FOREIGN KEY (partner_id, tenant_id) REFERENCES tenants(partner_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT sessions_acting_profile_check CHECK (acting_profile = ANY (ARRAY['admin'::text, 'user'::text])),
  CONSTRAINT sessions_acting_staff CHECK (acting_profile IS NULL OR ended_at IS NOT NULL OR (person_standing ->> 'staff'::text) IS NOT NULL AND tenant_id IS NOT NULL),
  CONSTRAINT sessions_auth_type_check CHECK (auth_type = ANY (ARRAY['password'::text, 'saml'::text, 'microsoft'::text, 'embedded'::text, 'playlist'::text])),
  CONSTRAINT sessions_platform_check CHECK (platform),
  CONSTRAINT sessions_real_standing_whole CHECK (
CASE
    WHEN ended_at IS NULL AND real_user_id IS NOT NULL THEN real_standing IS NOT NULL AND ((real_standing ->> 'staff'::text) IS NOT NULL OR real_membership_standing IS NOT NULL)
    ELSE num_nonnulls(real_standing, real_membership_standing) = 0
END),
  CONSTRAINT sessions_standing_whole CHECK (
CASE
    WHEN ended_at IS NULL THEN person_standing IS NOT NULL AND platform_standing IS NOT NULL AND (tenant_id IS NULL) = (tenant_standing IS NULL) AND (tenant_id IS NULL) = (settings_standing IS NULL) AND (tenant_id IS NULL OR partner_id IS NOT NULL) AND (partner_id IS NULL) = (partner_standing IS NULL)
    ELSE num_nonnulls(person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing) = 0
END)
);
CREATE INDEX sessions_by_partner ON sessions USING btree (partner_id);
CREATE INDEX sessions_by_real_user ON sessions USING btree (real_user_id) WHERE real_user_id IS NOT NULL;
CREATE INDEX sessions_by_tenant ON sessions USING btree (tenant_id);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id, tenant_id);
CREATE INDEX sessions_running ON sessions USING btree (user_id, last_seen_at) WHERE ended_at IS NULL;
CREATE POLICY platform ON sessions TO vitrine_platform USING (true);
CREATE TRIGGER clear_standing BEFORE UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (new.ended_at IS NOT NULL)
  EXECUTE FUNCTION app.clear_standing();
CREATE TRIGGER copy_standing BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION app.copy_standing();
CREATE TRIGGER end_accesses_of_session AFTER UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (old.real_user_id IS NULL AND old.ended_at IS NULL AND new.ended_at IS NOT NULL AND new.ended_by IS DISTINCT FROM 'expired'::text)
  EXECUTE FUNCTION app.end_accesses_of_session();
CREATE TRIGGER end_remote_access AFTER UPDATE ON sessions
  FOR EACH ROW WHEN (old.real_user_id IS NOT NULL AND old.ended_at IS NULL AND (new.ended_at IS NOT NULL OR new.refusal IS NOT NULL OR new.real_refusal IS NOT NULL))
  EXECUTE FUNCTION app.end_remote_access();
CREATE TRIGGER end_removed_remote_access AFTER DELETE ON sessions
  FOR EACH ROW WHEN (old.real_user_id IS NOT NULL AND old.ended_at IS NULL)
  EXECUTE FUNCTION app.end_remote_access();
CREATE TRIGGER forget_push_devices AFTER UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (old.ended_at IS NULL AND new.ended_at IS NOT NULL AND new.ended_by IS DISTINCT FROM 'expired'::text)
  EXECUTE FUNCTION app.forget_push_devices();
CREATE TRIGGER note_asked_terms BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION app.note_asked_terms();
CREATE TRIGGER note_billable_person AFTER INSERT ON sessions
  FOR EACH ROW WHEN (new.membership_standing IS NOT NULL AND (new.membership_standing ->> 'state'::text) <> 'T'::text AND new.real_user_id IS NULL AND new.auth_type <> 'playlist'::text)
  EXECUTE FUNCTION app.note_billable_person();
CREATE TRIGGER note_used_session AFTER UPDATE OF last_seen_at ON sessions
  FOR EACH ROW WHEN (new.membership_standing IS NOT NULL AND (new.membership_standing ->> 'state'::text) <> 'T'::text AND new.real_user_id IS NULL AND new.auth_type <> 'playlist'::text)
  EXECUTE FUNCTION app.note_billable_person();
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
CREATE INDEX workspaces_by_service ON workspaces USING btree (lower(service_id));
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
  -- What the report service was told about the reader (identity and pages), as JSON text: the token is revoked when a grant
  -- says something else.
  identity text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  -- The person as whom an administrator previews the report; null: the token is the reader's own.
  reads_as uuid,
  -- Hash of the saved grants of the report, over which a preview shows the grants of a form; null: the token has the saved
  -- grants.
  draft_over text,
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
  -- The name of an icon of the portal; null: that of a folder.
  icon text,
  -- The name by language. A language without one has `name`.
  names jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT report_groups_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT report_groups_icon_check CHECK (icon ~ '^[a-z-]{1,40}$'::text),
  CONSTRAINT report_groups_names CHECK (app.is_by_language(names))
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
  -- The name by language. A language without one has `name`.
  names jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT report_subgroups_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_subgroups_group FOREIGN KEY (tenant_id, group_id) REFERENCES report_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_subgroups_names CHECK (app.is_by_language(names))
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
  -- Phones and the installed web app offer the report.
  show_on_app boolean NOT NULL DEFAULT true,
  -- The phone layout shows the background of the report.
  show_mobile_background boolean NOT NULL DEFAULT true,
  show_visual_headers boolean NOT NULL DEFAULT true,
  show_toolbar boolean NOT NULL DEFAULT true,
  show_last_update boolean NOT NULL DEFAULT true,
  recommended_resolution text,
  orientation text NOT NULL DEFAULT 'auto'::text,
  hidden boolean NOT NULL DEFAULT false,
  -- People who may open the report may save it as a file, with the rows that they may see.
  export boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- A picture instead of the pattern that is drawn from the name.
  cover text,
  -- Filters that the publisher set for all readers. They arrange the report; row-level security protects its rows.
  filters jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- Who published the report. The catalog names them.
  added_by uuid,
  -- The place within the subgroup. Reports without one come last, by name.
  "position" integer,
  -- People who may open the report read and write comments.
  allow_comments boolean NOT NULL DEFAULT true,
  -- The interval in seconds at which an open report asks for its data again; null: never.
  refresh_seconds integer,
  -- The name by language. A language without one has `name`.
  names jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- The description in the catalog by language.
  catalog_descriptions jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT reports_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT reports_name_key UNIQUE (tenant_id, subgroup_id, name),
  CONSTRAINT reports_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT reports_cover_fkey FOREIGN KEY (cover) REFERENCES files(path) DEFERRABLE,
  CONSTRAINT reports_subgroup FOREIGN KEY (tenant_id, subgroup_id) REFERENCES report_subgroups(tenant_id, id) DEFERRABLE,
  CONSTRAINT reports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT reports_workspace FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspaces(tenant_id, id) DEFERRABLE,
  CONSTRAINT reports_catalog_descriptions CHECK (app.is_by_language(catalog_descriptions)),
  CONSTRAINT reports_filters_check CHECK (jsonb_typeof(filters) = 'array'::text),
  CONSTRAINT reports_names CHECK (app.is_by_language(names)),
  CONSTRAINT reports_orientation_check CHECK (orientation = ANY (ARRAY['landscape'::text, 'portrait'::text, 'auto'::text])),
  CONSTRAINT reports_refresh_seconds CHECK (refresh_seconds >= 30 AND refresh_seconds <= 86400)
);
CREATE INDEX reports_by_cover ON reports USING btree (cover) WHERE cover IS NOT NULL;
CREATE INDEX reports_by_dataset ON reports USING btree (tenant_id, workspace_id, service_dataset_id);
CREATE INDEX reports_by_subgroup ON reports USING btree (tenant_id, subgroup_id);
CREATE INDEX reports_by_workspace ON reports USING btree (tenant_id, workspace_id);
CREATE INDEX reports_on_catalog ON reports USING btree (tenant_id) WHERE show_on_catalog;
CREATE POLICY application ON reports TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON reports TO vitrine_platform USING (true);
CREATE TRIGGER keep_datasets AFTER INSERT OR DELETE OR UPDATE OF workspace_id, service_dataset_id ON reports
  FOR EACH ROW
  EXECUTE FUNCTION app.keep_datasets();
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
  -- The last day of the grant, in the time zone of the tenant. A job removes the grant on the next day.
  ends_on date,
  -- The filters that the publisher set for the report do not apply.
  without_filters boolean NOT NULL DEFAULT false,
  -- Names of the pages that the grant opens, as the report service knows them; null: all pages.
  pages text[],
  -- The custom field whose value is the user name of the identity. No foreign key: when the field is removed, the grant stays
  -- and opens nothing.
  identity_field uuid,
  -- Where the custom data of the identity comes from.
  custom_data_from text NOT NULL DEFAULT 'value'::text,
  -- The custom field whose value is the custom data. No foreign key: when the field is removed, the grant stays and opens
  -- nothing.
  custom_data_field uuid,
  CONSTRAINT report_grants_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_grants_group_key UNIQUE (tenant_id, report_id, group_id),
  CONSTRAINT report_grants_user_key UNIQUE (tenant_id, report_id, user_id),
  CONSTRAINT report_grants_group FOREIGN KEY (tenant_id, group_id) REFERENCES user_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_grants_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_grants_user FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT report_grants_custom_data CHECK (custom_data_from = 'value'::text OR custom_data IS NULL),
  CONSTRAINT report_grants_custom_data_field CHECK ((custom_data_from = 'field'::text) = (custom_data_field IS NOT NULL)),
  CONSTRAINT report_grants_custom_data_from CHECK (custom_data_from = ANY (ARRAY['value'::text, 'email'::text, 'field'::text])),
  CONSTRAINT report_grants_field CHECK ((identity = 'field'::text) = (identity_field IS NOT NULL)),
  CONSTRAINT report_grants_identity_check CHECK (identity = ANY (ARRAY['email'::text, 'value'::text, 'field'::text])),
  CONSTRAINT report_grants_one_grantee CHECK (num_nonnulls(user_id, group_id) = 1),
  CONSTRAINT report_grants_pages_check CHECK (cardinality(pages) > 0),
  CONSTRAINT report_grants_value CHECK ((identity = 'value'::text) = (identity_value IS NOT NULL))
);
CREATE INDEX report_grants_by_group ON report_grants USING btree (tenant_id, group_id);
CREATE INDEX report_grants_by_user ON report_grants USING btree (tenant_id, user_id);
CREATE INDEX report_grants_ending ON report_grants USING btree (ends_on) WHERE ends_on IS NOT NULL;
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
  report_id uuid,
  user_id uuid NOT NULL,
  page_name text,
  origin text NOT NULL DEFAULT 'report'::text,
  load_ms integer,
  render_ms integer,
  at timestamp with time zone NOT NULL DEFAULT now(),
  -- The external report that was opened; its page reports nothing else.
  external_id uuid,
  CONSTRAINT report_views_pkey PRIMARY KEY (tenant_id, user_id, view_id, event, page),
  CONSTRAINT report_views_external FOREIGN KEY (tenant_id, external_id) REFERENCES external_reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_views_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT report_views_event_check CHECK (event = ANY (ARRAY['opened'::text, 'page'::text, 'rendered'::text, 'closed'::text, 'failed'::text])),
  CONSTRAINT report_views_one_report CHECK (num_nonnulls(report_id, external_id) = 1)
);
CREATE INDEX report_views_by_external ON report_views USING btree (tenant_id, external_id, at DESC) WHERE external_id IS NOT NULL;
CREATE INDEX report_views_by_report ON report_views USING btree (tenant_id, report_id, at DESC) WHERE event = 'opened'::text;
CREATE INDEX report_views_by_time ON report_views USING btree (tenant_id, at);
CREATE INDEX report_views_failed ON report_views USING btree (tenant_id, at) WHERE event = 'failed'::text;
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
  -- The partner of an actor who is staff and acts in a business unit, or the platform. Null: a person of the unit, nobody, or
  -- an entry outside of units.
  actor_origin text,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id),
  CONSTRAINT audit_entries_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE SET NULL,
  CONSTRAINT audit_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX audit_entries_by_actor ON audit_entries USING btree (actor_id);
CREATE INDEX audit_entries_by_partner ON audit_entries USING btree (partner_id, at DESC, id DESC);
CREATE INDEX audit_entries_by_target ON audit_entries USING btree (target_id);
CREATE INDEX audit_entries_by_tenant ON audit_entries USING btree (tenant_id, at DESC, id DESC);
CREATE POLICY append ON audit_entries FOR INSERT TO vitrine_app
  WITH CHECK (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()) AND (NOT partner_id IS DISTINCT FROM (SELECT app.partner_id()) OR (SELECT app.on_platform())));
CREATE POLICY platform_append ON audit_entries FOR INSERT TO vitrine_platform WITH CHECK (true);
CREATE POLICY platform_delete ON audit_entries FOR DELETE TO vitrine_platform
  USING ((tenant_id IN ( SELECT tenants.id
   FROM tenants
  WHERE tenants.removing_since IS NOT NULL)));
CREATE POLICY platform_prune ON audit_entries FOR DELETE TO vitrine_platform
  USING (tenant_id = (( SELECT NULLIF(current_setting('app.pruned_unit'::text, true), ''::text)::uuid AS "nullif")) AND at < (( SELECT LEAST(NULLIF(current_setting('app.pruned_before'::text, true), ''::text)::timestamp with time zone, now() - '30 days'::interval) AS "least")));
CREATE POLICY platform_read ON audit_entries FOR SELECT TO vitrine_platform USING (true);
CREATE POLICY platform_redact ON audit_entries FOR UPDATE TO vitrine_platform
  USING ((EXISTS ( SELECT
   FROM erased_people p
  WHERE p.forgotten_at IS NULL)))
  WITH CHECK (true);
CREATE POLICY read ON audit_entries FOR SELECT TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) OR (SELECT app.tenant_id()) IS NULL AND partner_id = (SELECT app.partner_id()) OR (SELECT app.on_platform()) AND tenant_id IS NULL);
CREATE TRIGGER forward_audit_entries AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION app.forward_audit_entries();
CREATE CONSTRAINT TRIGGER link_entry AFTER INSERT ON audit_entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION app.link_new_audit_entry();
GRANT SELECT, INSERT ON audit_entries TO vitrine_app;
GRANT SELECT, INSERT, DELETE ON audit_entries TO vitrine_platform;
GRANT UPDATE (actor_name, actor_email, address, target_name, changes) ON audit_entries TO vitrine_platform;

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
  -- The number of attempts after which the mail server may have accepted the mail, although no answer came.
  uncertain integer NOT NULL DEFAULT 0,
  claimed_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  -- Ends such mails with one click (RFC 8058); null: a mandatory mail.
  unsubscribe_url text,
  -- The Message-ID of every attempt, set before the first one: a second copy of a mail that is in doubt can be recognised.
  message_id text,
  -- The address that gets the reply; null: the sender.
  reply_to text,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_key UNIQUE NULLS NOT DISTINCT (tenant_id, idempotency_key),
  CONSTRAINT mails_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT mails_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'in_doubt'::text, 'failed'::text]))
);
CREATE INDEX mails_by_partner ON mails USING btree (partner_id, created_at DESC);
CREATE INDEX mails_by_tenant ON mails USING btree (tenant_id, created_at DESC);
CREATE INDEX mails_failed ON mails USING btree (tenant_id) WHERE state = 'failed'::text;
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

-- People who sign in with a second factor, and the sealed secret of their authenticator app (RFC 6238).
CREATE TABLE two_factors (
  user_id uuid NOT NULL,
  secret_sealed bytea NOT NULL,
  -- The time step of the last accepted code: no code of this step or an earlier one is accepted again.
  last_step bigint NOT NULL,
  -- The salt of the hashes of the recovery codes of this person.
  recovery_salt bytea NOT NULL,
  enabled_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT two_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE POLICY application ON two_factors TO vitrine_app USING (user_id = (SELECT app.user_id()));
CREATE POLICY platform ON two_factors TO vitrine_platform USING (true);
CREATE TRIGGER end_two_factor AFTER DELETE ON two_factors FOR EACH ROW EXECUTE FUNCTION app.end_two_factor();
GRANT SELECT, INSERT, UPDATE, DELETE ON two_factors TO vitrine_app, vitrine_platform;

-- Unused recovery codes, as argon2id hashes. A used one is deleted.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factors(user_id) ON DELETE CASCADE
);
CREATE POLICY application ON recovery_codes TO vitrine_app USING (user_id = (SELECT app.user_id()));
CREATE POLICY platform ON recovery_codes TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO vitrine_app, vitrine_platform;

-- Public keys of passkeys (WebAuthn). A passkey signs its person in with user verification, or is the second factor.
CREATE TABLE passkeys (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  user_id uuid NOT NULL,
  -- The relying party id: browsers use a passkey only at the host at which it was made.
  host text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON passkeys USING btree (user_id, host);
CREATE POLICY application ON passkeys TO vitrine_app USING (user_id = (SELECT app.user_id()));
CREATE POLICY platform ON passkeys TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO vitrine_app, vitrine_platform;

-- Requests to use the session of a person, and what became of them. The person reads the list of theirs.
CREATE TABLE remote_accesses (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  user_id uuid NOT NULL,
  -- Null: the requester was erased; name and profile are kept as they were.
  requester_id uuid,
  requester_name text NOT NULL,
  requester_profile text NOT NULL,
  reason text NOT NULL,
  -- The page of the requester, to which the end of the access leads.
  left_path text NOT NULL,
  asked_at timestamp with time zone NOT NULL DEFAULT now(),
  -- Without a start until then, the request has expired.
  expires_at timestamp with time zone NOT NULL,
  -- standing: the standing consent of the person answered; cancelled: the requester gave up; null: not answered.
  answer text,
  answered_at timestamp with time zone,
  session_id uuid,
  started_at timestamp with time zone,
  -- The latest end of the session.
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  CONSTRAINT remote_accesses_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT remote_accesses_person FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT remote_accesses_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT remote_accesses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT remote_accesses_answer_check CHECK (answer = ANY (ARRAY['standing'::text, 'authorized'::text, 'refused'::text, 'cancelled'::text])),
  CONSTRAINT remote_accesses_started CHECK ((num_nonnulls(session_id, started_at, ends_at) = ANY (ARRAY[0, 3])) AND (started_at IS NULL OR (answer = ANY (ARRAY['standing'::text, 'authorized'::text]))))
);
CREATE INDEX remote_accesses_by_person ON remote_accesses USING btree (tenant_id, user_id, asked_at DESC);
CREATE INDEX remote_accesses_by_requester ON remote_accesses USING btree (requester_id);
CREATE UNIQUE INDEX remote_accesses_session ON remote_accesses USING btree (session_id);
CREATE POLICY application ON remote_accesses TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON remote_accesses TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON remote_accesses TO vitrine_app, vitrine_platform;

-- An identity provider of a tenant that signs people in by SAML 2.0.
CREATE TABLE saml_apps (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  -- The issuer of its assertions.
  entity_id text NOT NULL,
  login_url text NOT NULL,
  logout_url text,
  -- PEM. Only these keys are trusted, never those that a message brings.
  certificates text[] NOT NULL,
  name_id_format text NOT NULL DEFAULT 'unspecified'::text,
  -- Names of the attributes with e-mail, name, groups and custom fields.
  attributes jsonb NOT NULL DEFAULT '{"email": "", "custom": {}, "groups": "", "nome_usuario": ""}'::jsonb,
  -- People who are not known yet are added at their first sign-in.
  create_users boolean NOT NULL DEFAULT false,
  -- Accepts assertions that this portal did not ask for.
  idp_initiated boolean NOT NULL DEFAULT false,
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The e-mail of an assertion links people of the tenant who have a password.
  link_users boolean NOT NULL DEFAULT false,
  CONSTRAINT saml_apps_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT saml_apps_entity_key UNIQUE (tenant_id, entity_id),
  CONSTRAINT saml_apps_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT saml_apps_name_id_format_check CHECK (name_id_format = ANY (ARRAY['unspecified'::text, 'persistent'::text, 'emailAddress'::text]))
);
CREATE UNIQUE INDEX saml_apps_name_key ON saml_apps USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON saml_apps TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON saml_apps TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON saml_apps TO vitrine_app, vitrine_platform;

-- Who the subject of an issuer is. The e-mail is no identity: it may change its owner.
CREATE TABLE saml_identities (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  app_id uuid NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The tenant of which the person became a member: this one, or the default for single sign-on.
  member_tenant_id uuid NOT NULL,
  -- The entity id of the identity provider. People of an earlier provider of the app do not sign in by its present one.
  issuer text NOT NULL,
  CONSTRAINT saml_identities_pkey PRIMARY KEY (tenant_id, app_id, issuer, subject),
  CONSTRAINT saml_identities_member_tenant_id_fkey FOREIGN KEY (member_tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT saml_identities_tenant_id_app_id_fkey FOREIGN KEY (tenant_id, app_id) REFERENCES saml_apps(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT saml_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX saml_identities_by_member_tenant ON saml_identities USING btree (member_tenant_id);
CREATE INDEX saml_identities_by_user ON saml_identities USING btree (user_id);
CREATE POLICY application ON saml_identities TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON saml_identities TO vitrine_platform USING (true);
CREATE TRIGGER fill_saml_issuer BEFORE INSERT ON saml_identities FOR EACH ROW EXECUTE FUNCTION app.fill_saml_issuer();
GRANT SELECT, INSERT, UPDATE, DELETE ON saml_identities TO vitrine_app, vitrine_platform;

-- Assertions that began a session. Each is accepted once, until it expires by itself.
CREATE TABLE saml_used_assertions (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  app_id uuid NOT NULL,
  assertion_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT saml_used_assertions_pkey PRIMARY KEY (tenant_id, app_id, assertion_id),
  CONSTRAINT saml_used_assertions_tenant_id_app_id_fkey FOREIGN KEY (tenant_id, app_id) REFERENCES saml_apps(tenant_id, id) ON DELETE CASCADE
);
CREATE POLICY application ON saml_used_assertions TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON saml_used_assertions TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON saml_used_assertions TO vitrine_app, vitrine_platform;

-- What a search of people reads, without case and accents. Triggers copy it from users, memberships and custom_fields.
CREATE TABLE person_texts (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  user_id uuid NOT NULL,
  -- Also the sort key of the name.
  name text NOT NULL,
  email text NOT NULL,
  -- Name, e-mail without its domain, values of searchable custom fields.
  own text NOT NULL,
  -- Name, e-mail, department, telephone, values of searchable custom fields.
  every text NOT NULL,
  CONSTRAINT person_texts_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT person_texts_membership FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE
);
CREATE INDEX person_texts_by_name ON person_texts USING btree (tenant_id, name text_pattern_ops, user_id);
CREATE INDEX person_texts_by_order ON person_texts USING btree (tenant_id, name, user_id);
CREATE INDEX person_texts_every ON person_texts USING gin (tenant_id, every gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE POLICY application ON person_texts TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON person_texts TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_texts TO vitrine_app, vitrine_platform;

-- Self-registrations that are not people yet.
CREATE TABLE registrations (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  email text NOT NULL,
  name text NOT NULL,
  phone text,
  department text,
  language text NOT NULL,
  custom jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- Argon2id in PHC format; becomes that of the person.
  password_hash text,
  -- unverified: the e-mail is not confirmed, erased after a day by the next registration; waiting: confirmed, waits for an
  -- administrator.
  state text NOT NULL DEFAULT 'unverified'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- [{"id", "version", "at", "address"}]: the terms that were accepted with the registration.
  terms jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- The client network that registered; empty once the e-mail is confirmed.
  network text NOT NULL DEFAULT ''::text,
  -- A person of another tenant of the partner, who waits for a membership and keeps their password; null: a new person.
  user_id uuid,
  -- True: a link by mail proved the address. False: an identity provider or a directory of the tenant named it.
  by_mail boolean NOT NULL DEFAULT true,
  CONSTRAINT registrations_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT registrations_email_key UNIQUE (tenant_id, email, state, network),
  CONSTRAINT registrations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT registrations_email_check CHECK (email = lower(email)),
  CONSTRAINT registrations_known_wait CHECK (user_id IS NULL OR state = 'waiting'::text),
  CONSTRAINT registrations_language_check CHECK (language = ANY (ARRAY['pt-BR'::text, 'en-US'::text, 'es'::text, 'pt-PT'::text])),
  CONSTRAINT registrations_of_known_people CHECK ((user_id IS NULL) = (password_hash IS NOT NULL)),
  CONSTRAINT registrations_state_check CHECK (state = ANY (ARRAY['unverified'::text, 'waiting'::text]))
);
CREATE INDEX registrations_of_person ON registrations USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE POLICY application ON registrations TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON registrations TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON registrations TO vitrine_app, vitrine_platform;

-- The directory of a tenant (SCIM 2.0): its token, of which only the SHA-256 is stored.
CREATE TABLE scim_connections (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  enabled boolean NOT NULL DEFAULT true,
  token_hash bytea NOT NULL,
  -- The last four letters of the token, by which people recognise it.
  token_hint text NOT NULL,
  -- The token before the last rotation; valid until old_valid_until.
  old_token_hash bytea,
  old_valid_until timestamp with time zone,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT scim_connections_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT scim_connections_tenant_key UNIQUE (tenant_id),
  CONSTRAINT scim_connections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX scim_connections_by_old_token ON scim_connections USING btree (old_token_hash) WHERE old_token_hash IS NOT NULL;
CREATE UNIQUE INDEX scim_connections_by_token ON scim_connections USING btree (token_hash);
CREATE POLICY application ON scim_connections TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON scim_connections TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON scim_connections TO vitrine_app, vitrine_platform;

-- An identity provider of a tenant that signs people in by OpenID Connect.
CREATE TABLE openid_providers (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  kind text NOT NULL,
  icon text NOT NULL,
  -- Its address and name: where its configuration is, and the `iss` of its tokens.
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- Sealed with APP_SECRET. Null: a client without a secret, which proves itself by PKCE alone.
  client_secret_sealed bytea,
  scopes text NOT NULL DEFAULT 'openid profile email'::text,
  -- Names of the claims with e-mail, name, groups and custom fields.
  attributes jsonb NOT NULL DEFAULT '{"email": "", "custom": {}, "groups": "", "nome_usuario": ""}'::jsonb,
  -- People who are not known yet are added at their first sign-in.
  create_users boolean NOT NULL DEFAULT false,
  -- A verified e-mail links people of the tenant who have a password.
  link_users boolean NOT NULL DEFAULT false,
  -- E-mail domains whose people may sign in; none: any.
  domains text[] NOT NULL DEFAULT '{}'::text[],
  -- Entra: ids of the directories whose people may sign in; needed when the application is multi-tenant.
  directories text[] NOT NULL DEFAULT '{}'::text[],
  status boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT openid_providers_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT openid_providers_client_key UNIQUE (tenant_id, issuer, client_id),
  CONSTRAINT openid_providers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT openid_providers_directories_check CHECK (cardinality(directories) <= 50),
  CONSTRAINT openid_providers_domains_check CHECK (cardinality(domains) <= 50),
  CONSTRAINT openid_providers_icon_check CHECK (icon = ANY (ARRAY['microsoft'::text, 'google'::text, 'key'::text, 'building'::text, 'shield'::text])),
  CONSTRAINT openid_providers_kind_check CHECK (kind = ANY (ARRAY['entra'::text, 'google'::text, 'other'::text]))
);
CREATE UNIQUE INDEX openid_providers_name_key ON openid_providers USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON openid_providers TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON openid_providers TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON openid_providers TO vitrine_app, vitrine_platform;

-- Who the subject of an issuer is. The e-mail is no identity: it may change its owner.
CREATE TABLE openid_identities (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  provider_id uuid NOT NULL,
  issuer text NOT NULL,
  -- `sub`; Entra: `tid:oid`, which is the same in all applications.
  subject text NOT NULL,
  -- The tenant of which the person became a member: this one, or the default for single sign-on.
  member_tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT openid_identities_pkey PRIMARY KEY (tenant_id, provider_id, issuer, subject),
  CONSTRAINT openid_identities_member_tenant_id_fkey FOREIGN KEY (member_tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT openid_identities_tenant_id_provider_id_fkey FOREIGN KEY (tenant_id, provider_id) REFERENCES openid_providers(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT openid_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX openid_identities_by_member_tenant ON openid_identities USING btree (member_tenant_id);
CREATE INDEX openid_identities_by_user ON openid_identities USING btree (user_id);
CREATE POLICY application ON openid_identities TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON openid_identities TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON openid_identities TO vitrine_app, vitrine_platform;

-- Tokens of embedded access that were used, by their `jti`. Each is accepted once, until it expires by itself.
CREATE TABLE embedded_used_tokens (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  token_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT embedded_used_tokens_pkey PRIMARY KEY (tenant_id, token_id),
  CONSTRAINT embedded_used_tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT embedded_used_tokens_token_id_check CHECK (length(token_id) <= 128)
);
CREATE POLICY application ON embedded_used_tokens TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON embedded_used_tokens TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON embedded_used_tokens TO vitrine_app, vitrine_platform;

-- What people are told: by the portal, with a type and its facts, or by a person, with a text.
CREATE TABLE notifications (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  type text NOT NULL,
  -- Idempotency key: a second notification with the same cause is not stored.
  cause text,
  -- The values of the sentences of the type.
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- The page to which opening it leads.
  path text,
  -- By language, as the author wrote it; null: the portal has sentences for the type.
  title jsonb,
  -- By language: HTML of the allow-list.
  body jsonb,
  -- The text of a search: titles, bodies and facts without markup.
  words text NOT NULL DEFAULT ''::text,
  -- Shown after the next sign-in as well.
  login_notice boolean NOT NULL DEFAULT false,
  starts_at timestamp with time zone NOT NULL DEFAULT now(),
  ends_at timestamp with time zone,
  -- When the receipts were written; null: starts_at has not come.
  published_at timestamp with time zone,
  author_id uuid,
  author_name text,
  -- {"everybody": true} | {"profile": "user"} | {"groups": […], "people": […]}, as the author chose.
  addressees jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- Why it was not sent on its first day: its author was gone, or had lost the right, or one of the groups.
  refusal text,
  -- A file that the copies by e-mail have: path, name and type; null: none.
  attachment jsonb,
  -- The record on which a link of the copies by e-mail acts, such as the run of a task; null: they have no such link.
  subject_id uuid,
  CONSTRAINT notifications_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT notifications_cause_key UNIQUE (tenant_id, cause),
  CONSTRAINT notifications_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT notifications_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT notifications_check CHECK (ends_at > starts_at),
  CONSTRAINT notifications_path_check CHECK (path ~ '^/([^/\\]|$)'::text),
  CONSTRAINT notifications_refusal_check CHECK (refusal = ANY (ARRAY['author_gone'::text, 'right_lost'::text, 'groups_left'::text])),
  CONSTRAINT notifications_refused_or_published CHECK (refusal IS NULL OR published_at IS NULL),
  CONSTRAINT notifications_written CHECK (num_nonnulls(title, body, addressees) = ANY (ARRAY[0, 3]))
);
CREATE INDEX notifications_author ON notifications USING btree (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX notifications_by_author ON notifications USING btree (tenant_id, created_at DESC) WHERE author_name IS NOT NULL;
CREATE INDEX notifications_by_path ON notifications USING btree (tenant_id, path) WHERE path IS NOT NULL AND type <> 'task_fired'::text;
CREATE POLICY application ON notifications TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON notifications TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON notifications TO vitrine_app, vitrine_platform;

-- One row for each addressee of a notification. The person reads and deletes it.
CREATE TABLE notification_receipts (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  notification_id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  -- A copy of the end of the notification, so that the unread count reads one index.
  ends_at timestamp with time zone,
  read_at timestamp with time zone,
  deleted_at timestamp with time zone,
  -- The copy by e-mail is not written yet.
  mail_due boolean NOT NULL DEFAULT false,
  -- The pushes to the devices of the person are not enqueued yet.
  push_due boolean NOT NULL DEFAULT false,
  CONSTRAINT notification_receipts_pkey PRIMARY KEY (tenant_id, user_id, notification_id),
  CONSTRAINT notification_receipts_tenant_id_notification_id_fkey FOREIGN KEY (tenant_id, notification_id) REFERENCES notifications(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT notification_receipts_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE
);
CREATE INDEX notification_receipts_mail_due ON notification_receipts USING btree (tenant_id, notification_id) WHERE mail_due;
CREATE INDEX notification_receipts_newest ON notification_receipts USING btree (tenant_id, user_id, at DESC, notification_id) WHERE deleted_at IS NULL;
CREATE INDEX notification_receipts_push_due ON notification_receipts USING btree (tenant_id, notification_id) WHERE push_due;
CREATE INDEX notification_receipts_readers ON notification_receipts USING btree (tenant_id, notification_id);
CREATE INDEX notification_receipts_unread ON notification_receipts USING btree (tenant_id, user_id) INCLUDE (ends_at) WHERE read_at IS NULL AND deleted_at IS NULL;
CREATE POLICY application ON notification_receipts TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON notification_receipts TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_receipts TO vitrine_app, vitrine_platform;

-- What a person chose about their notifications; no row: the defaults.
CREATE TABLE notification_choices (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  user_id uuid NOT NULL,
  -- False: no copies by e-mail of what is not mandatory.
  mails boolean NOT NULL,
  CONSTRAINT notification_choices_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT notification_choices_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE
);
CREATE POLICY application ON notification_choices TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON notification_choices TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_choices TO vitrine_app, vitrine_platform;

-- Texts of mails. Without a row of its unit a mail has the platform's, then the product's.
CREATE TABLE notification_templates (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- Null: the platform's template, for all units.
  tenant_id uuid DEFAULT app.tenant_id(),
  type text NOT NULL,
  name text NOT NULL GENERATED ALWAYS AS (type) STORED,
  -- By language, with variables: {{unit}}.
  subject jsonb NOT NULL,
  -- By language: HTML of the allow-list with variables.
  body jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT notification_templates_pkey PRIMARY KEY (id),
  CONSTRAINT notification_templates_type_key UNIQUE NULLS NOT DISTINCT (tenant_id, type),
  CONSTRAINT notification_templates_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE POLICY application ON notification_templates TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) OR tenant_id IS NULL AND (SELECT app.on_platform()));
CREATE POLICY platform ON notification_templates TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_templates TO vitrine_app, vitrine_platform;

-- Messages that people see after a sign-in, in up to four languages, always in pt-BR.
CREATE TABLE broadcasts (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- Null: a message of the platform, for everybody.
  partner_id uuid DEFAULT app.partner_id(),
  name text NOT NULL,
  -- HTML of the allow-list, by language.
  message jsonb NOT NULL,
  -- The first day, in the time zone of the tenant.
  starts_on date NOT NULL,
  ends_on date,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT broadcasts_pkey PRIMARY KEY (id),
  CONSTRAINT broadcasts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT broadcasts_days CHECK (ends_on >= starts_on)
);
CREATE UNIQUE INDEX broadcasts_name_key ON broadcasts USING btree (partner_id, app.plain(name)) NULLS NOT DISTINCT;
CREATE POLICY application ON broadcasts TO vitrine_app
  USING ((SELECT app.tenant_id()) IS NULL AND ((SELECT app.profile()) = ANY (ARRAY['a2m'::text, 'master'::text])) AND NOT partner_id IS DISTINCT FROM (SELECT app.partner_id()));
CREATE POLICY platform ON broadcasts TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON broadcasts TO vitrine_app, vitrine_platform;

-- Who does not want to see a broadcast message again.
CREATE TABLE broadcast_dismissals (
  broadcast_id uuid NOT NULL,
  user_id uuid NOT NULL,
  dismissed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT broadcast_dismissals_pkey PRIMARY KEY (broadcast_id, user_id),
  CONSTRAINT broadcast_dismissals_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcasts(id) ON DELETE CASCADE,
  CONSTRAINT broadcast_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX broadcast_dismissals_by_user ON broadcast_dismissals USING btree (user_id);
CREATE POLICY platform ON broadcast_dismissals TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON broadcast_dismissals TO vitrine_platform;

-- Where the survey of positions is on: for everybody (no partner), or for the tenants of a partner.
CREATE TABLE surveys (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid DEFAULT app.partner_id(),
  enabled boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT surveys_pkey PRIMARY KEY (id),
  CONSTRAINT surveys_partner_key UNIQUE NULLS NOT DISTINCT (partner_id),
  CONSTRAINT surveys_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE
);
CREATE POLICY application ON surveys TO vitrine_app
  USING ((SELECT app.tenant_id()) IS NULL AND ((SELECT app.profile()) = ANY (ARRAY['a2m'::text, 'master'::text])) AND NOT partner_id IS DISTINCT FROM (SELECT app.partner_id()));
CREATE POLICY platform ON surveys TO vitrine_platform USING (true);
CREATE POLICY read_platform ON surveys FOR SELECT TO vitrine_app USING (partner_id IS NULL);
GRANT SELECT, INSERT, UPDATE, DELETE ON surveys TO vitrine_app, vitrine_platform;

-- The position that a person named in the survey. It is no profile and gives no rights.
CREATE TABLE survey_answers (
  user_id uuid NOT NULL DEFAULT app.user_id(),
  "position" text NOT NULL,
  -- In the words of the person, for the position `outro`.
  detail text,
  answered_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT survey_answers_pkey PRIMARY KEY (user_id),
  CONSTRAINT survey_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT survey_answers_detail CHECK (("position" = 'outro'::text) = (detail IS NOT NULL)),
  CONSTRAINT survey_answers_position_check CHECK ("position" = ANY (ARRAY['diretor'::text, 'supervisor'::text, 'gerente'::text, 'analista'::text, 'outro'::text]))
);
CREATE POLICY application ON survey_answers TO vitrine_app USING (user_id = (SELECT app.user_id()));
CREATE POLICY platform ON survey_answers TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON survey_answers TO vitrine_app, vitrine_platform;

-- Terms with the draft of their text, in up to four languages, always in the main one. People see the published edition.
CREATE TABLE user_terms (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- Null: a term of the platform, for everybody but its staff.
  tenant_id uuid DEFAULT app.tenant_id(),
  title jsonb NOT NULL,
  name text NOT NULL GENERATED ALWAYS AS (COALESCE(title ->> 'pt-BR'::text, title ->> 'en-US'::text, title ->> 'es'::text, title ->> 'pt-PT'::text)) STORED,
  -- HTML of the allow-list, by language.
  body jsonb NOT NULL,
  condition text NOT NULL,
  place text NOT NULL,
  report_id uuid,
  active boolean NOT NULL DEFAULT true,
  -- The published edition; 0: none yet.
  edition integer NOT NULL DEFAULT 0,
  published_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT user_terms_pkey PRIMARY KEY (id),
  CONSTRAINT user_terms_name_key UNIQUE NULLS NOT DISTINCT (tenant_id, name),
  CONSTRAINT user_terms_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT user_terms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT user_terms_condition_check CHECK (condition = ANY (ARRAY['mandatory'::text, 'informative'::text])),
  CONSTRAINT user_terms_of_report CHECK (place <> 'report'::text OR tenant_id IS NOT NULL),
  CONSTRAINT user_terms_place CHECK ((place = 'report'::text) = (report_id IS NOT NULL)),
  CONSTRAINT user_terms_place_check CHECK (place = ANY (ARRAY['after_login'::text, 'registration'::text, 'report'::text]))
);
CREATE INDEX user_terms_by_report ON user_terms USING btree (tenant_id, report_id);
CREATE POLICY application ON user_terms TO vitrine_app
  USING (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()) AND (tenant_id IS NOT NULL OR (SELECT app.on_platform())));
CREATE POLICY platform ON user_terms TO vitrine_platform USING (true);
CREATE TRIGGER ask_terms AFTER INSERT OR UPDATE ON user_terms
  FOR EACH ROW WHEN (new.active AND new.edition > 0 AND new.condition = 'mandatory'::text AND new.place <> 'report'::text)
  EXECUTE FUNCTION app.ask_terms();
GRANT SELECT, INSERT, UPDATE, DELETE ON user_terms TO vitrine_app, vitrine_platform;

-- The texts that people were shown. An edition never changes.
CREATE TABLE user_term_editions (
  term_id uuid NOT NULL,
  edition integer NOT NULL,
  tenant_id uuid DEFAULT app.tenant_id(),
  title jsonb NOT NULL,
  -- HTML of the allow-list, by language.
  body jsonb NOT NULL,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The name of the person at that time.
  published_by text,
  CONSTRAINT user_term_editions_pkey PRIMARY KEY (term_id, edition),
  CONSTRAINT user_term_editions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT user_term_editions_term_id_fkey FOREIGN KEY (term_id) REFERENCES user_terms(id) ON DELETE CASCADE
);
CREATE INDEX user_term_editions_by_tenant ON user_term_editions USING btree (tenant_id);
CREATE POLICY application ON user_term_editions TO vitrine_app
  USING (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()) AND (tenant_id IS NOT NULL OR (SELECT app.on_platform())));
CREATE POLICY platform ON user_term_editions TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_term_editions TO vitrine_app, vitrine_platform;

-- Who accepted which edition, when, and from which address. An informative term is accepted by having read it.
CREATE TABLE user_term_acceptances (
  term_id uuid NOT NULL,
  edition integer NOT NULL,
  user_id uuid NOT NULL,
  accepted_at timestamp with time zone NOT NULL DEFAULT now(),
  address inet NOT NULL,
  CONSTRAINT user_term_acceptances_pkey PRIMARY KEY (term_id, user_id, edition),
  CONSTRAINT user_term_acceptances_edition FOREIGN KEY (term_id, edition) REFERENCES user_term_editions(term_id, edition) ON DELETE CASCADE,
  CONSTRAINT user_term_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_term_acceptances_by_user ON user_term_acceptances USING btree (user_id);
CREATE POLICY platform ON user_term_acceptances TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_term_acceptances TO vitrine_platform;

-- Questions and answers in up to four languages, always in the main one.
CREATE TABLE faq_entries (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- Null: an entry of the platform, for everybody.
  tenant_id uuid DEFAULT app.tenant_id(),
  question jsonb NOT NULL,
  name text NOT NULL GENERATED ALWAYS AS (COALESCE(question ->> 'pt-BR'::text, question ->> 'en-US'::text, question ->> 'es'::text, question ->> 'pt-PT'::text)) STORED,
  -- HTML of the allow-list, by language.
  answer jsonb NOT NULL,
  "position" integer NOT NULL DEFAULT app.next_faq_position(),
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT faq_entries_pkey PRIMARY KEY (id),
  CONSTRAINT faq_entries_name_key UNIQUE NULLS NOT DISTINCT (tenant_id, name),
  CONSTRAINT faq_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE POLICY application ON faq_entries TO vitrine_app
  USING (NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()) AND (tenant_id IS NOT NULL OR (SELECT app.on_platform())));
CREATE POLICY platform ON faq_entries TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON faq_entries TO vitrine_app, vitrine_platform;

-- Requests of people for access to a report of the catalog, with the decision.
CREATE TABLE access_requests (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  report_id uuid NOT NULL,
  user_id uuid NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  -- What the person reads about the decision; a denied request always has one.
  answer text,
  ends_on date,
  decided_by uuid,
  settled_at timestamp with time zone,
  -- When the deciders were reminded of a waiting request.
  reminded_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT access_requests_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT access_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT access_requests_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT access_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT access_requests_user FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT access_requests_settled CHECK ((state = 'waiting'::text) = (settled_at IS NULL)),
  CONSTRAINT access_requests_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'granted'::text, 'denied'::text, 'withdrawn'::text]))
);
CREATE INDEX access_requests_by_user ON access_requests USING btree (tenant_id, user_id, created_at DESC);
CREATE INDEX access_requests_waiting ON access_requests USING btree (created_at) WHERE state = 'waiting'::text;
CREATE UNIQUE INDEX access_requests_waiting_key ON access_requests USING btree (tenant_id, report_id, user_id) WHERE state = 'waiting'::text;
CREATE POLICY application ON access_requests TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON access_requests TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON access_requests TO vitrine_app, vitrine_platform;

-- Slideshows of a tenant. An item names a report; it gives no right to the report.
CREATE TABLE playlists (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  description text,
  -- [{"id", "report_id", "page", "page_name", "seconds", "repetitions", "filters", "hours"}] in the order in which they are
  -- shown.
  items jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- Its screens work with the rights of this person. Null: nobody, or somebody who left the tenant; then its screens are
  -- refused.
  owner_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT playlists_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT playlists_owner FOREIGN KEY (tenant_id, owner_id) REFERENCES memberships(tenant_id, user_id) ON DELETE SET NULL (owner_id),
  CONSTRAINT playlists_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX playlists_by_owner ON playlists USING btree (tenant_id, owner_id);
CREATE UNIQUE INDEX playlists_name_key ON playlists USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON playlists TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON playlists TO vitrine_platform USING (true);
CREATE TRIGGER end_owned_playlist_sessions BEFORE UPDATE OF owner_id ON playlists
  FOR EACH ROW WHEN (old.owner_id IS DISTINCT FROM new.owner_id)
  EXECUTE FUNCTION app.end_playlist_sessions();
CREATE TRIGGER end_playlist_sessions BEFORE DELETE ON playlists FOR EACH ROW EXECUTE FUNCTION app.end_playlist_sessions();
GRANT SELECT, INSERT, UPDATE, DELETE ON playlists TO vitrine_app, vitrine_platform;

-- Which user or group may play a playlist. Each reader sees the reports of it that are granted to them.
CREATE TABLE playlist_grants (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  playlist_id uuid NOT NULL,
  user_id uuid,
  group_id uuid,
  CONSTRAINT playlist_grants_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT playlist_grants_group_key UNIQUE (tenant_id, playlist_id, group_id),
  CONSTRAINT playlist_grants_user_key UNIQUE (tenant_id, playlist_id, user_id),
  CONSTRAINT playlist_grants_group FOREIGN KEY (tenant_id, group_id) REFERENCES user_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT playlist_grants_playlist FOREIGN KEY (tenant_id, playlist_id) REFERENCES playlists(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT playlist_grants_user FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT playlist_grants_one_grantee CHECK (num_nonnulls(user_id, group_id) = 1)
);
CREATE INDEX playlist_grants_by_group ON playlist_grants USING btree (tenant_id, group_id);
CREATE INDEX playlist_grants_by_user ON playlist_grants USING btree (tenant_id, user_id);
CREATE POLICY application ON playlist_grants TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON playlist_grants TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON playlist_grants TO vitrine_app, vitrine_platform;

-- Screens that play a playlist without a person. Each has a token of its own, of which only the SHA-256 is stored; removing the
-- row revokes it.
CREATE TABLE playlist_screens (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  playlist_id uuid NOT NULL,
  name text NOT NULL,
  -- True: the screen showed a code that a person typed in. False: somebody copied its link.
  paired boolean NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp with time zone,
  last_address text,
  last_user_agent text,
  -- The item that the screen showed when it was last seen.
  shown_item uuid,
  -- When somebody asked the screen to load its page anew.
  reload_asked_at timestamp with time zone,
  CONSTRAINT playlist_screens_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT playlist_screens_playlist FOREIGN KEY (tenant_id, playlist_id) REFERENCES playlists(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX playlist_screens_name_key ON playlist_screens USING btree (tenant_id, playlist_id, app.plain(name));
CREATE UNIQUE INDEX playlist_screens_token ON playlist_screens USING btree (token_hash);
CREATE POLICY application ON playlist_screens TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON playlist_screens TO vitrine_platform USING (true);
CREATE TRIGGER end_playlist_sessions BEFORE DELETE ON playlist_screens
  FOR EACH ROW
  EXECUTE FUNCTION app.end_playlist_sessions();
GRANT SELECT, INSERT, UPDATE, DELETE ON playlist_screens TO vitrine_app, vitrine_platform;

-- The screen of each session of kind playlist: what the session may show.
CREATE TABLE playlist_sessions (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  session_id uuid NOT NULL,
  screen_id uuid NOT NULL,
  CONSTRAINT playlist_sessions_pkey PRIMARY KEY (tenant_id, session_id),
  CONSTRAINT playlist_sessions_screen FOREIGN KEY (tenant_id, screen_id) REFERENCES playlist_screens(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT playlist_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX playlist_sessions_by_screen ON playlist_sessions USING btree (tenant_id, screen_id);
CREATE INDEX playlist_sessions_by_session ON playlist_sessions USING btree (session_id);
CREATE POLICY application ON playlist_sessions TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON playlist_sessions TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON playlist_sessions TO vitrine_app, vitrine_platform;

-- Screens that show a code and wait until somebody types it in. The screen keeps its token; the person never sees it.
CREATE TABLE playlist_pairings (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  code text NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  network text NOT NULL,
  CONSTRAINT playlist_pairings_pkey PRIMARY KEY (tenant_id, code),
  CONSTRAINT playlist_pairings_token_hash_key UNIQUE (token_hash),
  CONSTRAINT playlist_pairings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE POLICY application ON playlist_pairings TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON playlist_pairings TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON playlist_pairings TO vitrine_app, vitrine_platform;

-- Apps of a tenant. An item names a report or a playlist; it gives no right to it.
CREATE TABLE apps (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  description text,
  icon text NOT NULL,
  color text NOT NULL,
  -- [{"id", "title", "items": [{"id", "kind", "title", …}]}] in the order of the navigation.
  sections jsonb NOT NULL DEFAULT '[]'::jsonb,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT apps_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT apps_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX apps_name_key ON apps USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON apps TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON apps TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON apps TO vitrine_app, vitrine_platform;

-- Which user or group may open an app. Each reader sees the items of it that they may open.
CREATE TABLE app_grants (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  app_id uuid NOT NULL,
  user_id uuid,
  group_id uuid,
  CONSTRAINT app_grants_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT app_grants_group_key UNIQUE (tenant_id, app_id, group_id),
  CONSTRAINT app_grants_user_key UNIQUE (tenant_id, app_id, user_id),
  CONSTRAINT app_grants_app FOREIGN KEY (tenant_id, app_id) REFERENCES apps(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT app_grants_group FOREIGN KEY (tenant_id, group_id) REFERENCES user_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT app_grants_user FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT app_grants_one_grantee CHECK (num_nonnulls(user_id, group_id) = 1)
);
CREATE INDEX app_grants_by_group ON app_grants USING btree (tenant_id, group_id);
CREATE INDEX app_grants_by_user ON app_grants USING btree (tenant_id, user_id);
CREATE POLICY application ON app_grants TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON app_grants TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON app_grants TO vitrine_app, vitrine_platform;

-- Data sets that published reports of a tenant read. A trigger of `reports` adds and removes them.
CREATE TABLE datasets (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  workspace_id uuid NOT NULL,
  -- The id of the data set at the report service.
  service_id text NOT NULL,
  -- The name of the first report that reads it, until the service has told its own name.
  name text NOT NULL,
  -- The workspace is on a dedicated capacity, which allows more refreshes a day.
  dedicated boolean NOT NULL DEFAULT false,
  refreshable boolean NOT NULL DEFAULT true,
  enabled boolean NOT NULL DEFAULT false,
  -- ISO days of the schedule: Monday is 1.
  days smallint[] NOT NULL DEFAULT '{}'::smallint[],
  -- Times of day of the schedule, HH:MM, in the time zone of the tenant.
  times text[] NOT NULL DEFAULT '{}'::text[],
  -- The data set whose completed refresh starts a refresh of this one.
  after_id uuid,
  -- Who is told of failed refreshes; null: the administrators.
  owner_id uuid,
  -- The next scheduled start; null without a schedule.
  next_at timestamp with time zone,
  -- The time zone for which next_at was computed; another one of the tenant plans it anew.
  planned_zone text,
  looked_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT datasets_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT datasets_service_key UNIQUE (tenant_id, workspace_id, service_id),
  CONSTRAINT datasets_after FOREIGN KEY (tenant_id, after_id) REFERENCES datasets(tenant_id, id) ON DELETE SET NULL (after_id),
  CONSTRAINT datasets_owner FOREIGN KEY (tenant_id, owner_id) REFERENCES memberships(tenant_id, user_id) ON DELETE SET NULL (owner_id),
  CONSTRAINT datasets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT datasets_workspace FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspaces(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT datasets_days_check CHECK (days <@ '{1,2,3,4,5,6,7}'::smallint[])
);
CREATE INDEX datasets_by_after ON datasets USING btree (tenant_id, after_id) WHERE after_id IS NOT NULL;
CREATE INDEX datasets_by_owner ON datasets USING btree (tenant_id, owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX datasets_due ON datasets USING btree (next_at) WHERE next_at IS NOT NULL;
CREATE POLICY application ON datasets TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON datasets TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON datasets TO vitrine_app, vitrine_platform;

-- Refreshes of data sets: those that the portal started, and those that the service reports.
CREATE TABLE dataset_refreshes (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  dataset_id uuid NOT NULL,
  -- Who started it: a person, the schedule, the refresh of another data set, or somebody at the service.
  cause text NOT NULL,
  user_id uuid,
  -- The id of the refresh at the service; null until the service has listed it.
  request_id text,
  state text NOT NULL DEFAULT 'waiting'::text,
  -- Why it failed or was not started, as a word for which the portal has sentences.
  problem text,
  -- The error code of the service; one word.
  service_code text,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  CONSTRAINT dataset_refreshes_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT dataset_refreshes_request_key UNIQUE (tenant_id, dataset_id, request_id),
  CONSTRAINT dataset_refreshes_dataset FOREIGN KEY (tenant_id, dataset_id) REFERENCES datasets(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT dataset_refreshes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT dataset_refreshes_cause_check CHECK (cause = ANY (ARRAY['person'::text, 'schedule'::text, 'chain'::text, 'service'::text])),
  CONSTRAINT dataset_refreshes_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'completed'::text, 'failed'::text, 'canceled'::text, 'refused'::text]))
);
CREATE INDEX dataset_refreshes_by_user ON dataset_refreshes USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX dataset_refreshes_recent ON dataset_refreshes USING btree (tenant_id, dataset_id, started_at DESC);
CREATE POLICY application ON dataset_refreshes TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON dataset_refreshes TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dataset_refreshes TO vitrine_app, vitrine_platform;

-- Plans of maintenance: once, or every week on some days.
CREATE TABLE maintenance_windows (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  message text NOT NULL,
  recurrence text NOT NULL DEFAULT 'once'::text,
  first_day date NOT NULL,
  -- Once: the day on which it ends. Weekly: the last day, null without an end.
  last_day date,
  -- Weekly: ISO days on which it begins.
  days smallint[] NOT NULL DEFAULT '{}'::smallint[],
  from_time text NOT NULL,
  -- Weekly: a time that is not after from_time is on the next day.
  to_time text NOT NULL,
  -- The reports; with group_ids both empty: every report. An id without a report has no effect.
  report_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  group_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  -- Who may open the reports meanwhile: those who may edit them, report managers only, or nobody.
  passes text NOT NULL DEFAULT 'editors'::text,
  planned_zone text,
  -- Until this day a weekly plan has its occurrences; a job adds the later ones.
  planned_until date,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- How long before each occurrence the people who may open its reports are told.
  announces text NOT NULL DEFAULT 'never'::text,
  CONSTRAINT maintenance_windows_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT maintenance_windows_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT maintenance_windows_announces_check CHECK (announces = ANY (ARRAY['never'::text, 'hour'::text, 'day'::text, 'week'::text])),
  CONSTRAINT maintenance_windows_days_check CHECK (days <@ '{1,2,3,4,5,6,7}'::smallint[]),
  CONSTRAINT maintenance_windows_passes_check CHECK (passes = ANY (ARRAY['editors'::text, 'managers'::text, 'nobody'::text])),
  CONSTRAINT maintenance_windows_recurrence_check CHECK (recurrence = ANY (ARRAY['once'::text, 'weekly'::text]))
);
CREATE UNIQUE INDEX maintenance_windows_name_key ON maintenance_windows USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON maintenance_windows TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON maintenance_windows TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance_windows TO vitrine_app, vitrine_platform;

-- The instants of each window, computed from its local times, so that a query needs no calendar.
CREATE TABLE maintenance_occurrences (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  window_id uuid NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  -- Open pages were told that it began, and embed tokens were revoked.
  told_start boolean NOT NULL DEFAULT false,
  told_end boolean NOT NULL DEFAULT false,
  -- The people who may open its reports were told that it comes.
  told_ahead boolean NOT NULL DEFAULT false,
  CONSTRAINT maintenance_occurrences_pkey PRIMARY KEY (tenant_id, window_id, starts_at),
  CONSTRAINT maintenance_occurrences_window FOREIGN KEY (tenant_id, window_id) REFERENCES maintenance_windows(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT maintenance_occurrences_order CHECK (ends_at > starts_at)
);
CREATE INDEX maintenance_occurrences_by_end ON maintenance_occurrences USING btree (tenant_id, ends_at);
CREATE INDEX maintenance_occurrences_untold ON maintenance_occurrences USING btree (starts_at, ends_at) WHERE NOT told_start OR NOT told_end;
CREATE POLICY application ON maintenance_occurrences TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON maintenance_occurrences TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance_occurrences TO vitrine_app, vitrine_platform;

-- Named views of a report: page, filters and slicers that a person stored. They never become part of the row-level security of
-- the data.
CREATE TABLE report_saved_views (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  report_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  page text,
  filters jsonb NOT NULL DEFAULT '[]'::jsonb,
  slicers jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- The report opens with it for its person, instead of their last filters.
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_saved_views_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_saved_views_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_saved_views_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT report_saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX report_saved_views_default_key ON report_saved_views USING btree (tenant_id, user_id, report_id) WHERE is_default;
CREATE UNIQUE INDEX report_saved_views_name_key ON report_saved_views USING btree (tenant_id, user_id, report_id, app.plain(name));
CREATE POLICY application ON report_saved_views TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_saved_views TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_saved_views TO vitrine_app, vitrine_platform;

-- What people say about a report to everybody who may open it. Plain text.
CREATE TABLE report_comments (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  report_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The page of the report that was open; null: the report as a whole.
  page text,
  page_name text,
  text text NOT NULL,
  -- People whom the comment names. Each of them was told once.
  mentions uuid[] NOT NULL DEFAULT '{}'::uuid[],
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  edited_at timestamp with time zone,
  CONSTRAINT report_comments_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_comments_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_comments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT report_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX report_comments_by_report ON report_comments USING btree (tenant_id, report_id, created_at DESC);
CREATE INDEX report_comments_by_user ON report_comments USING btree (user_id);
CREATE POLICY application ON report_comments TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_comments TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_comments TO vitrine_app, vitrine_platform;

-- Web pages of other hosts that a tenant shows among its reports.
CREATE TABLE external_reports (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  description text,
  address text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT external_reports_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT external_reports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT external_reports_address_check CHECK (address ~ '^https://'::text)
);
CREATE UNIQUE INDEX external_reports_name_key ON external_reports USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON external_reports TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON external_reports TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON external_reports TO vitrine_app, vitrine_platform;

-- Which user or group may open an external report.
CREATE TABLE external_report_grants (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  report_id uuid NOT NULL,
  user_id uuid,
  group_id uuid,
  CONSTRAINT external_report_grants_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT external_report_grants_group_key UNIQUE (tenant_id, report_id, group_id),
  CONSTRAINT external_report_grants_user_key UNIQUE (tenant_id, report_id, user_id),
  CONSTRAINT external_report_grants_group FOREIGN KEY (tenant_id, group_id) REFERENCES user_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT external_report_grants_report FOREIGN KEY (tenant_id, report_id) REFERENCES external_reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT external_report_grants_user FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT external_report_grants_one_grantee CHECK (num_nonnulls(user_id, group_id) = 1)
);
CREATE INDEX external_report_grants_by_group ON external_report_grants USING btree (tenant_id, group_id);
CREATE INDEX external_report_grants_by_user ON external_report_grants USING btree (tenant_id, user_id);
CREATE POLICY application ON external_report_grants TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON external_report_grants TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON external_report_grants TO vitrine_app, vitrine_platform;

-- Reports of the portal about itself, in up to four languages, always in pt-BR.
CREATE TABLE management_reports (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- Null: a report of the platform, for the business units of all partners.
  partner_id uuid DEFAULT app.partner_id(),
  title jsonb NOT NULL,
  name text NOT NULL GENERATED ALWAYS AS (title ->> 'pt-BR'::text) STORED,
  description jsonb NOT NULL,
  source text NOT NULL,
  readers text NOT NULL DEFAULT 'managers'::text,
  -- The business units that see it; empty: all of the publisher.
  tenant_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  published boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The account, the workspace and the report at its service, and the role of the data model under which every business unit
  -- reads it.
  embedded jsonb,
  account_id uuid GENERATED ALWAYS AS ((embedded ->> 'account_id'::text)::uuid) STORED,
  CONSTRAINT management_reports_pkey PRIMARY KEY (id),
  CONSTRAINT management_reports_name_key UNIQUE NULLS NOT DISTINCT (partner_id, name),
  CONSTRAINT management_reports_account FOREIGN KEY (account_id) REFERENCES embedding_accounts(id),
  CONSTRAINT management_reports_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT management_reports_embedded CHECK ((source = 'report'::text) = (account_id IS NOT NULL)),
  CONSTRAINT management_reports_readers_check CHECK (readers = ANY (ARRAY['managers'::text, 'everybody'::text])),
  CONSTRAINT management_reports_source_check CHECK (source = ANY (ARRAY['usage'::text, 'people'::text, 'performance'::text, 'costs'::text, 'report'::text]))
);
CREATE INDEX management_reports_by_account ON management_reports USING btree (account_id) WHERE account_id IS NOT NULL;
CREATE POLICY application ON management_reports TO vitrine_app
  USING ((SELECT app.tenant_id()) IS NULL AND ((SELECT app.profile()) = ANY (ARRAY['a2m'::text, 'master'::text])) AND NOT partner_id IS DISTINCT FROM (SELECT app.partner_id()));
CREATE POLICY platform ON management_reports TO vitrine_platform USING (true);
CREATE TRIGGER announce_management_report AFTER DELETE OR UPDATE ON management_reports
  FOR EACH ROW
  EXECUTE FUNCTION app.announce_management_report();
GRANT SELECT, INSERT, UPDATE, DELETE ON management_reports TO vitrine_app, vitrine_platform;

-- License capacities at Azure (Power BI Embedded or Fabric). The account has their address and credentials.
CREATE TABLE capacities (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL DEFAULT app.partner_id(),
  -- Null: of the partner. The owner of the account owns its capacity.
  tenant_id uuid DEFAULT app.tenant_id(),
  name text NOT NULL,
  account_id uuid NOT NULL,
  -- Seconds between two looks at the state.
  update_time integer NOT NULL DEFAULT 60,
  -- Minutes without a report view after which it is paused; null: never.
  inactive_minutes integer,
  -- Whether the arrival of a reader starts it.
  wakes boolean NOT NULL DEFAULT true,
  -- Hours of the week in which it runs, as those of shifts; empty: no schedule.
  hours jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- Of the hours; null: the time zone of the business unit.
  timezone text,
  currency text NOT NULL DEFAULT 'BRL'::text,
  -- Price of an hour for each size, because Azure’s interface does not tell it.
  prices jsonb NOT NULL DEFAULT '[]'::jsonb,
  state text NOT NULL DEFAULT 'unknown'::text,
  size text,
  -- Why the last look or change failed; null: it succeeded.
  problem text,
  state_since timestamp with time zone NOT NULL DEFAULT now(),
  looked_at timestamp with time zone,
  next_look_at timestamp with time zone NOT NULL DEFAULT now(),
  -- When the schedule next starts or pauses it.
  switch_at timestamp with time zone,
  -- The time zone by which switch_at was computed.
  switch_zone text,
  -- Lease: until then one process changes it, and the others do not.
  busy_until timestamp with time zone,
  -- Where Azure reports on the operation that runs; null: none.
  operation text,
  -- When a reader last waited for it.
  used_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT capacities_pkey PRIMARY KEY (id),
  CONSTRAINT capacities_account_key UNIQUE (account_id),
  CONSTRAINT capacities_owner_key UNIQUE (partner_id, id),
  CONSTRAINT capacities_account FOREIGN KEY (partner_id, account_id) REFERENCES embedding_accounts(partner_id, id) ON DELETE CASCADE,
  CONSTRAINT capacities_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT capacities_tenant FOREIGN KEY (partner_id, tenant_id) REFERENCES tenants(partner_id, id) ON DELETE CASCADE,
  CONSTRAINT capacities_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT capacities_inactive_minutes_check CHECK (inactive_minutes >= 5 AND inactive_minutes <= 1440),
  CONSTRAINT capacities_state_check CHECK (state = ANY (ARRAY['unknown'::text, 'running'::text, 'paused'::text, 'starting'::text, 'pausing'::text, 'scaling'::text, 'failed'::text])),
  CONSTRAINT capacities_timezone_known CHECK (timezone IS NULL OR app.is_timezone(timezone)),
  CONSTRAINT capacities_update_time_check CHECK (update_time >= 15 AND update_time <= 3600)
);
CREATE INDEX capacities_due ON capacities USING btree (next_look_at);
CREATE UNIQUE INDEX capacities_name_key ON capacities USING btree (partner_id, tenant_id, app.plain(name)) NULLS NOT DISTINCT;
CREATE POLICY application ON capacities TO vitrine_app
  USING (partner_id = (SELECT app.partner_id()) AND NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY platform ON capacities TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON capacities TO vitrine_app, vitrine_platform;

-- What was done to capacities, by people, by the portal and at Azure.
CREATE TABLE capacity_changes (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL,
  tenant_id uuid,
  capacity_id uuid NOT NULL,
  action text NOT NULL,
  -- service: somebody did it at Azure, and the portal found it.
  cause text NOT NULL,
  user_id uuid,
  -- The size after it.
  size text,
  outcome text NOT NULL DEFAULT 'running'::text,
  problem text,
  at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  CONSTRAINT capacity_changes_pkey PRIMARY KEY (id),
  CONSTRAINT capacity_changes_capacity FOREIGN KEY (partner_id, capacity_id) REFERENCES capacities(partner_id, id) ON DELETE CASCADE,
  CONSTRAINT capacity_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT capacity_changes_action_check CHECK (action = ANY (ARRAY['start'::text, 'pause'::text, 'resize'::text])),
  CONSTRAINT capacity_changes_cause_check CHECK (cause = ANY (ARRAY['person'::text, 'schedule'::text, 'idle'::text, 'reader'::text, 'service'::text])),
  CONSTRAINT capacity_changes_outcome_check CHECK (outcome = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX capacity_changes_recent ON capacity_changes USING btree (capacity_id, at DESC);
CREATE POLICY application ON capacity_changes TO vitrine_app
  USING (partner_id = (SELECT app.partner_id()) AND NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY platform ON capacity_changes TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON capacity_changes TO vitrine_app, vitrine_platform;

-- When a capacity was not paused, and at which size: Azure bills these hours.
CREATE TABLE capacity_periods (
  partner_id uuid NOT NULL,
  tenant_id uuid,
  capacity_id uuid NOT NULL,
  size text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  -- Null: it still runs.
  ended_at timestamp with time zone,
  CONSTRAINT capacity_periods_pkey PRIMARY KEY (capacity_id, started_at),
  CONSTRAINT capacity_periods_capacity FOREIGN KEY (partner_id, capacity_id) REFERENCES capacities(partner_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX capacity_periods_open ON capacity_periods USING btree (capacity_id) WHERE ended_at IS NULL;
CREATE POLICY application ON capacity_periods TO vitrine_app
  USING (partner_id = (SELECT app.partner_id()) AND NOT tenant_id IS DISTINCT FROM (SELECT app.tenant_id()));
CREATE POLICY platform ON capacity_periods TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON capacity_periods TO vitrine_app, vitrine_platform;

-- When the pages of a report were read, and when a job reads them again. A report without a row is due.
CREATE TABLE report_page_lists (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  report_id uuid NOT NULL,
  -- The report at the service whose pages were read. Those of another report count no more.
  service_report_id text NOT NULL,
  -- The last answer of the service; null: none yet.
  read_at timestamp with time zone,
  due_at timestamp with time zone NOT NULL,
  -- Where the visuals of the first page stand, without data. Null: the service does not tell it, or the pages were not read
  -- yet.
  outline jsonb,
  CONSTRAINT report_page_lists_pkey PRIMARY KEY (tenant_id, report_id),
  CONSTRAINT report_page_lists_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX report_page_lists_due ON report_page_lists USING btree (due_at);
CREATE POLICY application ON report_page_lists TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_page_lists TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_page_lists TO vitrine_app, vitrine_platform;

-- The pages of a report. `name` is its name at the service, `display_name` the one that people see.
CREATE TABLE report_pages (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  report_id uuid NOT NULL,
  name text NOT NULL,
  display_name text NOT NULL,
  -- What a search compares, computed when the page is read and not at each search.
  words text GENERATED ALWAYS AS (app.plain(display_name)) STORED,
  "position" integer NOT NULL,
  CONSTRAINT report_pages_pkey PRIMARY KEY (tenant_id, report_id, name),
  CONSTRAINT report_pages_list FOREIGN KEY (tenant_id, report_id) REFERENCES report_page_lists(tenant_id, report_id) ON DELETE CASCADE
);
CREATE POLICY application ON report_pages TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_pages TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_pages TO vitrine_app, vitrine_platform;

-- What staff are told outside of business units: the news of the portal, failures in units of their partner.
CREATE TABLE staff_notifications (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  user_id uuid NOT NULL,
  -- The business unit that it tells of. It is erased with the unit.
  tenant_id uuid,
  type text NOT NULL,
  -- Idempotency key: a person is told of a cause once.
  cause text,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  path text,
  words text NOT NULL DEFAULT ''::text,
  at timestamp with time zone NOT NULL DEFAULT now(),
  read_at timestamp with time zone,
  deleted_at timestamp with time zone,
  -- A copy by e-mail has still to be written.
  mail_due boolean NOT NULL DEFAULT false,
  CONSTRAINT staff_notifications_pkey PRIMARY KEY (id),
  CONSTRAINT staff_notifications_cause_key UNIQUE (user_id, cause),
  CONSTRAINT staff_notifications_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT staff_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT staff_notifications_path_check CHECK (path ~ '^/([^/\\]|$)'::text)
);
CREATE INDEX staff_notifications_by_tenant ON staff_notifications USING btree (tenant_id) WHERE tenant_id IS NOT NULL;
CREATE INDEX staff_notifications_mail_due ON staff_notifications USING btree (at, id) WHERE mail_due;
CREATE INDEX staff_notifications_newest ON staff_notifications USING btree (user_id, at DESC, id) WHERE deleted_at IS NULL;
CREATE POLICY application ON staff_notifications TO vitrine_app
  USING (user_id = (SELECT app.user_id()) AND (SELECT app.tenant_id()) IS NULL);
CREATE POLICY platform ON staff_notifications TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_notifications TO vitrine_app, vitrine_platform;

-- Whether a person of the staff gets copies of notifications by e-mail; without a row they get none.
CREATE TABLE staff_notification_choices (
  user_id uuid NOT NULL,
  mails boolean NOT NULL,
  CONSTRAINT staff_notification_choices_pkey PRIMARY KEY (user_id),
  CONSTRAINT staff_notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE POLICY application ON staff_notification_choices TO vitrine_app
  USING (user_id = (SELECT app.user_id()) AND (SELECT app.tenant_id()) IS NULL);
CREATE POLICY platform ON staff_notification_choices TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_notification_choices TO vitrine_app, vitrine_platform;

-- Questions and faults that people report to who handles tickets in their tenant.
CREATE TABLE tickets (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- Counted from 1 in the tenant; people say it.
  number integer NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  priority text NOT NULL DEFAULT 'medium'::text,
  -- Who opened it; null: the person was erased.
  user_id uuid,
  -- The name of one of the staff who opened it: the people of the tenant do not see the row of that person.
  staff_name text,
  handler_id uuid,
  -- The same of a handler.
  handler_staff_name text,
  report_id uuid,
  -- When the handlers expect to have it resolved.
  estimated_at timestamp with time zone,
  closed_at timestamp with time zone,
  -- Of the last follow-up or change.
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- What a search reads: subject and text, without case and accents.
  words text NOT NULL GENERATED ALWAYS AS (app.plain((name || ' '::text) || text)) STORED,
  -- What the person saw of the report when they opened the ticket: page, filters, time of the last refresh, browser and
  -- language. Its shape is storedView of the contract. Shown only to people who may open the report.
  view jsonb,
  -- The answer of the person who opened it, given once, after people who handle tickets have resolved it.
  rating text,
  rating_comment text,
  rated_at timestamp with time zone,
  -- Waits for a reply of the person who opened it.
  waiting boolean NOT NULL DEFAULT false,
  -- Null: answered, resolved, or no target.
  first_answer_due_at timestamp with time zone,
  -- Null: resolved, waiting within its time, or no target.
  resolution_due_at timestamp with time zone,
  due_at timestamp with time zone GENERATED ALWAYS AS (LEAST(first_answer_due_at, resolution_due_at)) STORED,
  -- Version of the service levels and time zone from which the due times were computed.
  due_rules text,
  notice text,
  -- When people who handle tickets are notified that the ticket is due soon, or overdue.
  notice_at timestamp with time zone,
  -- Who has the ticket: its tenant, or the staff of the partner or of the platform to whom it was handed up.
  level text NOT NULL DEFAULT 'unit'::text,
  -- The ticket of which this one is a duplicate. A merged ticket does not change any more.
  merged_into uuid,
  -- The same of the follow-ups that everybody who sees the ticket reads; a trigger adds each new one.
  answer_words text NOT NULL DEFAULT ''::text,
  -- The same of internal notes.
  note_words text NOT NULL DEFAULT ''::text,
  -- The known fault that the ticket is about.
  fault_id uuid,
  -- When a person who handles tickets answered first; null: nobody has.
  first_answered_at timestamp with time zone,
  -- The first answer came before its due time; null: there is no answer, or there was no target.
  first_answer_in_time boolean,
  -- The same of the resolution.
  resolved_in_time boolean,
  CONSTRAINT tickets_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT tickets_number_key UNIQUE (tenant_id, number),
  CONSTRAINT tickets_fault FOREIGN KEY (tenant_id, fault_id) REFERENCES report_faults(tenant_id, id) ON DELETE SET NULL (fault_id),
  CONSTRAINT tickets_handler_id_fkey FOREIGN KEY (handler_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tickets_merged_into FOREIGN KEY (tenant_id, merged_into) REFERENCES tickets(tenant_id, id) ON DELETE SET NULL (merged_into),
  CONSTRAINT tickets_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE SET NULL (report_id),
  CONSTRAINT tickets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tickets_closed CHECK ((status = 'closed'::text) = (closed_at IS NOT NULL)),
  CONSTRAINT tickets_level CHECK (level = ANY (ARRAY['unit'::text, 'partner'::text, 'platform'::text])),
  CONSTRAINT tickets_merged CHECK (merged_into IS NULL OR merged_into <> id AND status = 'closed'::text),
  CONSTRAINT tickets_notice CHECK ((notice = ANY (ARRAY['soon'::text, 'overdue'::text])) AND notice_at IS NOT NULL OR notice IS NULL AND notice_at IS NULL),
  CONSTRAINT tickets_priority CHECK (priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])),
  CONSTRAINT tickets_rated CHECK ((rating IS NULL) = (rated_at IS NULL) AND (rating IS NOT NULL OR rating_comment IS NULL)),
  CONSTRAINT tickets_rating CHECK (rating = ANY (ARRAY['good'::text, 'bad'::text])),
  CONSTRAINT tickets_status CHECK (status = ANY (ARRAY['open'::text, 'on_going'::text, 'closed'::text])),
  CONSTRAINT tickets_view CHECK (jsonb_typeof(view) = 'object'::text)
);
CREATE INDEX tickets_by_change ON tickets USING btree (tenant_id, changed_at, number);
CREATE INDEX tickets_by_creation ON tickets USING btree (tenant_id, created_at, number);
CREATE INDEX tickets_by_estimate ON tickets USING btree (tenant_id, estimated_at, number) WHERE estimated_at IS NOT NULL;
CREATE INDEX tickets_by_handler ON tickets USING btree (tenant_id, handler_id, changed_at DESC);
CREATE INDEX tickets_by_name ON tickets USING btree (tenant_id, app.plain(name), number);
CREATE INDEX tickets_by_priority ON tickets USING btree (tenant_id, app.priority_rank(priority), number);
CREATE INDEX tickets_by_resolution ON tickets USING btree (tenant_id, closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX tickets_by_user ON tickets USING btree (tenant_id, user_id, changed_at DESC);
CREATE INDEX tickets_due ON tickets USING btree (tenant_id, due_at, number) WHERE due_at IS NOT NULL;
CREATE INDEX tickets_handed ON tickets USING btree (id) WHERE level <> 'unit'::text;
CREATE INDEX tickets_merged_into_ticket ON tickets USING btree (tenant_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX tickets_of_fault ON tickets USING btree (tenant_id, fault_id) WHERE fault_id IS NOT NULL;
CREATE INDEX tickets_of_handler ON tickets USING btree (handler_id);
CREATE INDEX tickets_of_report ON tickets USING btree (tenant_id, report_id) WHERE report_id IS NOT NULL;
CREATE INDEX tickets_opened ON tickets USING btree (user_id, created_at);
CREATE INDEX tickets_rated_at ON tickets USING btree (tenant_id, rated_at) WHERE rated_at IS NOT NULL;
CREATE INDEX tickets_to_notice ON tickets USING btree (tenant_id, notice_at) WHERE notice_at IS NOT NULL;
CREATE INDEX tickets_unresolved ON tickets USING btree (tenant_id, due_rules) WHERE status <> 'closed'::text;
CREATE INDEX tickets_words ON tickets USING gin (tenant_id, words gin_trgm_ops, answer_words gin_trgm_ops, note_words gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE POLICY application ON tickets TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON tickets TO vitrine_platform USING (true);
CREATE TRIGGER end_empty_fault AFTER DELETE ON tickets
  FOR EACH ROW WHEN (old.fault_id IS NOT NULL)
  EXECUTE FUNCTION app.end_empty_fault();
GRANT SELECT, INSERT, UPDATE, DELETE ON tickets TO vitrine_app, vitrine_platform;

-- Answers of both sides of a ticket, and its changes of status.
CREATE TABLE ticket_follow_ups (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  ticket_id uuid NOT NULL,
  user_id uuid,
  -- The name of its author, if that is one of the staff.
  staff_name text,
  -- Its author handled tickets when they wrote it.
  by_handler boolean NOT NULL,
  text text,
  -- The status that it gave the ticket; null: unchanged.
  status text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- A note for the people who handle tickets. The person who opened the ticket never reads it.
  internal boolean NOT NULL DEFAULT false,
  -- An answer that waits for a reply: working time is not counted until the reply.
  waits boolean NOT NULL DEFAULT false,
  -- The level to which this note handed the ticket; null: none.
  level text,
  -- Its author sent it by mail.
  by_mail boolean NOT NULL DEFAULT false,
  -- What was cut off the text of the mail: quotes and signature. Null: nothing.
  mail_rest text,
  -- The names of the files of the mail that were refused.
  mail_refused text[] NOT NULL DEFAULT '{}'::text[],
  -- The address in From of a mail that the author accepted in their own name; null: the author sent the mail, or it was no
  -- mail.
  mail_sender text,
  CONSTRAINT ticket_follow_ups_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT ticket_follow_ups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT ticket_follow_ups_ticket FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT ticket_follow_ups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT ticket_follow_ups_content CHECK (text IS NOT NULL OR status IS NOT NULL),
  CONSTRAINT ticket_follow_ups_handed CHECK (level IS NULL OR internal),
  CONSTRAINT ticket_follow_ups_internal CHECK (NOT internal OR by_handler AND text IS NOT NULL AND status IS NULL),
  CONSTRAINT ticket_follow_ups_level CHECK (level = ANY (ARRAY['unit'::text, 'partner'::text, 'platform'::text])),
  CONSTRAINT ticket_follow_ups_mail_sender CHECK (mail_sender IS NULL OR by_mail),
  CONSTRAINT ticket_follow_ups_status CHECK (status = ANY (ARRAY['open'::text, 'on_going'::text, 'closed'::text])),
  CONSTRAINT ticket_follow_ups_waits CHECK (NOT waits OR by_handler AND NOT internal AND text IS NOT NULL)
);
CREATE INDEX ticket_follow_ups_by_ticket ON ticket_follow_ups USING btree (tenant_id, ticket_id, created_at, id);
CREATE INDEX ticket_follow_ups_of_person ON ticket_follow_ups USING btree (user_id, created_at);
CREATE POLICY application ON ticket_follow_ups TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON ticket_follow_ups TO vitrine_platform USING (true);
CREATE TRIGGER copy_words AFTER INSERT ON ticket_follow_ups REFERENCING NEW TABLE AS present FOR EACH STATEMENT
  EXECUTE FUNCTION app.copy_words_of_follow_ups();
CREATE TRIGGER forget_mail_rest BEFORE UPDATE OF user_id ON ticket_follow_ups
  FOR EACH ROW WHEN (old.user_id IS NOT NULL AND new.user_id IS NULL)
  EXECUTE FUNCTION app.forget_mail_rest();
GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_follow_ups TO vitrine_app, vitrine_platform;

-- Files of tickets and follow-ups. Without a ticket: uploaded and not used yet; its file is erased after a day.
CREATE TABLE ticket_attachments (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  ticket_id uuid,
  follow_up_id uuid,
  user_id uuid,
  -- The name of the file as it was sent.
  name text NOT NULL,
  path text NOT NULL,
  bytes integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ticket_attachments_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT ticket_attachments_path_key UNIQUE (path),
  CONSTRAINT ticket_attachments_follow_up FOREIGN KEY (tenant_id, follow_up_id) REFERENCES ticket_follow_ups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT ticket_attachments_path_fkey FOREIGN KEY (path) REFERENCES files(path) ON DELETE CASCADE,
  CONSTRAINT ticket_attachments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT ticket_attachments_ticket FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT ticket_attachments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT ticket_attachments_place CHECK (follow_up_id IS NULL OR ticket_id IS NOT NULL)
);
CREATE INDEX ticket_attachments_by_ticket ON ticket_attachments USING btree (tenant_id, ticket_id);
CREATE INDEX ticket_attachments_of_follow_up ON ticket_attachments USING btree (tenant_id, follow_up_id) WHERE follow_up_id IS NOT NULL;
CREATE INDEX ticket_attachments_of_person ON ticket_attachments USING btree (user_id, created_at);
CREATE POLICY application ON ticket_attachments TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON ticket_attachments TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_attachments TO vitrine_app, vitrine_platform;

-- Who a partner is by law, where it is, and whom to call. Kept by its staff, and by the staff of the platform.
CREATE TABLE partner_legal_data (
  partner_id uuid NOT NULL,
  -- legal: an organisation; physical: a natural person.
  client_type text NOT NULL,
  -- The tax id without punctuation: CNPJ of an organisation, CPF of a person.
  cnpj_cpf text,
  -- The trade name.
  fantasy_name text,
  -- The inscrição estadual.
  state_registration text,
  business_email text,
  email_invoice text[] NOT NULL DEFAULT '{}'::text[],
  commercial_phone text,
  contact_name text,
  address text,
  number text,
  complement text,
  neighborhood text,
  city text,
  version integer NOT NULL DEFAULT 1,
  -- The postal code without the hyphen.
  cep text,
  -- The federal unit of Brazil; null outside of it.
  state text,
  -- The Pix key under which bills are paid, in the canonical form of its kind.
  pix_key text,
  CONSTRAINT partner_legal_data_pkey PRIMARY KEY (partner_id),
  CONSTRAINT partner_legal_data_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT partner_legal_data_client_type CHECK (client_type = ANY (ARRAY['legal'::text, 'physical'::text]))
);
CREATE POLICY application ON partner_legal_data TO vitrine_app
  USING ((SELECT app.tenant_id()) IS NULL AND ((SELECT app.profile()) = ANY (ARRAY['a2m'::text, 'master'::text])) AND ((SELECT app.on_platform()) OR partner_id = (SELECT app.partner_id())));
CREATE POLICY platform ON partner_legal_data TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON partner_legal_data TO vitrine_app, vitrine_platform;

-- The number of the last ticket of a tenant. A number of a removed ticket is not given again.
CREATE TABLE ticket_numbers (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  last integer NOT NULL,
  CONSTRAINT ticket_numbers_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT ticket_numbers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE POLICY application ON ticket_numbers TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON ticket_numbers TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_numbers TO vitrine_app, vitrine_platform;

-- Clients: the organisations that are billed. Each has business units of one partner.
CREATE TABLE clients (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL,
  name text NOT NULL,
  customer_code text,
  -- legal: an organisation; physical: a natural person.
  client_type text NOT NULL DEFAULT 'legal'::text,
  -- The tax id without punctuation: CNPJ of an organisation, CPF of a person.
  cnpj_cpf text,
  -- The trade name.
  fantasy_name text,
  -- The inscrição estadual.
  state_registration text,
  business_email text,
  -- Where bills are sent to.
  email_invoice text[] NOT NULL DEFAULT '{}'::text[],
  commercial_phone text,
  contact_name text,
  address text,
  number text,
  complement text,
  neighborhood text,
  city text,
  contract_date date,
  -- Who of the platform staff sold the contract.
  seller uuid,
  -- The last day of the trial, after which nobody of its tenants may sign in; null: no trial.
  trial_period date,
  payment_details text,
  -- The most people in all its tenants together; null: only the limits of the tenants.
  user_limit integer,
  -- The price of one billed person and month.
  price numeric(10,2) NOT NULL DEFAULT 0,
  -- People of each month who are free of charge.
  number_of_bonus integer NOT NULL DEFAULT 0,
  -- The fee of one own domain and month.
  domain_fee numeric(10,2) NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  standing jsonb NOT NULL GENERATED ALWAYS AS (app.client_standing(trial_period)) STORED,
  -- The time zone of the contract: where its months begin and end.
  timezone text NOT NULL DEFAULT 'America/Sao_Paulo'::text,
  -- The postal code without the hyphen.
  cep text,
  -- The federal unit of Brazil; null outside of it.
  state text,
  -- The language of the bills and of their mails.
  language text NOT NULL DEFAULT 'pt-BR'::text,
  -- Bills are sent when they are issued.
  sends_bills boolean NOT NULL DEFAULT false,
  -- A bill that is not paid three days after its due date is reminded of, once.
  reminds boolean NOT NULL DEFAULT false,
  -- The percentage of the user limit of which staff and administrators were notified; 0: none. It falls when the people are 5
  -- points below it.
  limit_alarm smallint NOT NULL DEFAULT 0,
  -- Days from the issue of a bill to its due date; null: the due date is stated when the bill is issued.
  due_days smallint,
  -- A due date on a weekend or on a public holiday of the federal unit of the client is moved to the next business day.
  due_on_business_day boolean NOT NULL DEFAULT false,
  -- The day of the next month on which the bill of a month issues itself, in the time zone of the contract; null: a person
  -- issues it.
  issue_day smallint,
  -- The first month whose bill issues itself: the running one when the day was set.
  issues_from date,
  CONSTRAINT clients_pkey PRIMARY KEY (id),
  CONSTRAINT clients_cnpj_cpf_key UNIQUE (cnpj_cpf),
  CONSTRAINT clients_customer_code_key UNIQUE (customer_code),
  CONSTRAINT clients_name_key UNIQUE (name),
  CONSTRAINT clients_standing_key UNIQUE (partner_id, id, standing),
  CONSTRAINT clients_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT clients_seller_fkey FOREIGN KEY (seller) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT clients_client_type_check CHECK (client_type = ANY (ARRAY['legal'::text, 'physical'::text])),
  CONSTRAINT clients_domain_fee_check CHECK (domain_fee >= 0::numeric),
  CONSTRAINT clients_due_days CHECK (due_days >= 0 AND due_days <= 90),
  CONSTRAINT clients_issue_day CHECK (issue_day >= 1 AND issue_day <= 28),
  CONSTRAINT clients_issuing CHECK (issue_day IS NULL AND issues_from IS NULL OR due_days IS NOT NULL AND issues_from IS NOT NULL),
  CONSTRAINT clients_language CHECK (language = ANY (ARRAY['pt-BR'::text, 'pt-PT'::text, 'en-US'::text, 'es'::text])),
  CONSTRAINT clients_limit_alarm CHECK (limit_alarm = ANY (ARRAY[0, 80, 100])),
  CONSTRAINT clients_number_of_bonus_check CHECK (number_of_bonus >= 0 AND number_of_bonus <= 1000000),
  CONSTRAINT clients_price_check CHECK (price >= 0::numeric),
  CONSTRAINT clients_timezone_known CHECK (app.is_timezone(timezone)),
  CONSTRAINT clients_user_limit_check CHECK (user_limit >= 1 AND user_limit <= 1000000)
);
CREATE INDEX clients_by_seller ON clients USING btree (seller) WHERE seller IS NOT NULL;
CREATE POLICY manage ON clients TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY platform ON clients TO vitrine_platform USING (true);
CREATE POLICY read ON clients FOR SELECT TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id()));
GRANT SELECT, INSERT, UPDATE, DELETE ON clients TO vitrine_app, vitrine_platform;

-- Who was active in a tenant in a month, except test users, and for which client. There is no foreign key to the person or the
-- client: a person who is erased was still active.
CREATE TABLE billable_people (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  -- In the time zone of the client.
  month date NOT NULL,
  user_id uuid NOT NULL,
  -- The client that had the tenant then. Null: none; the next client of the tenant gets the row.
  client_id uuid,
  -- The first day with a sign-in or a use of the session; null: noted before days were.
  first_day date,
  last_day date,
  CONSTRAINT billable_people_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT billable_people_month_check CHECK (EXTRACT(day FROM month) = 1::numeric)
);
CREATE INDEX billable_people_by_month ON billable_people USING btree (month, client_id, user_id);
CREATE UNIQUE INDEX billable_people_key ON billable_people USING btree (tenant_id, month, user_id, client_id) NULLS NOT DISTINCT;
CREATE POLICY application ON billable_people TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON billable_people TO vitrine_platform USING (true);
GRANT SELECT ON billable_people TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON billable_people TO vitrine_platform;

-- Bills as they were issued, with copies of everything that they say: client, partner and seller may change or go.
CREATE TABLE bills (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- The number in the series of its issuer, the partner.
  number bigint NOT NULL,
  partner_id uuid NOT NULL,
  client_id uuid NOT NULL,
  -- The name of the client.
  name text NOT NULL,
  partner text NOT NULL,
  -- What the bill says about the client: tax id, address, contact and payment.
  customer jsonb NOT NULL,
  seller uuid,
  seller_name text,
  reference_month date NOT NULL,
  date_of_issue date NOT NULL,
  date_due date NOT NULL,
  billed_users integer NOT NULL,
  number_of_bonus integer NOT NULL,
  price numeric(10,2) NOT NULL,
  user_limit integer,
  domains integer NOT NULL,
  domain_fee numeric(10,2) NOT NULL,
  total numeric(18,2) NOT NULL GENERATED ALWAYS AS (app.bill_total(billed_users, number_of_bonus, price, domains, domain_fee)) STORED,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- A wrong bill is voided with a reason and issued again.
  voided_at timestamp with time zone,
  void_reason text,
  -- The time zone of the contract when the bill was issued: where its month begins and ends.
  timezone text NOT NULL,
  -- The legal data of the issuer, the partner, when the bill was issued.
  supplier jsonb NOT NULL DEFAULT '{}'::jsonb,
  -- Several tenants of the client are or may be on the bill: no tenant reads its numbers. Judged when it was issued.
  is_shared boolean NOT NULL DEFAULT true,
  CONSTRAINT bills_pkey PRIMARY KEY (id),
  CONSTRAINT bills_number_key UNIQUE (partner_id, number),
  CONSTRAINT bills_billed_users_check CHECK (billed_users >= 0),
  CONSTRAINT bills_domain_fee_check CHECK (domain_fee >= 0::numeric),
  CONSTRAINT bills_domains_check CHECK (domains >= 0),
  CONSTRAINT bills_due CHECK (date_due >= date_of_issue),
  CONSTRAINT bills_number_of_bonus_check CHECK (number_of_bonus >= 0),
  CONSTRAINT bills_price_check CHECK (price >= 0::numeric),
  CONSTRAINT bills_reference_month_check CHECK (EXTRACT(day FROM reference_month) = 1::numeric),
  CONSTRAINT bills_void CHECK ((voided_at IS NULL) = (void_reason IS NULL))
);
CREATE INDEX bills_by_month ON bills USING btree (reference_month DESC);
CREATE INDEX bills_by_partner ON bills USING btree (partner_id, reference_month DESC);
CREATE UNIQUE INDEX bills_month_key ON bills USING btree (client_id, reference_month) WHERE voided_at IS NULL;
CREATE POLICY manage ON bills TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY platform ON bills TO vitrine_platform USING (true);
CREATE POLICY read ON bills FOR SELECT TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id()));
CREATE TRIGGER keep_bill BEFORE DELETE OR UPDATE ON bills FOR EACH ROW EXECUTE FUNCTION app.keep_bill();
CREATE TRIGGER note_shared_bill BEFORE INSERT ON bills FOR EACH ROW EXECUTE FUNCTION app.note_shared_bill();
GRANT SELECT, INSERT ON bills TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON bills TO vitrine_platform;
GRANT UPDATE (voided_at, void_reason) ON bills TO vitrine_app;

-- Files of people that somebody adds to a tenant. A job erases them after some days.
CREATE TABLE user_imports (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- The name of the file as it was sent.
  name text NOT NULL,
  state text NOT NULL DEFAULT 'mapping'::text,
  -- Who sent the file; null: the person was erased.
  user_id uuid,
  headings text[] NOT NULL,
  -- For each heading the field that it fills, or an empty text.
  columns text[] NOT NULL,
  -- The language of people without one in the file.
  language text NOT NULL,
  -- Who started it, for the audit entries of the people whom the job adds.
  starter jsonb,
  -- How many of the people got a mail with a link.
  invited integer NOT NULL DEFAULT 0,
  -- How many people were added. Their rows are empty.
  succeeded integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  -- What happens to rows of people who exist: skip, fill (empty fields only), update.
  existing text NOT NULL DEFAULT 'skip'::text,
  -- The field that finds the person of a row.
  matched_by text NOT NULL DEFAULT 'email'::text,
  -- How many people were changed.
  changed integer NOT NULL DEFAULT 0,
  -- How many rows changed nothing, because the person exists.
  same integer NOT NULL DEFAULT 0,
  -- How many rows people removed in the review.
  removed integer NOT NULL DEFAULT 0,
  -- How many added people were removed, and changed people changed back.
  undone integer NOT NULL DEFAULT 0,
  -- When it was started first. Null: not yet.
  started_at timestamp with time zone,
  -- Who takes it back, for the audit entries of the job.
  undoer jsonb,
  -- Why the product stopped it: the starter lost the right, or the job failed.
  problem text,
  -- The CSV file until its columns are confirmed. Null: confirmed, or a workbook.
  file bytea,
  -- How the file was read. Null: a workbook.
  encoding text,
  delimiter text,
  -- The line of the file that has the headings. 0: the file has none.
  heading_line integer NOT NULL DEFAULT 1,
  -- The first rows of the file as [{number, cells}] until its columns are confirmed. Null: confirmed.
  top_rows jsonb,
  -- When the invitations of the added people go out; null: at once.
  invite_at timestamp with time zone,
  CONSTRAINT user_imports_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT user_imports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT user_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT user_imports_existing CHECK (existing = ANY (ARRAY['skip'::text, 'fill'::text, 'update'::text])),
  CONSTRAINT user_imports_heading_line CHECK (heading_line >= 0),
  CONSTRAINT user_imports_matched_by CHECK (matched_by = ANY (ARRAY['email'::text, 'phone'::text])),
  CONSTRAINT user_imports_problem CHECK (problem = ANY (ARRAY['right_lost'::text, 'failed'::text])),
  CONSTRAINT user_imports_state CHECK (state = ANY (ARRAY['mapping'::text, 'review'::text, 'running'::text, 'paused'::text, 'done'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text]))
);
CREATE INDEX user_imports_by_change ON user_imports USING btree (changed_at);
CREATE INDEX user_imports_of_person ON user_imports USING btree (user_id);
CREATE POLICY application ON user_imports TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON user_imports TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_imports TO vitrine_app, vitrine_platform;

-- The rows of an import. A removed row is deleted.
CREATE TABLE user_import_rows (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  import_id uuid NOT NULL,
  -- The line in the file; the first line has the headings.
  number integer NOT NULL,
  -- As in the file, corrected by people. Empty as soon as the person was added.
  cells text[] NOT NULL,
  -- {"email": "user.email_taken"}: the error code by field; the field "row" is the whole row.
  faults jsonb NOT NULL DEFAULT '{}'::jsonb,
  state text NOT NULL DEFAULT 'pending'::text,
  -- {"kind": "new"}, {"kind": "same", "id"} or {"kind": "change", "id", "changes": {"<field>": ["<old>", "<new>"]}}: what the
  -- import will do. Null: the row has a fault, or was imported. The check of the rows replaces the default where it is another.
  plan jsonb DEFAULT '{"kind": "new"}'::jsonb,
  effect text,
  -- The person whom the row added or changed. The row is deleted with the membership.
  user_id uuid,
  -- The version of the membership after the effect: another version is a later change.
  version integer,
  -- The fields that the row changed, with the old values.
  before jsonb,
  -- The same fields with the new values.
  after jsonb,
  CONSTRAINT user_import_rows_pkey PRIMARY KEY (tenant_id, import_id, number),
  CONSTRAINT user_import_rows_import FOREIGN KEY (tenant_id, import_id) REFERENCES user_imports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT user_import_rows_person FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT user_import_rows_effect CHECK (effect = ANY (ARRAY['added'::text, 'changed'::text])),
  CONSTRAINT user_import_rows_state CHECK (state = ANY (ARRAY['pending'::text, 'success'::text, 'same'::text, 'failed'::text, 'undone'::text]))
);
CREATE INDEX user_import_rows_by_state ON user_import_rows USING btree (tenant_id, import_id, state, number);
CREATE INDEX user_import_rows_of_person ON user_import_rows USING btree (tenant_id, user_id) WHERE user_id IS NOT NULL;
CREATE POLICY application ON user_import_rows TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON user_import_rows TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_import_rows TO vitrine_app, vitrine_platform;

-- The times at which tasks run. A trigger has any number of tasks.
CREATE TABLE triggers (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  frequency text NOT NULL,
  -- Weekly: ISO days.
  days smallint[] NOT NULL DEFAULT '{}'::smallint[],
  -- Monthly: days of the month. A day that a month does not have is its last day.
  month_days smallint[] NOT NULL DEFAULT '{}'::smallint[],
  -- Local times of day, HH:MM.
  times text[] NOT NULL,
  -- IANA name; null: the time zone of the tenant.
  timezone text,
  starts_on date,
  ends_on date,
  -- The next run; null: none.
  next_at timestamp with time zone,
  -- The time zone of next_at. A change of the tenant's time zone plans anew.
  planned_zone text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT triggers_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT triggers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT triggers_days CHECK (days <@ '{1,2,3,4,5,6,7}'::smallint[]),
  CONSTRAINT triggers_frequency CHECK (frequency = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text])),
  CONSTRAINT triggers_timezone_known CHECK (app.is_timezone(timezone))
);
CREATE INDEX triggers_due ON triggers USING btree (next_at) WHERE next_at IS NOT NULL;
CREATE UNIQUE INDEX triggers_name_key ON triggers USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON triggers TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON triggers TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON triggers TO vitrine_app, vitrine_platform;

-- A DAX query of a report's data set, the condition on its answer, and who is told what when the condition holds.
CREATE TABLE tasks (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  type text NOT NULL,
  report_id uuid,
  dax text NOT NULL,
  -- The compared column; null: the first one.
  column_name text,
  operator text NOT NULL,
  value text,
  variables jsonb NOT NULL DEFAULT '[]'::jsonb,
  message jsonb NOT NULL,
  repeat_policy text NOT NULL,
  channels text[] NOT NULL,
  webhook_url text,
  webhook_secret_sealed bytea,
  target text NOT NULL,
  send_to_self boolean NOT NULL,
  -- Who added it or took it over. It reads what this person may read, at the time of each run.
  owner_id uuid,
  -- Of one of the staff, whose row the people of the tenant do not see; null: the owner is a person of the tenant.
  owner_name text,
  -- Why the portal switched it off; null: it did not.
  stopped text,
  -- Hash of the rows of the owner that met the condition at the last run, for the repeat policy on_change of the webhook.
  last_result text,
  -- The compared value of the owner at the last run: for the operator changed its hash, for changed_by the number.
  last_value text,
  -- When the rows of the owner were worth telling last, for once_per_week and once_per_month of the webhook.
  notified_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The columns that tell the rows of a list apart; empty: the task has one state for the whole answer.
  row_key text[] NOT NULL DEFAULT '{}'::text[],
  -- A firing row stays firing while the condition holds with this value; null: with the value at which it fires.
  clear_value text,
  -- A row fires when the condition held in this many of the last fire_of runs.
  fire_runs smallint NOT NULL DEFAULT 1,
  fire_of smallint NOT NULL DEFAULT 1,
  -- A firing row is ok again after this many runs in a row without the condition, or without the row.
  recover_runs smallint NOT NULL DEFAULT 1,
  -- What an answer without rows means. evaluate: a blank value.
  on_no_data text NOT NULL DEFAULT 'evaluate'::text,
  -- What a failed query of the owner means for the state.
  on_error text NOT NULL DEFAULT 'keep'::text,
  tells_recovery boolean NOT NULL DEFAULT false,
  -- A run that would begin later than this after its planned instant is recorded as missed, and not run.
  late_hours smallint NOT NULL DEFAULT 24,
  -- The workspace of the data set of a task without a report; null: the task asks a report, or the workspace was removed.
  workspace_id uuid,
  -- The data set of a task without a report, at its service.
  service_dataset_id text,
  -- The name of the data set when it was chosen.
  dataset_name text,
  CONSTRAINT tasks_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT tasks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tasks_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE SET NULL (report_id),
  CONSTRAINT tasks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT tasks_workspace FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspaces(tenant_id, id) ON DELETE SET NULL (workspace_id),
  CONSTRAINT tasks_channels CHECK (channels <@ '{portal,email,webhook}'::text[]),
  CONSTRAINT tasks_late_hours CHECK (late_hours >= 1 AND late_hours <= 168),
  CONSTRAINT tasks_on_error CHECK (on_error = ANY (ARRAY['keep'::text, 'alarm'::text, 'ok'::text])),
  CONSTRAINT tasks_on_no_data CHECK (on_no_data = ANY (ARRAY['evaluate'::text, 'keep'::text, 'alarm'::text, 'ok'::text])),
  CONSTRAINT tasks_one_source CHECK (report_id IS NULL OR workspace_id IS NULL),
  CONSTRAINT tasks_operator CHECK (operator = ANY (ARRAY['equal'::text, 'not_equal'::text, 'greater'::text, 'greater_or_equal'::text, 'less'::text, 'less_or_equal'::text, 'contains'::text, 'is_blank'::text, 'is_not_blank'::text, 'changed'::text, 'changed_by'::text])),
  CONSTRAINT tasks_repeat_policy CHECK (repeat_policy = ANY (ARRAY['always'::text, 'on_change'::text, 'once_per_week'::text, 'once_per_month'::text, 'only_execute_dax'::text])),
  CONSTRAINT tasks_runs_of_states CHECK (fire_runs >= 1 AND fire_runs <= fire_of AND fire_of <= 20 AND recover_runs >= 1 AND recover_runs <= 20),
  CONSTRAINT tasks_stopped CHECK (stopped = ANY (ARRAY['owner_gone'::text, 'right_lost'::text, 'report_gone'::text, 'identity'::text, 'dataset_gone'::text])),
  CONSTRAINT tasks_stopped_off CHECK (stopped IS NULL OR NOT enabled),
  CONSTRAINT tasks_target CHECK (target = ANY (ARRAY['everybody'::text, 'admin'::text, 'user'::text, 'chosen'::text])),
  CONSTRAINT tasks_type CHECK (type = ANY (ARRAY['single'::text, 'list'::text]))
);
CREATE UNIQUE INDEX tasks_name_key ON tasks USING btree (tenant_id, app.plain(name));
CREATE INDEX tasks_of_owner ON tasks USING btree (owner_id);
CREATE INDEX tasks_of_report ON tasks USING btree (tenant_id, report_id) WHERE report_id IS NOT NULL;
CREATE INDEX tasks_of_workspace ON tasks USING btree (tenant_id, workspace_id) WHERE workspace_id IS NOT NULL;
CREATE POLICY application ON tasks TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON tasks TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON tasks TO vitrine_app, vitrine_platform;

-- The triggers of each task.
CREATE TABLE task_triggers (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  task_id uuid NOT NULL,
  trigger_id uuid NOT NULL,
  CONSTRAINT task_triggers_pkey PRIMARY KEY (tenant_id, task_id, trigger_id),
  CONSTRAINT task_triggers_task FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_triggers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT task_triggers_trigger FOREIGN KEY (tenant_id, trigger_id) REFERENCES triggers(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX task_triggers_by_trigger ON task_triggers USING btree (tenant_id, trigger_id);
CREATE POLICY application ON task_triggers TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON task_triggers TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_triggers TO vitrine_app, vitrine_platform;

-- The people and groups whom a task with the target chosen tells.
CREATE TABLE task_addressees (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  task_id uuid NOT NULL,
  user_id uuid,
  group_id uuid,
  CONSTRAINT task_addressees_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT task_addressees_key UNIQUE NULLS NOT DISTINCT (tenant_id, task_id, user_id, group_id),
  CONSTRAINT task_addressees_group FOREIGN KEY (tenant_id, group_id) REFERENCES user_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_addressees_task FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_addressees_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT task_addressees_user FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT task_addressees_one CHECK ((user_id IS NULL) <> (group_id IS NULL))
);
CREATE INDEX task_addressees_by_group ON task_addressees USING btree (tenant_id, group_id) WHERE group_id IS NOT NULL;
CREATE INDEX task_addressees_by_user ON task_addressees USING btree (tenant_id, user_id) WHERE user_id IS NOT NULL;
CREATE POLICY application ON task_addressees TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON task_addressees TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_addressees TO vitrine_app, vitrine_platform;

-- The runs of tasks: what the query answered, and what followed.
CREATE TABLE task_runs (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  task_id uuid NOT NULL,
  -- Idempotency key: the planned instant, whichever trigger planned it, or a new one for a run that a person starts.
  slot text NOT NULL,
  cause text NOT NULL,
  trigger_id uuid,
  user_id uuid,
  state text NOT NULL DEFAULT 'waiting'::text,
  problem text,
  row_count integer,
  matched integer,
  -- The compared value, of the first row that met the condition.
  value text,
  -- The time of all queries of the run.
  query_ms integer,
  -- People who were told; null: the run addressed nobody.
  receipts integer,
  webhook text,
  -- What the webhook gets; null once it is delivered or given up.
  webhook_body jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  -- The instant that a trigger planned; null: a person started the run.
  planned_at timestamp with time zone,
  -- The machine and the process that worked on the run last.
  node text,
  -- Queries that the run sent to the report service: one for its owner, and one for each other identity.
  queries integer,
  -- The state of the task's run before this one.
  state_before text,
  -- What the repeat policy decided about the rows of the owner; null: they are not asked yet.
  own_outcome text,
  -- The owner whose rows gave the value; null: the person was erased, or none was asked.
  asked_for uuid,
  -- The value comes from rows under row-level security: only the person asked_for sees it.
  secured boolean NOT NULL DEFAULT false,
  -- Addressees who were not told; null: the run addressed nobody.
  untold integer,
  -- Planned instants that no process ran in time: this run stands for them, or records them (state missed).
  missed integer,
  missed_from timestamp with time zone,
  missed_until timestamp with time zone,
  -- The state of the task after the run; null: it has none, or the run is older than the states.
  task_state text,
  -- Why the rows of the owner, or the failure, were not told; null: they were, or there was nothing to tell.
  withheld text,
  -- Attempts that began, and neither ended nor failed: their process died, or still works.
  deaths smallint NOT NULL DEFAULT 0,
  -- Rows of the owner's answer that were not evaluated because they are paused.
  paused_rows integer,
  CONSTRAINT task_runs_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT task_runs_slot_key UNIQUE (tenant_id, task_id, slot),
  CONSTRAINT task_runs_asked_for_fkey FOREIGN KEY (asked_for) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT task_runs_task FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_runs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT task_runs_trigger FOREIGN KEY (tenant_id, trigger_id) REFERENCES triggers(tenant_id, id) ON DELETE SET NULL (trigger_id),
  CONSTRAINT task_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT task_runs_cause CHECK (cause = ANY (ARRAY['trigger'::text, 'person'::text])),
  CONSTRAINT task_runs_ended CHECK ((state = 'waiting'::text) = (ended_at IS NULL)),
  CONSTRAINT task_runs_missed CHECK ((missed IS NULL) = (missed_from IS NULL) AND (missed IS NULL) = (missed_until IS NULL) AND missed > 0),
  CONSTRAINT task_runs_own_outcome CHECK (own_outcome = ANY (ARRAY['notified'::text, 'held'::text, 'quiet'::text, 'recorded'::text])),
  CONSTRAINT task_runs_state CHECK (state = ANY (ARRAY['waiting'::text, 'notified'::text, 'held'::text, 'quiet'::text, 'recorded'::text, 'untold'::text, 'missed'::text, 'failed'::text, 'stopped'::text])),
  CONSTRAINT task_runs_task_state CHECK (task_state = ANY (ARRAY['ok'::text, 'pending'::text, 'firing'::text, 'recovering'::text, 'no_data'::text, 'error'::text])),
  CONSTRAINT task_runs_webhook CHECK (webhook = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])),
  CONSTRAINT task_runs_withheld CHECK (withheld = ANY (ARRAY['silenced'::text, 'acknowledged'::text]))
);
CREATE INDEX task_runs_asked_for ON task_runs USING btree (asked_for) WHERE asked_for IS NOT NULL;
CREATE INDEX task_runs_by_age ON task_runs USING btree (created_at);
CREATE INDEX task_runs_by_task ON task_runs USING btree (tenant_id, task_id, created_at DESC, id DESC);
CREATE INDEX task_runs_of_person ON task_runs USING btree (user_id);
CREATE INDEX task_runs_of_trigger ON task_runs USING btree (tenant_id, trigger_id) WHERE trigger_id IS NOT NULL;
CREATE POLICY application ON task_runs TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON task_runs TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_runs TO vitrine_app, vitrine_platform;

-- Host names that lead to a tenant or to a partner. Only a verified one does.
CREATE TABLE domains (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  partner_id uuid NOT NULL,
  -- Null: it leads to the partner.
  tenant_id uuid,
  -- In ASCII: an international name in its punycode form.
  host text NOT NULL,
  -- The value of the TXT record. It is of this partner and host only.
  token text NOT NULL,
  -- refused: another partner proved that it has the name.
  state text NOT NULL DEFAULT 'waiting'::text,
  -- dns: the TXT record; hand: one of the platform staff, with a reason; before: the domain is older than these proofs.
  proof text,
  -- The address of its target in mails and links. Without one that is the subdomain.
  main boolean NOT NULL DEFAULT false,
  verified_at timestamp with time zone,
  -- The e-mail of who confirmed it by hand.
  confirmed_by text,
  reason text,
  checked_at timestamp with time zone,
  -- Why the last look found no proof.
  fault text,
  -- The next look at the record; of a refused one: the partner is not told yet; null: none.
  next_check_at timestamp with time zone DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT domains_pkey PRIMARY KEY (id),
  CONSTRAINT domains_host_key UNIQUE (partner_id, host),
  CONSTRAINT domains_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT domains_tenant FOREIGN KEY (partner_id, tenant_id) REFERENCES tenants(partner_id, id) ON DELETE CASCADE,
  CONSTRAINT domains_fault CHECK (fault = ANY (ARRAY['not_found'::text, 'wrong_value'::text, 'alias'::text, 'flood'::text, 'unreachable'::text, 'no_resolver'::text, 'taken'::text])),
  CONSTRAINT domains_host_plain CHECK (host = lower(host)),
  CONSTRAINT domains_main_verified CHECK (state = 'verified'::text OR NOT main),
  CONSTRAINT domains_proof CHECK (proof = ANY (ARRAY['dns'::text, 'hand'::text, 'before'::text])),
  CONSTRAINT domains_state CHECK (state = ANY (ARRAY['waiting'::text, 'verified'::text, 'refused'::text])),
  CONSTRAINT domains_verified CHECK ((state = 'verified'::text) = (proof IS NOT NULL) AND (proof IS NULL) = (verified_at IS NULL))
);
CREATE INDEX domains_by_tenant ON domains USING btree (tenant_id, partner_id) WHERE tenant_id IS NOT NULL;
CREATE INDEX domains_due ON domains USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE UNIQUE INDEX domains_main_key ON domains USING btree (COALESCE(tenant_id, partner_id)) WHERE main;
CREATE UNIQUE INDEX domains_verified_key ON domains USING btree (host) WHERE state = 'verified'::text;
CREATE POLICY application ON domains TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND ((SELECT app.profile()) = ANY (ARRAY['a2m'::text, 'master'::text])) AND partner_id = (SELECT app.partner_id()));
CREATE POLICY platform ON domains TO vitrine_platform USING (true);
CREATE TRIGGER note_domain AFTER INSERT OR DELETE OR UPDATE OF state, main ON domains
  FOR EACH ROW
  EXECUTE FUNCTION app.note_domain();
GRANT SELECT, INSERT, UPDATE, DELETE ON domains TO vitrine_app, vitrine_platform;

-- When a domain was verified for a tenant and its client, and until when: what a month is billed for. A removed domain stays
-- here.
CREATE TABLE domain_periods (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  domain_id uuid NOT NULL,
  host text NOT NULL,
  verified_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  client_id uuid,
  CONSTRAINT domain_periods_pkey PRIMARY KEY (tenant_id, domain_id, verified_at),
  CONSTRAINT domain_periods_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE POLICY application ON domain_periods TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON domain_periods TO vitrine_platform USING (true);
GRANT SELECT ON domain_periods TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON domain_periods TO vitrine_platform;

-- The files of SQL functions that this database has, with the hash of each text.
-- Without row-level security.
CREATE TABLE applied_functions (
  file text NOT NULL,
  hash text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT applied_functions_pkey PRIMARY KEY (file)
);
GRANT SELECT ON applied_functions TO vitrine_platform;

-- The receipts that the notifications of an author caused in the last hour. Older rows are erased at the next use.
CREATE TABLE message_uses (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  author_id uuid NOT NULL,
  receipts integer NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT message_uses_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT message_uses_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT message_uses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT message_uses_receipts CHECK (receipts > 0)
);
CREATE INDEX message_uses_author ON message_uses USING btree (tenant_id, author_id, used_at);
CREATE INDEX message_uses_user ON message_uses USING btree (author_id);
CREATE POLICY application ON message_uses TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON message_uses TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON message_uses TO vitrine_app, vitrine_platform;

-- One link for each audit entry. Each business unit has a chain, each partner one for its entries outside of units, and the
-- platform one. No foreign key to the entry: the link of a deleted entry shows that it is missing.
CREATE TABLE audit_links (
  -- The id of the business unit or the partner; the nil UUID for the platform.
  chain uuid NOT NULL,
  "position" bigint NOT NULL,
  entry_id uuid NOT NULL,
  tenant_id uuid,
  -- The partner of the entry as it was written. The entry loses it when the partner is removed.
  partner_id uuid,
  -- app.audit_hash() of the hash of the link before, the position and the entry.
  hash bytea NOT NULL,
  CONSTRAINT audit_links_pkey PRIMARY KEY (chain, "position"),
  CONSTRAINT audit_links_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX audit_links_by_entry ON audit_links USING btree (entry_id);
CREATE INDEX audit_links_by_tenant ON audit_links USING btree (tenant_id) WHERE tenant_id IS NOT NULL;
CREATE POLICY platform_append ON audit_links FOR INSERT TO vitrine_platform WITH CHECK (true);
CREATE POLICY platform_delete ON audit_links FOR DELETE TO vitrine_platform
  USING ((tenant_id IN ( SELECT tenants.id
   FROM tenants
  WHERE tenants.removing_since IS NOT NULL)));
CREATE POLICY platform_prune ON audit_links FOR DELETE TO vitrine_platform
  USING (tenant_id = (( SELECT NULLIF(current_setting('app.pruned_unit'::text, true), ''::text)::uuid AS "nullif")) AND (EXISTS ( SELECT
   FROM audit_entries e
  WHERE e.id = audit_links.entry_id AND e.at < (( SELECT LEAST(NULLIF(current_setting('app.pruned_before'::text, true), ''::text)::timestamp with time zone, now() - '30 days'::interval) AS "least")))));
CREATE POLICY platform_read ON audit_links FOR SELECT TO vitrine_platform USING (true);
CREATE TRIGGER keep_anchors AFTER DELETE ON audit_links REFERENCING OLD TABLE AS dropped FOR EACH STATEMENT
  EXECUTE FUNCTION app.keep_audit_anchors();
GRANT SELECT, INSERT, DELETE ON audit_links TO vitrine_platform;

-- The last link of a chain that was deleted, with its hash: the links behind it can still be verified, and an erased unit
-- leaves a trace.
CREATE TABLE audit_anchors (
  chain uuid NOT NULL,
  "position" bigint NOT NULL,
  hash bytea NOT NULL,
  dropped_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT audit_anchors_pkey PRIMARY KEY (chain)
);
CREATE POLICY platform_append ON audit_anchors FOR INSERT TO vitrine_platform WITH CHECK (true);
CREATE POLICY platform_change ON audit_anchors FOR UPDATE TO vitrine_platform USING (true);
CREATE POLICY platform_read ON audit_anchors FOR SELECT TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE ON audit_anchors TO vitrine_platform;

-- Visuals of reports on the home page of a person. The name of a visual opens nothing: the report opens with the grants of the
-- person.
CREATE TABLE report_pins (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  report_id uuid NOT NULL,
  user_id uuid NOT NULL DEFAULT app.user_id(),
  -- The name of the page at the report service, as for the name of the visual.
  page text NOT NULL,
  visual text NOT NULL,
  -- The title of the visual when it was pinned.
  title text NOT NULL,
  -- The type of the visual at the report service, such as card: it decides the size on the home page.
  kind text NOT NULL,
  "position" integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_pins_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_pins_visual_key UNIQUE (tenant_id, user_id, report_id, page, visual),
  CONSTRAINT report_pins_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_pins_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT report_pins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX report_pins_by_report ON report_pins USING btree (tenant_id, report_id);
CREATE INDEX report_pins_by_user ON report_pins USING btree (user_id);
CREATE POLICY application ON report_pins TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) AND user_id = (SELECT app.user_id()));
CREATE POLICY platform ON report_pins TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_pins TO vitrine_app, vitrine_platform;

-- Hints of the home page that a person does not want to see again.
CREATE TABLE dismissed_hints (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  user_id uuid NOT NULL DEFAULT app.user_id(),
  hint text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT dismissed_hints_pkey PRIMARY KEY (tenant_id, user_id, hint),
  CONSTRAINT dismissed_hints_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT dismissed_hints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX dismissed_hints_by_user ON dismissed_hints USING btree (user_id);
CREATE POLICY application ON dismissed_hints TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) AND user_id = (SELECT app.user_id()));
CREATE POLICY platform ON dismissed_hints TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON dismissed_hints TO vitrine_app, vitrine_platform;

-- The addressees of the runs of tasks: by which channels each was told, or why not.
CREATE TABLE task_run_recipients (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  run_id uuid NOT NULL,
  -- Null: the person was erased.
  user_id uuid,
  -- Hash of the effective identity whose rows the message has; null: none was found.
  identity_key text,
  outcome text NOT NULL,
  channels text[] NOT NULL DEFAULT '{}'::text[],
  problem text,
  told_at timestamp with time zone,
  CONSTRAINT task_run_recipients_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT task_run_recipients_key UNIQUE (tenant_id, run_id, user_id),
  CONSTRAINT task_run_recipients_run FOREIGN KEY (tenant_id, run_id) REFERENCES task_runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_run_recipients_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT task_run_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT task_run_recipients_channels CHECK (channels <@ '{portal,email}'::text[]),
  CONSTRAINT task_run_recipients_outcome CHECK (outcome = ANY (ARRAY['waiting'::text, 'told'::text, 'digest'::text, 'policy'::text, 'silenced'::text, 'acknowledged'::text, 'paused'::text, 'condition'::text, 'no_rows'::text, 'no_right'::text, 'identity'::text, 'filters'::text, 'blocked'::text, 'unsubscribed'::text, 'limit'::text, 'identities'::text, 'failed'::text, 'ended'::text])),
  CONSTRAINT task_run_recipients_told CHECK ((outcome = 'told'::text) = (told_at IS NOT NULL))
);
CREATE INDEX task_run_recipients_of_person ON task_run_recipients USING btree (user_id);
CREATE INDEX task_run_recipients_told_at ON task_run_recipients USING btree (tenant_id, user_id, told_at) WHERE told_at IS NOT NULL;
CREATE POLICY application ON task_run_recipients TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON task_run_recipients TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_run_recipients TO vitrine_app, vitrine_platform;

-- The last result of a task for each effective identity of its addressees, for the repeat policy.
CREATE TABLE task_identities (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  task_id uuid NOT NULL,
  -- Hash of user name, roles and custom data; none: the report has no row-level security.
  identity_key text NOT NULL,
  last_result text,
  last_value text,
  -- When somebody with this identity was told last.
  notified_at timestamp with time zone,
  CONSTRAINT task_identities_pkey PRIMARY KEY (tenant_id, task_id, identity_key),
  CONSTRAINT task_identities_task FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_identities_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE POLICY application ON task_identities TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON task_identities TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_identities TO vitrine_app, vitrine_platform;

-- The last number of each issuer. The transaction that issues takes the number, so that one that is rolled back leaves no gap.
CREATE TABLE bill_counters (
  partner_id uuid NOT NULL,
  series text NOT NULL,
  last_number bigint NOT NULL,
  CONSTRAINT bill_counters_pkey PRIMARY KEY (partner_id, series),
  CONSTRAINT bill_counters_series CHECK (series = ANY (ARRAY['bill'::text, 'credit_note'::text]))
);
CREATE POLICY application ON bill_counters TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY platform ON bill_counters TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE ON bill_counters TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON bill_counters TO vitrine_platform;

-- The people behind the number of an issued bill, as they were then. Those of a tenant that is erased are erased; the bill
-- keeps its number.
CREATE TABLE bill_people (
  bill_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  -- The name of the tenant.
  tenant text NOT NULL,
  user_id uuid NOT NULL,
  name text,
  email text,
  -- The first day with a use, in the time zone of the contract; null: not counted, or noted before days were.
  first_day date,
  last_day date,
  -- counted; test: a test user; idle: a member who was not active in the month.
  standing text NOT NULL,
  CONSTRAINT bill_people_pkey PRIMARY KEY (bill_id, user_id, tenant_id),
  CONSTRAINT bill_people_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  CONSTRAINT bill_people_standing CHECK (standing = ANY (ARRAY['counted'::text, 'test'::text, 'idle'::text]))
);
CREATE INDEX bill_people_by_user ON bill_people USING btree (user_id);
CREATE POLICY manage ON bill_people TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY of_tenant ON bill_people FOR SELECT TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) AND (SELECT app.profile()) = 'admin'::text);
CREATE POLICY platform ON bill_people TO vitrine_platform USING (true);
CREATE POLICY read ON bill_people FOR SELECT TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id()));
GRANT SELECT, INSERT ON bill_people TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON bill_people TO vitrine_platform;

-- What was paid for a bill. A payment that was noted by mistake is removed; the audit trail keeps it.
CREATE TABLE bill_payments (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  bill_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  paid_on date NOT NULL,
  amount numeric(18,2) NOT NULL,
  note text,
  -- The name of who noted it.
  noted_by text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT bill_payments_pkey PRIMARY KEY (id),
  CONSTRAINT bill_payments_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  CONSTRAINT bill_payments_amount CHECK (amount > 0::numeric)
);
CREATE INDEX bill_payments_by_bill ON bill_payments USING btree (bill_id);
CREATE POLICY manage ON bill_payments TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY platform ON bill_payments TO vitrine_platform USING (true);
CREATE POLICY read ON bill_payments FOR SELECT TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id()));
GRANT SELECT, INSERT, DELETE ON bill_payments TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON bill_payments TO vitrine_platform;

-- Corrections of bills: what is taken off the line of the people and off the line of the domains.
CREATE TABLE credit_notes (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  bill_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  -- The number in the series of the issuer.
  number bigint NOT NULL,
  users_amount numeric(18,2) NOT NULL,
  domains_amount numeric(18,2) NOT NULL,
  total numeric(18,2) NOT NULL GENERATED ALWAYS AS ((users_amount + domains_amount)) STORED,
  reason text NOT NULL,
  issued_on date NOT NULL,
  issued_by text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT credit_notes_pkey PRIMARY KEY (id),
  CONSTRAINT credit_notes_number_key UNIQUE (partner_id, number),
  CONSTRAINT credit_notes_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  CONSTRAINT credit_notes_domains CHECK (domains_amount >= 0::numeric),
  CONSTRAINT credit_notes_total CHECK (total > 0::numeric),
  CONSTRAINT credit_notes_users CHECK (users_amount >= 0::numeric)
);
CREATE INDEX credit_notes_by_bill ON credit_notes USING btree (bill_id);
CREATE POLICY manage ON credit_notes TO vitrine_app USING (SELECT app.on_platform());
CREATE POLICY platform ON credit_notes TO vitrine_platform USING (true);
CREATE POLICY read ON credit_notes FOR SELECT TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id()));
CREATE TRIGGER keep_credit BEFORE DELETE OR UPDATE ON credit_notes FOR EACH ROW EXECUTE FUNCTION app.keep_credit();
GRANT SELECT, INSERT ON credit_notes TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON credit_notes TO vitrine_platform;

-- Accounts of language models, at most one for each tenant, partner, and the platform.
CREATE TABLE ai_accounts (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- Null: the account that a partner, or the platform, offers to tenants.
  tenant_id uuid DEFAULT app.tenant_id(),
  -- Null without a tenant: the account of the platform.
  partner_id uuid DEFAULT 
CASE
    WHEN app.tenant_id() IS NULL THEN app.partner_id()
    ELSE NULL::uuid
END,
  enabled boolean NOT NULL DEFAULT false,
  -- The tenant uses the account that its partner or the platform offers.
  inherits boolean NOT NULL DEFAULT false,
  provider text NOT NULL,
  base_url text NOT NULL,
  model text NOT NULL,
  key_sealed bytea,
  -- The budget of one tenant in a month. daily_budget: that of one person in a day.
  monthly_budget integer NOT NULL,
  daily_budget integer NOT NULL,
  -- The tenant lets rows of reports be sent to the model.
  sends_rows boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ai_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT ai_accounts_owner_key UNIQUE NULLS NOT DISTINCT (tenant_id, partner_id),
  CONSTRAINT ai_accounts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT ai_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT ai_accounts_inherits CHECK (NOT inherits OR tenant_id IS NOT NULL),
  CONSTRAINT ai_accounts_owner_one CHECK (tenant_id IS NULL OR partner_id IS NULL),
  CONSTRAINT ai_accounts_provider CHECK (provider = ANY (ARRAY['openai'::text, 'azure'::text, 'anthropic'::text, 'ollama'::text, 'compatible'::text]))
);
CREATE INDEX ai_accounts_of_partner ON ai_accounts USING btree (partner_id) WHERE partner_id IS NOT NULL;
CREATE POLICY application ON ai_accounts TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) OR tenant_id IS NULL AND (SELECT app.tenant_id()) IS NULL AND ((SELECT app.profile()) = ANY (ARRAY['a2m'::text, 'master'::text])) AND NOT partner_id IS DISTINCT FROM (SELECT app.partner_id()) AND (partner_id IS NOT NULL OR (SELECT app.on_platform())));
CREATE POLICY platform ON ai_accounts TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON ai_accounts TO vitrine_app, vitrine_platform;

-- The calls of language models: who, for what, and how many tokens; never the key, the question or the answer.
CREATE TABLE ai_calls (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  user_id uuid DEFAULT app.user_id(),
  purpose text NOT NULL,
  -- The name of the report that the call is about.
  subject text,
  provider text NOT NULL,
  host text NOT NULL,
  model text NOT NULL,
  -- Counts towards the budgets until the numbers of the answer are known.
  reserved_tokens integer NOT NULL,
  tokens_in integer,
  tokens_out integer,
  ms integer,
  outcome text NOT NULL DEFAULT 'running'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ai_calls_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT ai_calls_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT ai_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT ai_calls_purpose CHECK (purpose = ANY (ARRAY['test'::text, 'draft_notification'::text, 'write_dax'::text, 'explain_page'::text, 'summarise_data'::text]))
);
CREATE INDEX ai_calls_by_time ON ai_calls USING btree (tenant_id, created_at);
CREATE INDEX ai_calls_of_user ON ai_calls USING btree (user_id, created_at);
CREATE POLICY application ON ai_calls TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON ai_calls TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON ai_calls TO vitrine_app, vitrine_platform;

-- Exports of reports as files, for a day. The files are at the report service; only the person who started an export receives
-- its file.
CREATE TABLE report_exports (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  report_id uuid NOT NULL,
  user_id uuid NOT NULL DEFAULT app.user_id(),
  service_export_id text NOT NULL,
  -- Identity and pages with which the export was started. With others the person does not receive the file any more.
  content text NOT NULL,
  -- Nobody receives the file. The row still counts towards the hourly limit.
  cancelled boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT report_exports_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_exports_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_exports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT report_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX report_exports_by_age ON report_exports USING btree (created_at);
CREATE INDEX report_exports_by_report ON report_exports USING btree (tenant_id, report_id);
CREATE INDEX report_exports_by_user ON report_exports USING btree (user_id);
CREATE POLICY application ON report_exports TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) AND user_id = (SELECT app.user_id()));
CREATE POLICY platform ON report_exports TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_exports TO vitrine_app, vitrine_platform;

-- The answer that a person has written in a ticket and has not sent yet. Only that person reads it.
CREATE TABLE ticket_drafts (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  ticket_id uuid NOT NULL,
  user_id uuid NOT NULL DEFAULT app.user_id(),
  text text NOT NULL,
  internal boolean NOT NULL,
  saved_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ticket_drafts_pkey PRIMARY KEY (tenant_id, ticket_id, user_id),
  CONSTRAINT ticket_drafts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT ticket_drafts_ticket FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT ticket_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ticket_drafts_of_person ON ticket_drafts USING btree (user_id);
CREATE POLICY application ON ticket_drafts TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON ticket_drafts TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_drafts TO vitrine_app, vitrine_platform;

CREATE TABLE canned_answers (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  -- By language, with variables: {{person}}, {{ticket}} and {{agent}}. Always in the main language.
  text jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT canned_answers_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT canned_answers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX canned_answers_name_key ON canned_answers USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON canned_answers TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON canned_answers TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON canned_answers TO vitrine_app, vitrine_platform;

-- Files that are sent with a mail. The bytes are in the storage of files until the mail is sent or given up.
CREATE TABLE mail_attachments (
  mail_id uuid NOT NULL,
  "position" integer NOT NULL,
  tenant_id uuid,
  partner_id uuid,
  -- Null: the mail is over, and its file is removed.
  path text,
  name text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  CONSTRAINT mail_attachments_pkey PRIMARY KEY (mail_id, "position"),
  CONSTRAINT mail_attachments_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE,
  CONSTRAINT mail_attachments_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  CONSTRAINT mail_attachments_path_fkey FOREIGN KEY (path) REFERENCES files(path) ON DELETE SET NULL,
  CONSTRAINT mail_attachments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX mail_attachments_by_partner ON mail_attachments USING btree (partner_id);
CREATE INDEX mail_attachments_by_tenant ON mail_attachments USING btree (tenant_id);
CREATE INDEX mail_attachments_path ON mail_attachments USING btree (path) WHERE path IS NOT NULL;
CREATE POLICY application ON mail_attachments TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) OR (SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND partner_id = (SELECT app.partner_id()));
CREATE POLICY platform ON mail_attachments TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_attachments TO vitrine_app, vitrine_platform;

-- A report as a file that people and groups get at set times, each with their own rows.
CREATE TABLE scheduled_exports (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  -- Null: the report was removed.
  report_id uuid,
  format text NOT NULL,
  -- Names of the pages; null: all that an addressee may open.
  pages text[],
  language text NOT NULL,
  frequency text NOT NULL,
  days smallint[] NOT NULL DEFAULT '{}'::smallint[],
  month_days smallint[] NOT NULL DEFAULT '{}'::smallint[],
  times text[] NOT NULL,
  timezone text,
  starts_on date,
  ends_on date,
  -- The next run; null: none.
  next_at timestamp with time zone,
  -- The time zone of next_at. A change of the tenant's time zone plans anew.
  planned_zone text,
  -- Who changed it last. It runs while this person may change it.
  owner_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT scheduled_exports_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT scheduled_exports_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT scheduled_exports_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE SET NULL (report_id),
  CONSTRAINT scheduled_exports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT scheduled_exports_days CHECK (days <@ '{1,2,3,4,5,6,7}'::smallint[]),
  CONSTRAINT scheduled_exports_format CHECK (format = ANY (ARRAY['PDF'::text, 'PNG'::text, 'PPTX'::text])),
  CONSTRAINT scheduled_exports_frequency CHECK (frequency = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text])),
  CONSTRAINT scheduled_exports_timezone_known CHECK (app.is_timezone(timezone))
);
CREATE INDEX scheduled_exports_due ON scheduled_exports USING btree (next_at) WHERE next_at IS NOT NULL;
CREATE UNIQUE INDEX scheduled_exports_name_key ON scheduled_exports USING btree (tenant_id, app.plain(name));
CREATE INDEX scheduled_exports_of_owner ON scheduled_exports USING btree (owner_id);
CREATE INDEX scheduled_exports_of_report ON scheduled_exports USING btree (tenant_id, report_id) WHERE report_id IS NOT NULL;
CREATE POLICY application ON scheduled_exports TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON scheduled_exports TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_exports TO vitrine_app, vitrine_platform;

-- The people and groups who get a scheduled export.
CREATE TABLE scheduled_export_addressees (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  export_id uuid NOT NULL,
  user_id uuid,
  group_id uuid,
  CONSTRAINT scheduled_export_addressees_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT scheduled_export_addressees_key UNIQUE NULLS NOT DISTINCT (tenant_id, export_id, user_id, group_id),
  CONSTRAINT scheduled_export_addressees_export FOREIGN KEY (tenant_id, export_id) REFERENCES scheduled_exports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT scheduled_export_addressees_group FOREIGN KEY (tenant_id, group_id) REFERENCES user_groups(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT scheduled_export_addressees_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT scheduled_export_addressees_user FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT scheduled_export_addressees_one CHECK ((user_id IS NULL) <> (group_id IS NULL))
);
CREATE INDEX scheduled_export_addressees_by_group ON scheduled_export_addressees USING btree (tenant_id, group_id) WHERE group_id IS NOT NULL;
CREATE INDEX scheduled_export_addressees_by_user ON scheduled_export_addressees USING btree (tenant_id, user_id) WHERE user_id IS NOT NULL;
CREATE POLICY application ON scheduled_export_addressees TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON scheduled_export_addressees TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_export_addressees TO vitrine_app, vitrine_platform;

-- The runs of scheduled exports.
CREATE TABLE scheduled_export_runs (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  export_id uuid NOT NULL,
  -- Idempotency key: the planned instant, or a new one for a run that a person starts.
  slot text NOT NULL,
  -- Who started it; null: its time came, or the person was erased.
  user_id uuid,
  state text NOT NULL DEFAULT 'waiting'::text,
  problem text,
  -- The planned instant; null: a person started the run.
  planned_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  CONSTRAINT scheduled_export_runs_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT scheduled_export_runs_slot_key UNIQUE (tenant_id, export_id, slot),
  CONSTRAINT scheduled_export_runs_export FOREIGN KEY (tenant_id, export_id) REFERENCES scheduled_exports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT scheduled_export_runs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT scheduled_export_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT scheduled_export_runs_ended CHECK ((state = 'waiting'::text) = (ended_at IS NULL)),
  CONSTRAINT scheduled_export_runs_state CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'undelivered'::text, 'failed'::text]))
);
CREATE INDEX scheduled_export_runs_by_age ON scheduled_export_runs USING btree (created_at);
CREATE INDEX scheduled_export_runs_by_export ON scheduled_export_runs USING btree (tenant_id, export_id, created_at DESC, id DESC);
CREATE INDEX scheduled_export_runs_of_person ON scheduled_export_runs USING btree (user_id);
CREATE POLICY application ON scheduled_export_runs TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON scheduled_export_runs TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_export_runs TO vitrine_app, vitrine_platform;

-- The files of a run: one for all addressees who see the same rows and pages.
CREATE TABLE scheduled_export_files (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  run_id uuid NOT NULL,
  -- Hash of what the file shows: report, format, language, identity, pages and filters. An addressee with another one does not
  -- receive the file.
  content_key text NOT NULL,
  -- Null: the file is removed.
  path text,
  name text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT scheduled_export_files_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT scheduled_export_files_key UNIQUE (tenant_id, run_id, content_key),
  CONSTRAINT scheduled_export_files_path_fkey FOREIGN KEY (path) REFERENCES files(path) ON DELETE SET NULL,
  CONSTRAINT scheduled_export_files_run FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_export_runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT scheduled_export_files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX scheduled_export_files_by_age ON scheduled_export_files USING btree (created_at) WHERE path IS NOT NULL;
CREATE INDEX scheduled_export_files_path ON scheduled_export_files USING btree (path) WHERE path IS NOT NULL;
CREATE POLICY application ON scheduled_export_files TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON scheduled_export_files TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_export_files TO vitrine_app, vitrine_platform;

-- The addressees of a run: who got which file, or why not.
CREATE TABLE scheduled_export_recipients (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  run_id uuid NOT NULL,
  -- Null: the person was erased.
  user_id uuid,
  content_key text,
  outcome text NOT NULL,
  problem text,
  file_id uuid,
  told_at timestamp with time zone,
  CONSTRAINT scheduled_export_recipients_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT scheduled_export_recipients_key UNIQUE (tenant_id, run_id, user_id),
  CONSTRAINT scheduled_export_recipients_file FOREIGN KEY (tenant_id, file_id) REFERENCES scheduled_export_files(tenant_id, id) ON DELETE SET NULL (file_id),
  CONSTRAINT scheduled_export_recipients_run FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_export_runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT scheduled_export_recipients_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT scheduled_export_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT scheduled_export_recipients_outcome CHECK (outcome = ANY (ARRAY['waiting'::text, 'told'::text, 'blocked'::text, 'no_right'::text, 'no_export'::text, 'identity'::text, 'pages'::text, 'terms'::text, 'maintenance'::text, 'limit'::text, 'failed'::text, 'ended'::text])),
  CONSTRAINT scheduled_export_recipients_told CHECK ((outcome = 'told'::text) = (told_at IS NOT NULL))
);
CREATE INDEX scheduled_export_recipients_of_file ON scheduled_export_recipients USING btree (tenant_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX scheduled_export_recipients_of_person ON scheduled_export_recipients USING btree (user_id);
CREATE POLICY application ON scheduled_export_recipients TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON scheduled_export_recipients TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_export_recipients TO vitrine_app, vitrine_platform;

-- The PDF of a bill. It is written once, with the first download or mail, so that the same bill is always the same file.
CREATE TABLE bill_files (
  bill_id uuid NOT NULL,
  -- How many credit notes the file has. A new credit note makes a new file.
  credit_notes integer NOT NULL,
  partner_id uuid NOT NULL,
  path text NOT NULL,
  -- The SHA-256 of the file, in hexadecimal digits.
  sha256 text NOT NULL,
  bytes integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT bill_files_pkey PRIMARY KEY (bill_id, credit_notes),
  CONSTRAINT bill_files_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  CONSTRAINT bill_files_path_fkey FOREIGN KEY (path) REFERENCES files(path) ON DELETE CASCADE
);
CREATE INDEX bill_files_path ON bill_files USING btree (path);
CREATE POLICY platform ON bill_files TO vitrine_platform USING (true);
CREATE POLICY read ON bill_files FOR SELECT TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id()));
GRANT SELECT ON bill_files TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON bill_files TO vitrine_platform;

-- To whom a bill was sent. The result is that of the mail in the outbox.
CREATE TABLE bill_sends (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  bill_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  purpose text NOT NULL,
  address text NOT NULL,
  -- The name of who sent it; null: the portal.
  sent_by text,
  -- When the mail was written to the outbox; null: not yet.
  mailed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT bill_sends_pkey PRIMARY KEY (id),
  CONSTRAINT bill_sends_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills(id),
  CONSTRAINT bill_sends_purpose CHECK (purpose = ANY (ARRAY['bill'::text, 'reminder'::text]))
);
CREATE INDEX bill_sends_by_bill ON bill_sends USING btree (bill_id);
CREATE UNIQUE INDEX bill_sends_reminder_key ON bill_sends USING btree (bill_id, address) WHERE purpose = 'reminder'::text;
CREATE POLICY manage ON bill_sends FOR INSERT TO vitrine_app WITH CHECK (SELECT app.on_platform());
CREATE POLICY platform ON bill_sends TO vitrine_platform USING (true);
CREATE POLICY read ON bill_sends FOR SELECT TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id()));
GRANT SELECT, INSERT ON bill_sends TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON bill_sends TO vitrine_platform;

-- The states of tasks and of the rows of their answers, for each effective identity. They change in the transaction of a run.
CREATE TABLE task_states (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  task_id uuid NOT NULL,
  -- Hash as in task_identities; owner: the rows of the owner.
  identity_key text NOT NULL,
  -- A hash of the cells of the key; empty: the whole task.
  row_key text NOT NULL,
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- The cells of the key as a person reads them; cut when they are long.
  label text NOT NULL,
  state text NOT NULL,
  reason text NOT NULL,
  since timestamp with time zone NOT NULL,
  -- Whether the condition held in each of the last runs, the newest last: 1 or 0.
  recent text NOT NULL DEFAULT ''::text,
  -- Runs in a row in which the condition of a firing row no longer held.
  cleared smallint NOT NULL DEFAULT 0,
  -- The rows were chosen by row-level security: only the owner sees the label.
  secured boolean NOT NULL DEFAULT false,
  -- The run that made the state, so that a second attempt of it does not count twice. No foreign key: runs are erased earlier.
  run_id uuid,
  CONSTRAINT task_states_pkey PRIMARY KEY (tenant_id, task_id, identity_key, row_key),
  CONSTRAINT task_states_task FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_states_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT task_states_reason CHECK (reason = ANY (ARRAY['holds'::text, 'cleared'::text, 'gone'::text, 'no_data'::text, 'error'::text])),
  CONSTRAINT task_states_state CHECK (state = ANY (ARRAY['ok'::text, 'pending'::text, 'firing'::text, 'recovering'::text, 'no_data'::text, 'error'::text]))
);
CREATE POLICY application ON task_states TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON task_states TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_states TO vitrine_app, vitrine_platform;

-- Copies of the data of a person, for a day. Only who asked for one receives its file, once.
CREATE TABLE data_archives (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  -- The person whose data it has.
  user_id uuid NOT NULL,
  requested_by uuid NOT NULL DEFAULT app.user_id(),
  state text NOT NULL DEFAULT 'waiting'::text,
  -- The stored file, until somebody downloads it.
  path text,
  bytes integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ready_at timestamp with time zone,
  CONSTRAINT data_archives_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT data_archives_person FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT data_archives_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT data_archives_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT data_archives_path CHECK ((state = 'ready'::text) = (path IS NOT NULL)),
  CONSTRAINT data_archives_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text, 'downloaded'::text]))
);
CREATE INDEX data_archives_by_age ON data_archives USING btree (created_at);
CREATE INDEX data_archives_person ON data_archives USING btree (tenant_id, user_id);
CREATE INDEX data_archives_requested_by ON data_archives USING btree (requested_by);
CREATE POLICY application ON data_archives TO vitrine_app
  USING (tenant_id = (SELECT app.tenant_id()) AND requested_by = (SELECT app.user_id()));
CREATE POLICY platform ON data_archives TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON data_archives TO vitrine_app, vitrine_platform;

-- People who were erased. The rows without a name stay, so that the people are erased again after a backup was restored.
CREATE TABLE erased_people (
  user_id uuid NOT NULL,
  home_tenant_id uuid,
  name text,
  email text,
  erased_at timestamp with time zone NOT NULL DEFAULT now(),
  -- When the job replaced name and e-mail in the records that stay, and here.
  forgotten_at timestamp with time zone,
  CONSTRAINT erased_people_pkey PRIMARY KEY (user_id),
  CONSTRAINT erased_people_forgotten CHECK ((forgotten_at IS NULL) = (email IS NOT NULL))
);
CREATE INDEX erased_people_waiting ON erased_people USING btree (erased_at) WHERE forgotten_at IS NULL;
CREATE POLICY platform ON erased_people TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON erased_people TO vitrine_platform;

-- Audit entries in which the name of an erased person was replaced. An entry user.forgotten in the same chain has the digest of
-- the hashes.
CREATE TABLE audit_redactions (
  number bigint NOT NULL,
  chain uuid NOT NULL,
  person uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- app.audit_hash() of the hash of the link, its position and the entry as it is since.
  hash bytea NOT NULL,
  redacted_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT audit_redactions_pkey PRIMARY KEY (number),
  CONSTRAINT audit_redactions_entry_id_person_key UNIQUE (entry_id, person),
  CONSTRAINT audit_redactions_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id) ON DELETE CASCADE
);
CREATE INDEX audit_redactions_by_person ON audit_redactions USING btree (chain, person, number);
CREATE POLICY platform_append ON audit_redactions FOR INSERT TO vitrine_platform WITH CHECK (true);
CREATE POLICY platform_read ON audit_redactions FOR SELECT TO vitrine_platform USING (true);
GRANT SELECT, INSERT ON audit_redactions TO vitrine_platform;

-- Which field people of the unit chose last for a column with this heading. An empty target: none.
CREATE TABLE user_import_mappings (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  -- Without accents and signs, in lower case.
  heading text NOT NULL,
  target text NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT user_import_mappings_pkey PRIMARY KEY (tenant_id, heading),
  CONSTRAINT user_import_mappings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE POLICY application ON user_import_mappings TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON user_import_mappings TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_import_mappings TO vitrine_app, vitrine_platform;

-- Corrections of cells in the review, each of one row or of all rows with the same value, so that they can be taken back.
CREATE TABLE user_import_edits (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  import_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT app.uuidv7(),
  column_index integer NOT NULL,
  before text NOT NULL,
  after text NOT NULL,
  -- The rows whose cell was corrected.
  numbers integer[] NOT NULL,
  CONSTRAINT user_import_edits_pkey PRIMARY KEY (tenant_id, import_id, id),
  CONSTRAINT user_import_edits_import FOREIGN KEY (tenant_id, import_id) REFERENCES user_imports(tenant_id, id) ON DELETE CASCADE
);
CREATE POLICY application ON user_import_edits TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON user_import_edits TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_import_edits TO vitrine_app, vitrine_platform;

CREATE TABLE webhooks (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  url text NOT NULL,
  event_types text[] NOT NULL,
  active boolean NOT NULL DEFAULT true,
  secret_sealed bytea NOT NULL,
  -- After a rotation requests are signed with this secret as well, until old_secret_until.
  old_secret_sealed bytea,
  old_secret_until timestamp with time zone,
  -- The first failed attempt after the last success; null while the endpoint accepts.
  failing_since timestamp with time zone,
  -- When the portal switched the webhook off, because its endpoint failed too long.
  disabled_at timestamp with time zone,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhooks_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT webhooks_disabled CHECK (disabled_at IS NULL OR NOT active),
  CONSTRAINT webhooks_event_types CHECK (cardinality(event_types) > 0),
  CONSTRAINT webhooks_old_secret CHECK ((old_secret_sealed IS NULL) = (old_secret_until IS NULL))
);
CREATE UNIQUE INDEX webhooks_name_key ON webhooks USING btree (tenant_id, app.plain(name));
CREATE POLICY application ON webhooks TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON webhooks TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO vitrine_app, vitrine_platform;

-- The outbox: one event for one webhook, written in the transaction of the event.
CREATE TABLE webhook_deliveries (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  webhook_id uuid NOT NULL,
  -- The header webhook-id: the same for each attempt, each webhook, and when the event is sent again.
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  data jsonb NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'waiting'::text,
  -- Attempts since the event occurred or was sent again. A claim counts: its worker may have died.
  attempts integer NOT NULL DEFAULT 0,
  -- The next attempt. A claimed delivery has the end of the claim, after which another worker takes it.
  next_at timestamp with time zone DEFAULT now(),
  occurred_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- Microseconds since 1970 when the row was written. Changes of one object wait for each other, so that a later change has a
  -- greater number.
  sequence bigint NOT NULL DEFAULT (EXTRACT(epoch FROM clock_timestamp()) * 1000000::numeric)::bigint,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_deliveries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_webhook FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_ended CHECK ((state = 'waiting'::text) = (ended_at IS NULL) AND (state = 'waiting'::text) = (next_at IS NOT NULL)),
  CONSTRAINT webhook_deliveries_size CHECK (octet_length(data::text) < 19000),
  CONSTRAINT webhook_deliveries_state CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_data ON webhook_deliveries USING gin (data jsonb_path_ops);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (tenant_id, webhook_id, next_at) WHERE state = 'waiting'::text;
CREATE INDEX webhook_deliveries_next ON webhook_deliveries USING btree (next_at) WHERE state = 'waiting'::text;
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries USING btree (tenant_id, webhook_id, created_at DESC);
CREATE POLICY application ON webhook_deliveries TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON webhook_deliveries TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries TO vitrine_app, vitrine_platform;

CREATE TABLE webhook_attempts (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  delivery_id uuid NOT NULL,
  status integer,
  problem text,
  ms integer NOT NULL,
  -- The first 2 kB of the body that the endpoint answered.
  answer text,
  next_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_attempts_delivery FOREIGN KEY (tenant_id, delivery_id) REFERENCES webhook_deliveries(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT webhook_attempts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT webhook_attempts_outcome CHECK ((status IS NULL) <> (problem IS NULL)),
  CONSTRAINT webhook_attempts_problem CHECK (problem = ANY (ARRAY['timed_out'::text, 'unreachable'::text, 'address_refused'::text, 'answer_too_large'::text, 'secret_unreadable'::text]))
);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts USING btree (tenant_id, delivery_id, created_at DESC);
CREATE POLICY application ON webhook_attempts TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON webhook_attempts TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_attempts TO vitrine_app, vitrine_platform;

-- API keys of a tenant. Only the SHA-256 of a key is stored. A key may do what its owner may do now and what its scopes
-- contain.
CREATE TABLE api_keys (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  name text NOT NULL,
  -- The person whose rights the key uses; null: the person left the tenant, and the key is refused.
  owner_id uuid,
  -- The host at which the key was made; the key is valid only there.
  host text NOT NULL,
  -- Permissions of catalogue/access.ts.
  scopes text[] NOT NULL,
  -- The addresses and networks that may use the key; empty: all.
  networks inet[] NOT NULL DEFAULT '{}'::inet[],
  token_hash bytea NOT NULL,
  -- The last four letters of the key, by which people recognise it.
  token_hint text NOT NULL,
  -- The key before the last rotation; valid until old_valid_until.
  old_token_hash bytea,
  old_valid_until timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  -- The last day on which the key was used, in the time zone of the tenant.
  last_used_on date,
  revoked_at timestamp with time zone,
  -- The warning that the owner has received: that many days before the end.
  warned_days integer,
  -- The administrators have been told that the owner left.
  told_ownerless boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT api_keys_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT api_keys_owner FOREIGN KEY (tenant_id, owner_id) REFERENCES memberships(tenant_id, user_id) ON DELETE SET NULL (owner_id),
  CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT api_keys_has_scopes CHECK (cardinality(scopes) > 0),
  CONSTRAINT api_keys_old_token CHECK ((old_token_hash IS NULL) = (old_valid_until IS NULL))
);
CREATE INDEX api_keys_by_end ON api_keys USING btree (expires_at) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX api_keys_by_old_token ON api_keys USING btree (old_token_hash) WHERE old_token_hash IS NOT NULL;
CREATE UNIQUE INDEX api_keys_by_token ON api_keys USING btree (token_hash);
CREATE UNIQUE INDEX api_keys_name_key ON api_keys USING btree (tenant_id, app.plain(name)) WHERE revoked_at IS NULL;
CREATE INDEX api_keys_owner ON api_keys USING btree (tenant_id, owner_id);
CREATE POLICY application ON api_keys TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON api_keys TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON api_keys TO vitrine_app, vitrine_platform;

-- Changes that programs sent with the header Idempotency-Key, with their answers, for a day.
CREATE TABLE api_key_requests (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  api_key_id uuid NOT NULL,
  idempotency_key text NOT NULL,
  -- SHA-256 of method, path and body: the same idempotency key with another request is refused.
  fingerprint bytea NOT NULL,
  -- The attempt that runs the request. Only it may store the answer.
  claim uuid NOT NULL,
  claimed_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The body of the answer; null: it runs, or its answer was too long.
  answer text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT api_key_requests_pkey PRIMARY KEY (tenant_id, api_key_id, idempotency_key),
  CONSTRAINT api_key_requests_key FOREIGN KEY (tenant_id, api_key_id) REFERENCES api_keys(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT api_key_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX api_key_requests_by_age ON api_key_requests USING btree (created_at);
CREATE POLICY application ON api_key_requests TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON api_key_requests TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON api_key_requests TO vitrine_app, vitrine_platform;

-- Targets of a tenant in working hours, by priority of the ticket; null: no target.
CREATE TABLE service_levels (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  high_first_answer numeric,
  high_resolution numeric,
  medium_first_answer numeric,
  medium_resolution numeric,
  low_first_answer numeric,
  low_resolution numeric,
  -- Weekly hours in the time zone of the tenant; the shape is `interval` of platform/contract/week.ts.
  hours jsonb NOT NULL,
  country text,
  region text,
  -- Further days without working time: day and name.
  own_days jsonb NOT NULL,
  -- The public holidays of country and region, computed when they are chosen and by a job.
  holidays jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- The last year of `holidays`.
  holidays_until integer,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT service_levels_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT service_levels_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT service_levels_region CHECK (region IS NULL OR country IS NOT NULL)
);
CREATE POLICY application ON service_levels TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON service_levels TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON service_levels TO vitrine_app, vitrine_platform;

-- People who read and answer a ticket that another person opened, because theirs was merged into it.
CREATE TABLE ticket_watchers (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  ticket_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT ticket_watchers_pkey PRIMARY KEY (tenant_id, ticket_id, user_id),
  CONSTRAINT ticket_watchers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT ticket_watchers_ticket FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT ticket_watchers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX ticket_watchers_of_person ON ticket_watchers USING btree (user_id);
CREATE POLICY application ON ticket_watchers TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON ticket_watchers TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_watchers TO vitrine_app, vitrine_platform;

-- Why a task or one of its rows is not told: somebody acknowledged it, or silenced it.
CREATE TABLE task_silences (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  task_id uuid NOT NULL,
  -- As in task_states; empty: the whole task.
  row_key text NOT NULL DEFAULT ''::text,
  -- acknowledged: ends when the state is ok. until: ends at an instant. weekends: on Saturdays and Sundays of the business
  -- unit. paused: the row is not evaluated, and its state stays as it is, until a person resumes it.
  kind text NOT NULL,
  -- As in task_states.
  label text NOT NULL DEFAULT ''::text,
  -- The row was chosen by row-level security: only the owner of the task sees the label.
  secured boolean NOT NULL DEFAULT false,
  note text,
  until timestamp with time zone,
  user_id uuid,
  -- Of one of the staff, whose row the people of the tenant do not see; null: a person of the tenant.
  user_name text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT task_silences_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT task_silences_key UNIQUE (tenant_id, task_id, row_key, kind),
  CONSTRAINT task_silences_task FOREIGN KEY (tenant_id, task_id) REFERENCES tasks(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_silences_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT task_silences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT task_silences_kind CHECK (kind = ANY (ARRAY['acknowledged'::text, 'until'::text, 'weekends'::text, 'paused'::text])),
  CONSTRAINT task_silences_paused CHECK (kind <> 'paused'::text OR row_key <> ''::text),
  CONSTRAINT task_silences_until CHECK ((kind = 'until'::text) = (until IS NOT NULL))
);
CREATE INDEX task_silences_of_person ON task_silences USING btree (user_id);
CREATE POLICY application ON task_silences TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON task_silences TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_silences TO vitrine_app, vitrine_platform;

-- Messages of tasks that wait for the digest of a person. The job that sends it deletes them.
CREATE TABLE task_digest_entries (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  user_id uuid NOT NULL,
  run_id uuid NOT NULL,
  -- Null: the task asks a data set without a report.
  report_id uuid,
  -- Hash of the identity whose rows the message has, as in task_run_recipients; null: it has no rows.
  identity_key text,
  task text NOT NULL,
  text jsonb NOT NULL,
  channels text[] NOT NULL,
  CONSTRAINT task_digest_entries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT task_digest_entries_key UNIQUE (tenant_id, user_id, run_id),
  CONSTRAINT task_digest_entries_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_digest_entries_run FOREIGN KEY (tenant_id, run_id) REFERENCES task_runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT task_digest_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT task_digest_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT task_digest_entries_channels CHECK (channels <@ '{portal,email}'::text[])
);
CREATE INDEX task_digest_entries_of_person ON task_digest_entries USING btree (user_id);
CREATE INDEX task_digest_entries_of_report ON task_digest_entries USING btree (tenant_id, report_id);
CREATE INDEX task_digest_entries_of_run ON task_digest_entries USING btree (tenant_id, run_id);
CREATE POLICY application ON task_digest_entries TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON task_digest_entries TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_digest_entries TO vitrine_app, vitrine_platform;

-- The key pair with which this installation signs pushes (VAPID, RFC 8292). Made at the first use.
CREATE TABLE push_keys (
  singleton boolean NOT NULL DEFAULT true,
  public_key text NOT NULL,
  private_key_sealed bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT push_keys_pkey PRIMARY KEY (singleton),
  CONSTRAINT push_keys_singleton_check CHECK (singleton)
);
CREATE POLICY platform ON push_keys TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_keys TO vitrine_platform;

-- Browsers to which the notifications of a person are pushed.
CREATE TABLE push_devices (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  user_id uuid NOT NULL DEFAULT app.user_id(),
  -- The last session of the browser. A device lives as long as it: a sign-out or a forced end removes it at once, an expired
  -- session after the days for which ended sessions are kept.
  session_id uuid NOT NULL,
  -- The host of the business unit at which the browser subscribed: its pages open there.
  host text NOT NULL,
  -- The address at the push service of the browser. Who knows it can send nothing without the keys.
  endpoint text NOT NULL,
  -- The public key of the browser (RFC 8291).
  p256dh text NOT NULL,
  -- The secret that the browser shares with us (RFC 8291).
  auth_sealed bytea NOT NULL,
  browser text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The last push, or the last visit.
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT push_devices_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT push_devices_endpoint_key UNIQUE (tenant_id, endpoint),
  CONSTRAINT push_devices_person FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_devices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT push_devices_endpoint_check CHECK (length(endpoint) <= 1000)
);
CREATE INDEX push_devices_person ON push_devices USING btree (tenant_id, user_id);
CREATE INDEX push_devices_session ON push_devices USING btree (session_id);
CREATE POLICY application ON push_devices TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON push_devices TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_devices TO vitrine_app, vitrine_platform;

-- What a person wants to be pushed, and when not; no row: everything, always.
CREATE TABLE push_choices (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  user_id uuid NOT NULL DEFAULT app.user_id(),
  -- The kinds that are not pushed.
  muted text[] NOT NULL DEFAULT '{}'::text[],
  -- Pushes wait from this time of day, in the time zone of the person.
  quiet_from text,
  -- Until this time of day; earlier than quiet_from: of the next day.
  quiet_to text,
  timezone text NOT NULL,
  CONSTRAINT push_choices_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT push_choices_person FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT push_choices_quiet CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  CONSTRAINT push_choices_quiet_from_check CHECK (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  CONSTRAINT push_choices_quiet_to_check CHECK (quiet_to ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)
);
CREATE POLICY application ON push_choices TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON push_choices TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_choices TO vitrine_app, vitrine_platform;

-- One code for each ticket and addressee of its mails. It ends with the ticket, and when the person leaves the tenant.
CREATE TABLE ticket_reply_codes (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  ticket_id uuid NOT NULL,
  user_id uuid NOT NULL,
  code text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ticket_reply_codes_pkey PRIMARY KEY (tenant_id, ticket_id, user_id),
  CONSTRAINT ticket_reply_codes_code_key UNIQUE (code),
  CONSTRAINT ticket_reply_codes_member FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT ticket_reply_codes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT ticket_reply_codes_ticket FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT ticket_reply_codes_form CHECK (code ~ '^[a-z2-7]{16}$'::text)
);
CREATE INDEX ticket_reply_codes_of_person ON ticket_reply_codes USING btree (user_id);
CREATE POLICY application ON ticket_reply_codes TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON ticket_reply_codes TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_reply_codes TO vitrine_app, vitrine_platform;

-- Mails that arrived for tickets, with the file of the whole original. A job makes follow-ups of them.
CREATE TABLE ticket_mails (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  ticket_id uuid NOT NULL,
  -- The member to whom the mail was sent that this one replies to. Null: `staff_id` has the person.
  user_id uuid,
  -- A hash of the Message-ID and the body: the same mail is stored once, whichever way it arrives.
  message_key text NOT NULL,
  -- What named the ticket: the address, a Message-ID of ours, or the marker in the text.
  way text NOT NULL,
  -- The envelope named no sender, as for bounces (RFC 5321).
  has_null_sender boolean NOT NULL,
  -- The address in From, as it was sent.
  sender text NOT NULL,
  subject text NOT NULL,
  path text,
  bytes integer NOT NULL,
  state text NOT NULL DEFAULT 'received'::text,
  -- Why a person must decide, why it was refused, or why it could not be processed.
  reason text,
  follow_up_id uuid,
  -- Who accepted it as the answer of the person.
  accepted_by uuid,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  -- The same, of the staff outside of the tenant.
  staff_id uuid,
  CONSTRAINT ticket_mails_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT ticket_mails_key UNIQUE (tenant_id, ticket_id, message_key),
  CONSTRAINT ticket_mails_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT ticket_mails_follow_up FOREIGN KEY (tenant_id, follow_up_id) REFERENCES ticket_follow_ups(tenant_id, id) ON DELETE SET NULL (follow_up_id),
  CONSTRAINT ticket_mails_member FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT ticket_mails_path_fkey FOREIGN KEY (path) REFERENCES files(path) ON DELETE SET NULL,
  CONSTRAINT ticket_mails_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT ticket_mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT ticket_mails_ticket FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT ticket_mails_addressee CHECK (num_nonnulls(user_id, staff_id) = 1),
  CONSTRAINT ticket_mails_reason CHECK ((state = ANY (ARRAY['review'::text, 'refused'::text, 'dead'::text])) = (reason IS NOT NULL)),
  CONSTRAINT ticket_mails_state CHECK (state = ANY (ARRAY['received'::text, 'done'::text, 'review'::text, 'refused'::text, 'dead'::text])),
  CONSTRAINT ticket_mails_way CHECK (way = ANY (ARRAY['address'::text, 'reference'::text, 'marker'::text]))
);
CREATE INDEX ticket_mails_accepted_by ON ticket_mails USING btree (accepted_by) WHERE accepted_by IS NOT NULL;
CREATE INDEX ticket_mails_by_id ON ticket_mails USING btree (id);
CREATE INDEX ticket_mails_by_time ON ticket_mails USING btree (tenant_id, received_at DESC, id DESC);
CREATE INDEX ticket_mails_of_follow_up ON ticket_mails USING btree (tenant_id, follow_up_id) WHERE follow_up_id IS NOT NULL;
CREATE INDEX ticket_mails_of_person ON ticket_mails USING btree (user_id, ticket_id, received_at);
CREATE INDEX ticket_mails_of_staff ON ticket_mails USING btree (staff_id, ticket_id, received_at) WHERE staff_id IS NOT NULL;
CREATE INDEX ticket_mails_old ON ticket_mails USING btree (received_at);
CREATE INDEX ticket_mails_path ON ticket_mails USING btree (path) WHERE path IS NOT NULL;
CREATE INDEX ticket_mails_undecided ON ticket_mails USING btree (tenant_id, state) WHERE state = ANY (ARRAY['review'::text, 'dead'::text]);
CREATE POLICY application ON ticket_mails TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON ticket_mails TO vitrine_platform USING (true);
CREATE TRIGGER forget_mail_file AFTER DELETE ON ticket_mails
  FOR EACH ROW WHEN (old.path IS NOT NULL)
  EXECUTE FUNCTION app.forget_mail_file();
GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_mails TO vitrine_app, vitrine_platform;

-- Up to which mail the mailbox of incoming mails was read, and the lease of the process that reads it.
CREATE TABLE mail_box_reads (
  -- A hash of the address of the mailbox.
  box text NOT NULL,
  uid_validity text,
  last_uid bigint NOT NULL DEFAULT 0,
  leased_until timestamp with time zone,
  lease text,
  -- How often the reading failed at the mail `failed_uid`.
  failures integer NOT NULL DEFAULT 0,
  failed_uid_validity text,
  -- The mail at which the reading failed, with `failed_uid_validity` and `failures`.
  failed_uid bigint,
  CONSTRAINT mail_box_reads_pkey PRIMARY KEY (box)
);
CREATE POLICY platform ON mail_box_reads TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_box_reads TO vitrine_platform;

-- Faults of reports that are known. Only people who may open the report see them.
CREATE TABLE report_faults (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  id uuid NOT NULL DEFAULT app.uuidv7(),
  report_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  -- Null: the fault is still there.
  ended_at timestamp with time zone,
  CONSTRAINT report_faults_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT report_faults_report FOREIGN KEY (tenant_id, report_id) REFERENCES reports(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_faults_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE
);
CREATE INDEX report_faults_of_report ON report_faults USING btree (tenant_id, report_id);
CREATE UNIQUE INDEX report_faults_open ON report_faults USING btree (tenant_id, report_id) WHERE ended_at IS NULL;
CREATE POLICY application ON report_faults TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_faults TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_faults TO vitrine_app, vitrine_platform;

-- People who are told when the fault ends.
CREATE TABLE report_fault_followers (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  fault_id uuid NOT NULL,
  user_id uuid NOT NULL DEFAULT app.user_id(),
  CONSTRAINT report_fault_followers_pkey PRIMARY KEY (tenant_id, fault_id, user_id),
  CONSTRAINT report_fault_followers_fault FOREIGN KEY (tenant_id, fault_id) REFERENCES report_faults(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT report_fault_followers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT report_fault_followers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX report_fault_followers_of_person ON report_fault_followers USING btree (user_id);
CREATE POLICY application ON report_fault_followers TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON report_fault_followers TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON report_fault_followers TO vitrine_app, vitrine_platform;

-- Orders to erase a tenant, and the proof afterwards. A row has no foreign key to the tenant, because it stays when the tenant
-- is gone.
CREATE TABLE unit_erasures (
  id uuid NOT NULL DEFAULT app.uuidv7(),
  unit_id uuid NOT NULL,
  unit_name text NOT NULL,
  partner_id uuid,
  -- Whether the tenant was enabled when it was closed: so it is opened again.
  was_enabled boolean NOT NULL,
  ordered_at timestamp with time zone NOT NULL DEFAULT now(),
  ordered_by uuid,
  ordered_by_name text NOT NULL,
  erase_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  -- Another person than ordered_by, who ended the grace period early. Null: the grace period passed.
  confirmed_by uuid,
  confirmed_by_name text,
  begun_at timestamp with time zone,
  -- Rows of the tenant in each table when the erasure began.
  counts jsonb,
  -- What stays after the erasure: kind, number and reason.
  kept jsonb,
  rows_erased_at timestamp with time zone,
  proved_at timestamp with time zone,
  -- The proof as JSON. The audit trail has its SHA-256.
  document text,
  sha256 text,
  CONSTRAINT unit_erasures_pkey PRIMARY KEY (id),
  CONSTRAINT unit_erasures_unit UNIQUE (unit_id),
  CONSTRAINT unit_erasures_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE SET NULL,
  CONSTRAINT unit_erasures_confirmed CHECK ((confirmed_at IS NULL) = (confirmed_by_name IS NULL) AND (confirmed_by IS NULL OR confirmed_by IS DISTINCT FROM ordered_by)),
  CONSTRAINT unit_erasures_proved CHECK ((proved_at IS NULL) = (document IS NULL) AND (document IS NULL) = (sha256 IS NULL))
);
CREATE INDEX unit_erasures_of_partner ON unit_erasures USING btree (partner_id, ordered_at DESC);
CREATE POLICY command ON unit_erasures FOR INSERT TO vitrine_app
  WITH CHECK (begun_at IS NULL AND ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id())));
CREATE POLICY confirm ON unit_erasures FOR UPDATE TO vitrine_app
  USING (begun_at IS NULL AND ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id())))
  WITH CHECK (begun_at IS NULL AND confirmed_by = (SELECT app.user_id()) AND app.may_confirm_erasure(unit_id));
CREATE POLICY platform ON unit_erasures TO vitrine_platform USING (true);
CREATE POLICY read ON unit_erasures FOR SELECT TO vitrine_app
  USING ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id()));
CREATE POLICY withdraw ON unit_erasures FOR DELETE TO vitrine_app
  USING (begun_at IS NULL AND ((SELECT app.on_platform()) OR (SELECT app.tenant_id()) IS NULL AND (SELECT app.profile()) = 'master'::text AND partner_id = (SELECT app.partner_id())));
GRANT SELECT, INSERT, DELETE ON unit_erasures TO vitrine_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON unit_erasures TO vitrine_platform;
GRANT UPDATE (erase_at, confirmed_at, confirmed_by, confirmed_by_name) ON unit_erasures TO vitrine_app;

-- How long a tenant keeps its records. A tenant without a row keeps them as is usual.
CREATE TABLE retention_rules (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  -- Days by kind (catalogue/retention.ts). A kind that is missing is kept as is usual.
  days jsonb NOT NULL DEFAULT '{}'::jsonb,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT retention_rules_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT retention_rules_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT retention_rules_days CHECK (jsonb_typeof(days) = 'object'::text)
);
CREATE POLICY application ON retention_rules TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON retention_rules TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON retention_rules TO vitrine_app, vitrine_platform;

-- Mails of the mailbox that were over a limit, or failed several times. They are tried again at their time.
CREATE TABLE mail_box_set_aside (
  box text NOT NULL,
  -- The UIDs have a meaning only with this UIDVALIDITY (RFC 3501).
  uid_validity text NOT NULL,
  uid bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 1,
  next_at timestamp with time zone NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  -- The business unit over whose limit the mail was. Null: the reading failed. No foreign key, because the row ends within days
  -- by itself.
  unit_id uuid,
  CONSTRAINT mail_box_set_aside_pkey PRIMARY KEY (box, uid_validity, uid),
  CONSTRAINT mail_box_set_aside_box_fkey FOREIGN KEY (box) REFERENCES mail_box_reads(box) ON DELETE CASCADE
);
CREATE INDEX mail_box_set_aside_next ON mail_box_set_aside USING btree (box, next_at);
CREATE POLICY platform ON mail_box_set_aside TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_box_set_aside TO vitrine_platform;

-- One code for each handed ticket and each of the staff who got a mail about it. It ends with the ticket and with the person.
CREATE TABLE ticket_staff_reply_codes (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  ticket_id uuid NOT NULL,
  user_id uuid NOT NULL,
  code text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT ticket_staff_reply_codes_pkey PRIMARY KEY (tenant_id, ticket_id, user_id),
  CONSTRAINT ticket_staff_reply_codes_code_key UNIQUE (code),
  CONSTRAINT ticket_staff_reply_codes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  CONSTRAINT ticket_staff_reply_codes_ticket FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT ticket_staff_reply_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT ticket_staff_reply_codes_form CHECK (code ~ '^[a-z2-7]{16}$'::text)
);
CREATE INDEX ticket_staff_reply_codes_of_person ON ticket_staff_reply_codes USING btree (user_id);
CREATE POLICY application ON ticket_staff_reply_codes TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON ticket_staff_reply_codes TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON ticket_staff_reply_codes TO vitrine_app, vitrine_platform;

-- Who gets the mail with the link to set a first password later, and when.
CREATE TABLE planned_invitations (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  user_id uuid NOT NULL,
  send_at timestamp with time zone NOT NULL,
  -- When no mail could be sent although the time had come: no mail server, or too many mails to the address.
  tried_at timestamp with time zone,
  -- Who planned it, and must still have the right at its time. Null: nobody any more, so that no mail is sent.
  planned_by uuid,
  CONSTRAINT planned_invitations_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT planned_invitations_person FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE,
  CONSTRAINT planned_invitations_planned_by_fkey FOREIGN KEY (planned_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX planned_invitations_by_planner ON planned_invitations USING btree (planned_by) WHERE planned_by IS NOT NULL;
CREATE INDEX planned_invitations_due ON planned_invitations USING btree (send_at);
CREATE POLICY application ON planned_invitations TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON planned_invitations TO vitrine_platform USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON planned_invitations TO vitrine_app, vitrine_platform;

-- Sessions that began with an identity provider of their business unit. Those that a person switched to have no row.
CREATE TABLE saml_sessions (
  tenant_id uuid NOT NULL DEFAULT app.tenant_id(),
  session_id uuid NOT NULL,
  app_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The NameID of the assertion, with its attributes beside it: the provider knows the person by all of them.
  subject text NOT NULL,
  subject_format text,
  name_qualifier text,
  sp_name_qualifier text,
  -- The session at the identity provider; null: it named none.
  session_index text,
  -- The entity id of the provider that named the person. Another one is never told of them.
  issuer text NOT NULL,
  CONSTRAINT saml_sessions_pkey PRIMARY KEY (session_id),
  CONSTRAINT saml_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT saml_sessions_tenant_id_app_id_fkey FOREIGN KEY (tenant_id, app_id) REFERENCES saml_apps(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT saml_sessions_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES memberships(tenant_id, user_id) ON DELETE CASCADE
);
CREATE INDEX saml_sessions_by_app ON saml_sessions USING btree (tenant_id, app_id);
CREATE INDEX saml_sessions_by_user ON saml_sessions USING btree (tenant_id, user_id);
CREATE POLICY application ON saml_sessions TO vitrine_app USING (tenant_id = (SELECT app.tenant_id()));
CREATE POLICY platform ON saml_sessions TO vitrine_platform USING (true);
CREATE TRIGGER fill_saml_issuer BEFORE INSERT ON saml_sessions FOR EACH ROW EXECUTE FUNCTION app.fill_saml_issuer();
GRANT SELECT, INSERT, UPDATE, DELETE ON saml_sessions TO vitrine_app, vitrine_platform;

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
RETURN COALESCE(((app.profile() = 'a2m'::text) AND (app.tenant_id() IS NULL)), false);

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
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = char_length(value)) THEN lower(value) ELSE translate(lower(value), 'áàâãäåçéèêëíìîïñóòôõöúùûüý'::text, 'aaaaaaceeeeiiiinooooouuuuy'::text) END;

-- A UUID of version 7 (RFC 9562): ids sort by the time at which they were made, so an index grows at its end.
CREATE FUNCTION app.uuidv7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
RETURN uuidv7();

-- The facts of a partner that a session carries.
CREATE FUNCTION app.partner_standing(enabled boolean, hidden_menu text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('enabled', enabled, 'hidden_menu', hidden_menu);

-- The tenant or partner to which a verified domain leads. Host names are public.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.find_host(host text, OUT kind text, OUT tenant_id uuid, OUT partner_id uuid, OUT name text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when t.id is null then 'partner' else 'tenant' end, t.id, p.id, coalesce(t.name, p.name)
    from domains d
    join partners p on p.id = d.partner_id
    left join tenants t on t.id = d.tenant_id
   where d.host = find_host.host and d.state = 'verified' and t.removing_since is null;
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

-- The facts of a membership that a session carries.
CREATE FUNCTION app.membership_standing(profile text, state text, block_on date, delete_on date, toggles text[], shift_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('profile', profile, 'state', state, 'block_on', block_on, 'delete_on', delete_on, 'toggles', toggles, 'shift_id', shift_id);

-- Holds the user limits of a tenant and of its client exactly, also for concurrent inserts: counts the memberships under a lock
-- of the tenant and of the client, once per statement.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.enforce_user_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  concerned uuid[];
  clients_concerned uuid[] := '{}';
  tenant uuid;
  one uuid;
  payer uuid;
  allowed integer;
  present integer;
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.tenant_id order by n.tenant_id) into concerned from now_stored n where n.state in ('A', 'B', 'I');
  else
    select array_agg(distinct n.tenant_id order by n.tenant_id) into concerned
      from now_stored n join before_stored b using (tenant_id, user_id)
     where n.state in ('A', 'B', 'I') and b.state not in ('A', 'B', 'I');
  end if;
  foreach tenant in array coalesce(concerned, '{}') loop
    -- This lock lets foreign keys through. A full lock would deadlock with the key that each new membership holds on the same row.
    select t.user_limit, t.client_id into allowed, payer from tenants t where t.id = tenant for no key update;
    select count(*) into present from memberships m where m.tenant_id = tenant and m.state in ('A', 'B', 'I');
    if present > allowed then
      raise exception using errcode = 'check_violation', constraint = 'tenants_user_limit', message = 'user limit of the tenant reached';
    end if;
    if payer is not null then clients_concerned := clients_concerned || payer; end if;
  end loop;
  -- Tenants are locked before clients, here and when a client gets tenants.
  for one in select distinct c from unnest(clients_concerned) c order by c loop
    select c.user_limit into allowed from clients c where c.id = one for no key update;
    select count(*) into present from memberships m join tenants t on t.id = m.tenant_id
     where t.client_id = one and m.state in ('A', 'B', 'I');
    if present > allowed then
      raise exception using errcode = 'check_violation', constraint = 'clients_user_limit', message = 'user limit of the client reached';
    end if;
  end loop;
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
  -- A transaction that adds or removes another membership of the same person waits for this one, or this one for it: the next statement
  -- sees what it did.
  perform from users u where u.id in (select r.user_id from removed r) order by u.id for update;
  delete from users u
   where u.id in (select r.user_id from removed r) and u.staff is null and not exists (select from memberships m where m.user_id = u.id);
  update users u set home_tenant_id = (select m.tenant_id from memberships m where m.user_id = u.id order by m.created_at limit 1)
    from removed r where u.id = r.user_id and u.home_tenant_id = r.tenant_id;
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

-- Refuses a member after the last day of their trial.
CREATE FUNCTION app.refuse_trial_ended(membership jsonb, tenant jsonb, today date)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (app.trial_end(membership, tenant) < today) THEN 'sign_in.trial_ended'::text ELSE NULL::text END;

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
RETURN LEAST(((membership ->> 'block_on'::text))::date, ((membership ->> 'delete_on'::text))::date, (app.trial_end(membership, tenant) + 1));

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
  if new.real_user_id is not null then
    select standing into new.real_standing from users where id = new.real_user_id for key share;
    select standing into new.real_membership_standing from memberships
     where tenant_id = new.tenant_id and user_id = new.real_user_id for key share;
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
  new.real_standing := null;
  new.real_membership_standing := null;
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

-- Ends the sessions at a subdomain that a tenant or partner gives up: the next owner of the address must not meet them.
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
     -- A session that is at no domain is at the subdomain.
     and not exists (select from domains d where d.host = x.host and d.state = 'verified');
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
  select app.forget_devices_of_ended_sessions(u.id) from users u
   where u.id = person and u.staff is null and u.home_tenant_id = app.tenant_id();
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
  select app.forget_devices_of_ended_sessions(app.user_id()) where chosen is null;
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

-- Refuses a session that was ended. A session that the state of its person ended says the state; one that ended otherwise, such
-- as by signing out, says nothing about the person.
CREATE FUNCTION app.refuse_ended(x sessions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (((x).ended_at IS NOT NULL) AND ((x).ended_by IS DISTINCT FROM 'expired'::text)) THEN COALESCE(CASE WHEN ((x).ended_by = 'address_changed'::text) THEN 'sign_in.domain_refused'::text WHEN ((x).ended_by = ANY (ARRAY['user_changed'::text, 'user_deactivated'::text, 'user_removed'::text, 'remote_access_refused'::text])) THEN app.state_refusal_of_ended(x) ELSE NULL::text END, 'session.unauthorized'::text) ELSE NULL::text END;

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

-- Refuses an address that is not on the list of the tenant. The list does not restrict staff, also when they use the session of
-- a person.
CREATE FUNCTION app.refuse_address(x sessions, client_address inet)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((x).restricted AND (((x).real_standing ->> 'staff'::text) IS NULL) AND (NOT app.is_allowed_address((x).tenant_id, client_address))) THEN 'sign_in.address_refused'::text ELSE NULL::text END;

-- Is this moment, in the time zone of the tenant, within the hours of the shift? `from` is inside, `to` is not.
CREATE FUNCTION app.is_in_shift(tenant uuid, shift uuid, moment timestamp without time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM ((shifts s CROSS JOIN LATERAL jsonb_to_recordset(s.hours) h(day integer, "from" text, "to" text)) CROSS JOIN (SELECT (to_char(is_in_shift.moment, 'HH24:MI'::text) COLLATE "C") AS clock, (EXTRACT(isodow FROM is_in_shift.moment))::integer AS today) m) WHERE ((s.tenant_id = is_in_shift.tenant) AND (s.id = is_in_shift.shift) AND CASE WHEN ((h."from" COLLATE "C") <= (h."to" COLLATE "C")) THEN ((h.day = m.today) AND (m.clock >= h."from") AND (m.clock < h."to")) ELSE (((h.day = m.today) AND (m.clock >= h."from")) OR ((((h.day % 7) + 1) = m.today) AND (m.clock < h."to"))) END)));

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
RETURN COALESCE(app.refuse_ended(x), app.refuse_expired(x), app.refuse_standing(x), app.refuse_platform_maintenance(x), app.refuse_real_person(x), app.refuse_address(x, client_address), app.refuse_hour(x), app.refuse_terms(x));

-- When time alone will refuse a person who is let in now: on the day of app.standing_changes_on(), or at the end of the present
-- hours of their shift. Null: never. Embed tokens end no later.
CREATE FUNCTION app.access_ends_at(changes_on date, hours jsonb, timezone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN LEAST(((changes_on)::timestamp without time zone AT TIME ZONE timezone), app.shift_ends_at(hours, timezone, now()));

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

-- What the portal is told of a session that is let in; actorFrom() in platform/server/session/actor.ts reads it.
CREATE FUNCTION app.session_facts(id uuid, user_id uuid, tenant_id uuid, partner_id uuid, auth_type text, host text, expires_at timestamp with time zone, idle_minutes integer, acting_profile text, real_user_id uuid, origin jsonb, person jsonb, membership jsonb, tenant jsonb, settings jsonb, partner jsonb, platform jsonb, real_person jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (jsonb_build_object('id', id, 'user_id', user_id, 'tenant_id', tenant_id, 'partner_id', partner_id, 'auth_type', auth_type, 'host', host, 'email', (person -> 'email'::text), 'name', (person -> 'name'::text), 'language', (person -> 'language'::text), 'profile', COALESCE(acting_profile, (person ->> 'staff'::text), (membership ->> 'profile'::text)), 'toggles', (COALESCE((membership -> 'toggles'::text), '[]'::jsonb) || COALESCE((person -> 'toggles'::text), '[]'::jsonb)), 'staff', (person -> 'staff'::text), 'acting_profile', acting_profile, 'origin', origin, 'real_person', CASE WHEN (real_user_id IS NOT NULL) THEN jsonb_build_object('id', real_user_id, 'email', (real_person -> 'email'::text), 'name', (real_person -> 'name'::text), 'staff', (real_person -> 'staff'::text)) ELSE NULL::jsonb END, 'timezone', COALESCE((settings ->> 'timezone'::text), 'America/Sao_Paulo'::text), 'hidden_menu', (((CASE WHEN (partner_id IS NULL) THEN '[]'::jsonb ELSE (platform -> 'hidden_menu'::text) END || COALESCE((partner -> 'hidden_menu'::text), '[]'::jsonb)) || COALESCE((tenant -> 'hidden_menu'::text), '[]'::jsonb)) || COALESCE((settings -> 'hidden_menu'::text), '[]'::jsonb)), 'expires_at_seconds', EXTRACT(epoch FROM expires_at), 'idle_minutes', idle_minutes))::text;

-- Refuses the session of another person when the person who uses it would be refused, or may no longer access people remotely.
CREATE FUNCTION app.refuse_real_person(x sessions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((x).real_user_id IS NOT NULL) THEN COALESCE((x).real_refusal, CASE WHEN ((x).real_changes_on <= (app.local_time(x))::date) THEN app.standing_refusal((x).real_standing, (x).real_membership_standing, (x).tenant_standing, (x).partner_standing, (x).partner_id, (app.local_time(x))::date) ELSE NULL::text END) ELSE NULL::text END;

-- Ends the sessions of staff and of remote access in a tenant that no longer allows them.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.end_remote_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The screen of a playlist stays, also when staff made the playlist: nobody uses it.
  update sessions set ended_at = now(), ended_by = 'remote_access_refused'
   where tenant_id = new.tenant_id and ended_at is null and auth_type <> 'playlist'
     and (acting_profile is not null or real_user_id is not null or person_standing ->> 'staff' is not null);
  return null;
end
$function$;

-- Notes when the password rules of a tenant changed.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.note_password_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update settings set password_rules_changed_at = now() where tenant_id = new.tenant_id;
  return null;
end
$function$;

-- Notes when the password of a person changed: it may expire.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.note_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update users set password_changed_at = now() where id = new.id;
  return null;
end
$function$;

-- Makes the links of a person invalid whose password or e-mail has changed.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.void_password_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from one_time_tokens
   where user_id = new.id and purpose in ('password_recovery', 'password_change', 'invitation');
  return null;
end
$function$;

-- The password rules of a person: the strictest ones of all their tenants. Of nobody: those of the tenant of the session.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.password_rules_of(person uuid)
 RETURNS TABLE(in_force boolean, min_length integer, capital boolean, special boolean, days integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*) > 0, coalesce(max(s.password_min_length), 8), coalesce(bool_or(s.password_capital), false),
         coalesce(bool_or(s.password_special), false), coalesce(min(nullif(s.password_days, 0)), 0)
    from settings s
   where s.password_rules
     and case when person is null then s.tenant_id = app.tenant_id()
              else exists (select from memberships m where m.tenant_id = s.tenant_id and m.user_id = person) end;
$function$;

-- Stores the link with which a person sets a password; it replaces an earlier one. Only the home tenant of the person may.
-- Returns whether it did.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.add_access_link(person uuid, given_hash bytea, seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from users u
     where u.id = person and u.staff is null and u.auth_type = 'password' and u.home_tenant_id = app.tenant_id())
  then return false; end if;
  delete from one_time_tokens where purpose = 'invitation' and user_id = person;
  insert into one_time_tokens (token_hash, purpose, user_id, expires_at)
  values (given_hash, 'invitation', person, now() + make_interval(secs => seconds));
  return true;
end
$function$;

-- Adds the administrator of a tenant that has nobody yet, with the link to set a password. Only the staff of its partner and of
-- the platform may. Returns the id; null if it did not.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.add_first_administrator(unit uuid, given_email text, given_name text, given_language text, given_hash bytea, seconds integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  person uuid := app.uuidv7();
begin
  if not exists (
    select from tenants t
     where t.id = unit and not exists (select from memberships m where m.tenant_id = unit)
       and (app.on_platform() or app.tenant_id() is null and app.profile() = 'master' and t.partner_id = app.partner_id()))
  then return null; end if;
  insert into users (id, home_tenant_id, email, name, language) values (person, unit, given_email, given_name, given_language);
  insert into memberships (tenant_id, user_id, profile) values (unit, person, 'admin');
  insert into one_time_tokens (token_hash, purpose, user_id, expires_at)
  values (given_hash, 'invitation', person, now() + make_interval(secs => seconds));
  return person;
end
$function$;

-- Without two-factor sign-in, no browser is trusted and no begun sign-in goes on.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.end_two_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update sign_in_devices set trusted_until = null where user_id = old.user_id and trusted_until is not null;
  delete from one_time_tokens where user_id = old.user_id and purpose in ('two_factor', 'two_factor_setup', 'two_factor_secret');
  return null;
end
$function$;

-- Is the tenant of the session the home of this person, who is not staff?
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.manages_credentials_of(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from users u where u.id = person and u.staff is null and u.home_tenant_id = app.tenant_id());
$function$;

-- Does a person whose home is the tenant of the session have an authenticator app or a passkey?
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.has_second_factor(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select app.manages_credentials_of(person)
    and (exists (select from two_factors where user_id = person) or exists (select from passkeys where user_id = person));
$function$;

-- Deletes the second factors of a person whose home is the tenant of the session: authenticator app, recovery codes and
-- passkeys.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.reset_two_factor(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  removed boolean := false;
begin
  if not app.manages_credentials_of(person) then return false; end if;
  delete from two_factors where user_id = person;
  removed := found;
  delete from passkeys where user_id = person;
  return removed or found;
end
$function$;

-- Ends a session of remote access for good when the person or the requester would be refused, records every end, and notifies
-- both.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.end_remote_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  cause text := case when tg_op = 'DELETE' then 'removed' else new.ended_by end;
begin
  if tg_op = 'UPDATE' and new.ended_at is null then
    -- Fires this trigger again, with the end.
    update sessions set ended_at = now(), ended_by = 'remote_access_refused' where id = new.id and ended_at is null;
    return null;
  end if;
  update remote_accesses set ended_at = now(), ended_by = cause where session_id = old.id and ended_at is null;
  -- Live events (platform/server/live/live-event.ts): the session has many ends, and all of them come here.
  perform pg_notify('vitrine', json_build_object(
    'kind', 'session_ended', 'tenantId', old.tenant_id, 'userId', old.user_id, 'sessionId', old.id, 'reason', coalesce(cause, ''))::text);
  perform pg_notify('vitrine', json_build_object('kind', 'remote_access', 'userId', old.user_id)::text);
  return null;
end
$function$;

-- Ends the remote accesses that began in a session which was ended: signed out, blocked, password changed. A requester who
-- works in the session of a person leaves their own idle, so an expired one ends nothing.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.end_accesses_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update sessions set ended_at = now(), ended_by = 'requester_left'
   where real_user_id = old.user_id and origin->>'session_id' = old.id::text and ended_at is null;
  return null;
end
$function$;

-- Ends the remote accesses to a person who withdraws the standing consent.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.withdraw_remote_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update sessions set ended_at = now(), ended_by = 'consent_withdrawn'
   where user_id = new.user_id and tenant_id = new.tenant_id and real_user_id is not null and ended_at is null;
  return null;
end
$function$;

-- Copies the texts of these people, `tenants[n]` with `people[n]`, into person_texts.
CREATE FUNCTION app.copy_person_texts(tenants uuid[], people uuid[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO person_texts (tenant_id, user_id, name, email, own, every)  SELECT m.tenant_id,
             m.user_id,
             p.name,
             u.email,
             concat_ws(' '::text, p.name, split_part(p.email, '@'::text, 1), c.words) AS concat_ws,
             concat_ws(' '::text, p.name, p.email, app.plain(m.department), app.plain(m.phone), c.words) AS concat_ws
            FROM ((((UNNEST(copy_person_texts.tenants, copy_person_texts.people) x(tenant_id, user_id)
              JOIN memberships m ON (((m.tenant_id = x.tenant_id) AND (m.user_id = x.user_id))))
              JOIN users u ON ((u.id = m.user_id)))
              CROSS JOIN LATERAL ( SELECT app.plain(u.name) AS name,
                     app.plain(u.email) AS email
                  OFFSET 0) p)
              LEFT JOIN LATERAL ( SELECT app.plain(string_agg(v.value, ' '::text ORDER BY f.id)) AS words
                    FROM (jsonb_each_text(m.custom) v(key, value)
                      JOIN custom_fields f ON (((f.id)::text = v.key)))
                   WHERE f.searchable) c ON ((m.custom <> '{}'::jsonb)))
          FOR SHARE OF m
          FOR SHARE OF u ON CONFLICT(tenant_id, user_id) DO UPDATE SET name = excluded.name, email = excluded.email, own = excluded.own, every = excluded.every;
END;

-- Copies the texts of the memberships of a statement. A statement trigger, so that its cost per row does not grow.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.copy_texts_of_memberships()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    perform app.copy_person_texts(array_agg(tenant_id order by tenant_id, user_id), array_agg(user_id order by tenant_id, user_id))
      from present;
  else
    perform app.copy_person_texts(array_agg(tenant_id order by tenant_id, user_id), array_agg(user_id order by tenant_id, user_id))
      from present p join former o using (tenant_id, user_id)
     where (p.department, p.phone, p.custom) is distinct from (o.department, o.phone, o.custom)
    having count(*) > 0;
  end if;
  return null;
end
$function$;

-- Copies the texts of users whose name or e-mail has changed, in all their tenants.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.copy_texts_of_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform app.copy_person_texts(
           array_agg(m.tenant_id order by m.tenant_id, m.user_id), array_agg(m.user_id order by m.tenant_id, m.user_id))
    from present p join former o using (id) join memberships m on m.user_id = p.id
   where (p.name, p.email) is distinct from (o.name, o.email)
  having count(*) > 0;
  return null;
end
$function$;

-- Copies the texts of the people with a value of a custom field that became searchable or is no longer.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.copy_texts_of_field()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform app.copy_person_texts(
           array_agg(m.tenant_id order by m.tenant_id, m.user_id), array_agg(m.user_id order by m.tenant_id, m.user_id))
    from memberships m
   where m.custom ? new.id::text
     and m.tenant_id in (
       select t.id from tenants t where t.partner_id = new.partner_id and (new.tenant_id is null or t.id = new.tenant_id))
  having count(*) > 0;
  return null;
end
$function$;

-- A condition in SQL for the people `w` of the tenant of the session whose texts match all patterns. It uses the trigram index,
-- unless more than one in twenty of the first 2,000 people match: PostgreSQL's own estimate for such patterns is often far too
-- low.
CREATE FUNCTION app.people_filter(patterns text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  conditions text := format('w.tenant_id = %L', app.tenant_id());
  pattern text;
  sampled integer;
  matching integer;
begin
  execute format(
    'select count(*), count(*) filter (where x.every like all (%L)) from (select w.every from person_texts w where %s limit 2000) x',
    patterns, conditions) into sampled, matching;
  foreach pattern in array patterns loop
    -- For a frequent text the trigram index is slower than a scan. An expression keeps PostgreSQL from using the index.
    conditions := conditions || format(case when matching * 20 > sampled then ' and w.every || '''' like %L' else ' and w.every like %L' end, pattern);
  end loop;
  return conditions;
end
$function$;

-- The first people of the tenant of the session whose own texts, or whose e-mail, match all patterns: names that begin with
-- `phrase`, then names with a word that does, then names that match, then others. `patterns` and `phrase` are plain and escaped
-- for `like`.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.people_found(patterns text[], phrase text, by_address boolean, take integer)
 RETURNS TABLE(user_id uuid, place bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  filter constant text := app.people_filter(patterns)
    || format(' and %s like all (%L)', case when by_address then 'w.email' else 'w.own' end, patterns);
  people uuid[];
  others uuid[];
begin
  execute format(
    'select array(select w.user_id from person_texts w where %s and w.name like %L order by w.name, w.user_id limit %s)',
    filter, phrase || '%', take) into people;
  if cardinality(people) < take then
    execute format(
      'select array(
         select w.user_id from person_texts w where %s and w.name not like %L
          order by case when w.name like %L then 1 when w.name like all (%L) then 2 else 3 end, w.name, w.user_id limit %s)',
      filter, phrase || '%', '% ' || phrase || '%', patterns, take - cardinality(people)) into others;
  end if;
  return query select p.id, p.place from unnest(people || others) with ordinality as p(id, place);
end
$function$;

-- Last sign-in, failed report views of seven days and permanently failed jobs per tenant, for staff outside of tenants; no rows
-- for anybody else. The row without a tenant counts jobs of no tenant, for the platform.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.unit_activity()
 RETURNS TABLE(tenant_id uuid, last_sign_in_at timestamp with time zone, failed_views integer, failed_jobs integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with failed as (
    select (j.data ->> 'tenant_id')::uuid as tenant_id, count(*)::integer as jobs
      from pgboss.job j where j.name = 'dead_letters' and j.state = 'created' group by 1)
  select t.id,
         (select max(m.last_sign_in_at) from memberships m where m.tenant_id = t.id),
         (select count(*)::integer from report_views v
           where v.tenant_id = t.id and v.event = 'failed' and v.origin <> 'playlist' and v.at > now() - interval '7 days'),
         coalesce(f.jobs, 0)
    from tenants t left join failed f on f.tenant_id = t.id
   where app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id())
  union all
  select null, null, 0, f.jobs from failed f where f.tenant_id is null and app.on_platform();
$function$;

-- The facts of the platform that a session carries.
CREATE FUNCTION app.platform_standing(hidden_menu text[], maintenance boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('hidden_menu', hidden_menu, 'maintenance', maintenance);

-- Refuses everybody but the platform staff while the platform is in maintenance, also the staff who use the session of a
-- person.
CREATE FUNCTION app.refuse_platform_maintenance(x sessions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((((x).platform_standing -> 'maintenance'::text))::boolean AND (((x).person_standing ->> 'staff'::text) IS DISTINCT FROM 'a2m'::text)) THEN 'sign_in.maintenance'::text ELSE NULL::text END;

-- Ends the embedded sessions of a tenant that no longer allows them or has a new secret, and tells their pages.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.end_embedded_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare ended record;
begin
  for ended in
    update sessions set ended_at = now(), ended_by = 'embedded_access_ended'
     where tenant_id = new.tenant_id and auth_type = 'embedded' and ended_at is null
    returning id, user_id
  loop
    perform pg_notify('vitrine', json_build_object('kind', 'session_ended', 'tenantId', new.tenant_id, 'userId', ended.user_id,
      'sessionId', ended.id, 'reason', 'session.unauthorized')::text);
  end loop;
  return null;
end
$function$;

-- The origins that may frame the embedded pages at this host; null for none. Every answer of such a page tells them.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.frame_origins(label text, host text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.embedded_origins from tenants t join settings s on s.tenant_id = t.id
   where (t.subdomain = label or t.id = (select f.tenant_id from app.find_host(frame_origins.host) f))
     and t.removing_since is null and s.embedded_access;
$function$;

-- Is the person a team member of a partner, and the session one of the platform staff?
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.manages_factor_of_team_member(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from users u where u.id = person and u.staff = 'master' and app.on_platform());
$function$;

-- Does a team member have an authenticator app or a passkey? Only the platform staff learn it.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.has_team_factor(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select app.manages_factor_of_team_member(person)
    and (exists (select from two_factors where user_id = person) or exists (select from passkeys where user_id = person));
$function$;

-- Deletes the second factors of a team member: authenticator app, recovery codes and passkeys. Only the platform staff may.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.reset_team_two_factor(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  removed boolean := false;
begin
  if not app.manages_factor_of_team_member(person) then return false; end if;
  delete from two_factors where user_id = person;
  removed := found;
  delete from passkeys where user_id = person;
  return removed or found;
end
$function$;

-- Adds one of the platform staff with the link to set a password. Returns the id; null if it did not.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.add_platform_staff(given_email text, given_name text, given_language text, given_hash bytea, seconds integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  person uuid := app.uuidv7();
begin
  if not app.on_platform() then return null; end if;
  insert into users (id, email, name, language, staff) values (person, given_email, given_name, given_language, 'a2m');
  insert into one_time_tokens (token_hash, purpose, user_id, expires_at)
  values (given_hash, 'invitation', person, now() + make_interval(secs => seconds));
  return person;
end
$function$;

-- Stores the link with which another of the platform staff sets a password; it replaces an earlier one. Returns whether it did.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.add_staff_link(person uuid, given_hash bytea, seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not app.on_platform() or person = app.user_id()
    or not exists (select from users u where u.id = person and u.staff = 'a2m' and u.auth_type = 'password')
  then return false; end if;
  delete from one_time_tokens where purpose = 'invitation' and user_id = person;
  insert into one_time_tokens (token_hash, purpose, user_id, expires_at)
  values (given_hash, 'invitation', person, now() + make_interval(secs => seconds));
  return true;
end
$function$;

-- Erases another of the platform staff, with their sessions. Nobody erases themselves, so that the last one stays. Returns
-- whether it did.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.remove_platform_staff(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not app.on_platform() or person = app.user_id() then return false; end if;
  -- Two who remove each other at the same moment would leave nobody.
  perform pg_advisory_xact_lock(hashtext('platform staff'));
  if not exists (select from users u where u.id = app.user_id() and u.staff = 'a2m') then return false; end if;
  delete from users u where u.id = person and u.staff = 'a2m';
  return found;
end
$function$;

-- When the hours that include this moment end, over adjacent intervals and midnight, by the clock of the time zone. Null:
-- never, or the moment is outside the hours. Hours that begin inside a repeated hour are one stretch here, although
-- app.is_in_shift is false for a part.
CREATE FUNCTION app.shift_ends_at(hours jsonb, timezone text, moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  a_week constant integer := 10080;
  here constant timestamp := date_trunc('minute', moment at time zone timezone);
  this_minute constant integer :=
    (extract(isodow from here)::integer - 1) * 1440 + extract(hour from here)::integer * 60 + extract(minute from here)::integer;
  ahead integer := 0;
  further integer;
  local_end timestamp;
  ends_at timestamptz;
begin
  -- Adjacent intervals are one stretch: it ends where no interval goes on.
  loop
    select max(ahead + s.length - s.gone) into further
      from (
        select (this_minute + ahead - s.start + a_week) % a_week as gone, s.length
          from (
            select (h.day - 1) * 1440 + left(h."from", 2)::integer * 60 + right(h."from", 2)::integer as start,
                   (left(h."to", 2)::integer * 60 + right(h."to", 2)::integer
                     - left(h."from", 2)::integer * 60 - right(h."from", 2)::integer + 1440) % 1440
                     + case when h."from" = '00:00' and h."to" = '24:00' then 1440 else 0 end as length
              from jsonb_to_recordset(hours) as h(day integer, "from" text, "to" text)) s) s
     where s.gone < s.length;
    exit when further is null or further <= ahead;
    ahead := further;
    if ahead >= a_week then return null; end if;
  end loop;
  if ahead = 0 then return null; end if;
  local_end := here + make_interval(mins => ahead);
  -- Of two instants with this local time, the one before the clock is moved back has the offset of the moment.
  ends_at := date_trunc('minute', moment) + make_interval(mins => ahead);
  if ends_at at time zone timezone <> local_end then
    ends_at := local_end at time zone timezone;
  end if;
  -- A local time that the clock skips never comes: the hours end at the instant of the clock change.
  while (ends_at - interval '1 minute') at time zone timezone >= local_end loop
    ends_at := ends_at - interval '1 minute';
  end loop;
  return ends_at;
end
$function$;

-- The platform's template of a type, for the mails of all units.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.platform_template(wanted text, OUT subject jsonb, OUT body jsonb)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.subject, t.body from notification_templates t where t.tenant_id is null and t.type = wanted
$function$;

-- The messages for the person of the session today: those of the platform first, then those of the partner, the newest first.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.present_broadcasts()
 RETURNS TABLE(id uuid, name text, message jsonb, is_dismissed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.id, b.name, b.message, d.user_id is not null
    from broadcasts b
    left join settings s on s.tenant_id = app.tenant_id()
    left join broadcast_dismissals d on d.broadcast_id = b.id and d.user_id = app.user_id()
   cross join lateral (select (now() at time zone coalesce(s.timezone, 'America/Sao_Paulo'))::date as today) as t
   where app.user_id() is not null and (b.partner_id is null or b.partner_id = app.partner_id())
     and b.starts_on <= t.today and (b.ends_on is null or b.ends_on >= t.today)
   order by b.partner_id is not null, b.starts_on desc, b.id desc;
$function$;

-- Notes that the person of the session does not want to see one of their messages again.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.dismiss_broadcast(broadcast uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into broadcast_dismissals (broadcast_id, user_id)
  select b.id, app.user_id() from app.present_broadcasts() b where b.id = broadcast
  on conflict do nothing;
$function$;

-- How many people dismissed a message.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.dismissals_of(broadcast uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::int from broadcast_dismissals d join broadcasts b on b.id = d.broadcast_id
   where d.broadcast_id = broadcast and app.tenant_id() is null and app.profile() in ('a2m', 'master')
     and b.partner_id is not distinct from app.partner_id();
$function$;

-- Does the survey ask the person of the session?
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.asks_position()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from surveys v where v.enabled and (v.partner_id is null or v.partner_id = app.partner_id()))
     and not exists (select from survey_answers a where a.user_id = app.user_id());
$function$;

-- The people whom staff may count in the survey, with their answers: all for the platform staff, those of its tenants for a
-- partner.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.survey_people()
 RETURNS TABLE(user_id uuid, "position" text, detail text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, a.position, a.detail
    from users u left join survey_answers a on a.user_id = u.id
   where app.tenant_id() is null and app.profile() in ('a2m', 'master')
     and (app.on_platform()
       or u.partner_id = app.partner_id()
       or exists (
         select from memberships m join tenants t on t.id = m.tenant_id
          where m.user_id = u.id and t.partner_id = app.partner_id()));
$function$;

-- The terms that a person has not accepted: those of the platform for everybody but its staff, those of a tenant for its
-- people.
CREATE FUNCTION app.terms_due(person uuid, tenant uuid, staff text)
 RETURNS TABLE(id uuid, edition integer, mandatory boolean, place text, report_id uuid)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT t.id,
     t.edition,
     (t.condition = 'mandatory'::text),
     t.place,
     t.report_id
    FROM user_terms t
   WHERE (t.active AND (t.edition > 0) AND
         CASE
             WHEN (t.tenant_id IS NULL) THEN (terms_due.staff IS DISTINCT FROM 'a2m'::text)
             ELSE ((t.tenant_id = terms_due.tenant) AND (terms_due.staff IS NULL))
         END AND (NOT (EXISTS ( SELECT
            FROM user_term_acceptances a
           WHERE ((a.term_id = t.id) AND (a.user_id = terms_due.person) AND (a.edition = t.edition))))) AND ((t.place <> 'registration'::text) OR (EXISTS ( SELECT
            FROM user_term_acceptances a
           WHERE ((a.term_id = t.id) AND (a.user_id = terms_due.person))))));
END;

-- Must a person accept a term before they may do anything else?
CREATE FUNCTION app.owes_terms(person uuid, tenant uuid, staff text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM app.terms_due(owes_terms.person, owes_terms.tenant, owes_terms.staff) d(id, edition, mandatory, place, report_id)
           WHERE (d.mandatory AND (d.place <> 'report'::text)))) AS "exists";
END;

-- Refuses a person who has not accepted a mandatory term. Nobody accepts in place of another (remote access). Embedded pages
-- ask only for the terms before a report, and the screens of playlists for none (decision 0045).
CREATE FUNCTION app.refuse_terms(x sessions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN ((x).asks_terms AND ((x).real_user_id IS NULL) AND ((x).auth_type = ANY (ARRAY['password'::text, 'saml'::text, 'microsoft'::text])) AND app.owes_terms((x).user_id, (x).tenant_id, ((x).person_standing ->> 'staff'::text))) THEN 'session.terms_due'::text ELSE NULL::text END;

-- Finds the session of a token, judges it, and sets tenant, partner, user, profile and language for the transaction. One row,
-- or none for an unknown token. `before_terms`: the call is one of those that a person needs to accept the terms. `refusal`: an
-- error code or null. `session`: its facts as JSON text, the same until something about it changes. SECURITY DEFINER, because
-- no tenant is known yet; `begin atomic` binds its names, so that no search path can redirect them. SQL and not plpgsql, which
-- adds work of its own to each call.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.open_session(given_hash bytea, client_address inet, before_terms boolean DEFAULT false)
 RETURNS TABLE(ok boolean, refusal text, session text, seen_seconds_ago integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
BEGIN ATOMIC
 SELECT ((f.refusal IS NULL) AND
         CASE
             WHEN (f.refusal IS NULL) THEN ((set_config('app.tenant_id'::text, COALESCE((f.tenant_id)::text, ''::text), true) IS NOT NULL) AND (set_config('app.partner_id'::text, COALESCE((f.partner_id)::text, ''::text), true) IS NOT NULL) AND (set_config('app.user_id'::text, (f.user_id)::text, true) IS NOT NULL) AND (set_config('app.profile'::text, f.profile, true) IS NOT NULL) AND (set_config('app.language'::text, COALESCE(f.language, ''::text), true) IS NOT NULL))
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
             (x.person_standing ->> 'language'::text) AS language,
             (EXTRACT(epoch FROM (now() - x.last_seen_at)))::integer AS seen_seconds_ago,
                 CASE
                     WHEN (k.replaced_at IS NOT NULL) THEN 'session.unauthorized'::text
                     ELSE NULLIF(app.session_refusal(x.*, open_session.client_address),
                     CASE
                         WHEN open_session.before_terms THEN 'session.terms_due'::text
                         ELSE NULL::text
                     END)
                 END AS refusal
            FROM (session_tokens k
              JOIN sessions x ON ((x.id = k.session_id)))
           WHERE (k.token_hash = open_session.given_hash)
          OFFSET 0) f;
END;

-- Notes in a new session whether a mandatory term may be due: one whose present edition the person has not accepted. Only such
-- a session looks for due terms with each request.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.note_asked_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('user_terms', 0));
  new.asks_terms := exists (
    select from user_terms t
     where t.active and t.edition > 0 and t.condition = 'mandatory' and t.place <> 'report'
       and (t.tenant_id is null or t.tenant_id = new.tenant_id)
       and not exists (
         select from user_term_acceptances a where a.term_id = t.id and a.user_id = new.user_id and a.edition = t.edition));
  return new;
end
$function$;

-- Lets the running sessions look whether a mandatory term is due that was published or came into force.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.ask_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('user_terms', 0));
  update sessions x set asks_terms = true
   where x.ended_at is null and not x.asks_terms and (new.tenant_id is null or x.tenant_id = new.tenant_id);
  return null;
end
$function$;

-- The terms that the person of the session has not accepted, with their texts, the mandatory ones first.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.own_terms_due()
 RETURNS TABLE(id uuid, edition integer, mandatory boolean, place text, report_id uuid, title jsonb, body jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.id, d.edition, d.mandatory, d.place, d.report_id, e.title, e.body
    from users u
   cross join lateral app.terms_due(u.id, app.tenant_id(), u.staff) d
    join user_term_editions e on e.term_id = d.id and e.edition = d.edition
   where u.id = app.user_id()
   order by not d.mandatory, d.id;
$function$;

-- Accepts an edition for the person of the session. Answers the present edition; another one is not accepted. No row for a term
-- of another tenant.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.accept_term(term uuid, given_edition integer, client_address inet)
 RETURNS TABLE(name text, edition integer, fresh boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_term user_terms;
  made integer;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('user_terms', 0));
  select * into found_term from user_terms t
   where t.id = term and t.active and t.edition > 0 and (t.tenant_id is null or t.tenant_id = app.tenant_id());
  if not found or app.user_id() is null then
    return;
  end if;
  if found_term.edition = given_edition then
    insert into user_term_acceptances (term_id, edition, user_id, address)
    values (term, given_edition, app.user_id(), client_address) on conflict do nothing;
    get diagnostics made = row_count;
    update sessions x set asks_terms = false
     where x.user_id = app.user_id() and x.ended_at is null and x.asks_terms
       and not app.owes_terms(x.user_id, x.tenant_id, x.person_standing->>'staff');
  end if;
  return query select found_term.name, found_term.edition, coalesce(made, 0) > 0;
end
$function$;

-- Must the person of the session accept a term before this report?
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.owes_report_terms(report uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from users u cross join lateral app.terms_due(u.id, app.tenant_id(), u.staff) d
     where u.id = app.user_id() and d.mandatory and d.report_id = report);
$function$;

-- The people whom a term of the session’s tenant, or of the platform, concerns, each with the last edition that they accepted.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.people_of_term(term uuid)
 RETURNS TABLE(user_id uuid, name text, email text, unit text, edition integer, is_current boolean, accepted_at timestamp with time zone, address text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.name, u.email, coalesce(n.names, ''), a.edition, coalesce(a.edition = t.edition, false), a.accepted_at, host(a.address)
    from user_terms t
   cross join users u
   cross join lateral (
     select string_agg(x.name, ', ' order by x.name) as names
       from memberships m join tenants x on x.id = m.tenant_id
      where m.user_id = u.id and m.state in ('A', 'T') and (t.tenant_id is null or m.tenant_id = t.tenant_id)) n
    left join lateral (
     select a.edition, a.accepted_at, a.address from user_term_acceptances a
      where a.term_id = t.id and a.user_id = u.id order by a.edition desc limit 1) a on true
   where t.id = term and t.tenant_id is not distinct from app.tenant_id() and (t.tenant_id is not null or app.on_platform())
     and case when t.tenant_id is null then u.staff is distinct from 'a2m' else u.staff is null and n.names is not null end
     and (t.place <> 'registration' or a.edition is not null);
$function$;

-- How many people accepted the present edition of a term of the session’s tenant, or of the platform.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.acceptances_of(term uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::int from user_term_acceptances a join user_terms t on t.id = a.term_id and t.edition = a.edition
   where t.id = term and t.tenant_id is not distinct from app.tenant_id();
$function$;

-- Moves the accepted terms of a registration to the person whom it became. Only the same address in the same tenant.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.keep_registration_terms(registration uuid, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into user_term_acceptances (term_id, edition, user_id, accepted_at, address)
  select e.term_id, e.edition, u.id, x.at, x.address
    from registrations r
    join users u on u.id = person and u.email = r.email and u.home_tenant_id = r.tenant_id
   cross join jsonb_to_recordset(r.terms) as x(id uuid, version integer, at timestamptz, address inet)
    join user_term_editions e on e.term_id = x.id and e.edition = x.version
   where r.id = registration and (app.tenant_id() is null or r.tenant_id = app.tenant_id())
  on conflict do nothing;
$function$;

-- A new entry is the last one.
CREATE FUNCTION app.next_faq_position()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(max(position), 0) + 1 from faq_entries where tenant_id is not distinct from app.tenant_id();
$function$;

-- The entries for the person of the session: those of their tenant, then those of the platform.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.faq()
 RETURNS TABLE(id uuid, question jsonb, answer jsonb, of_unit boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select f.id, f.question, f.answer, f.tenant_id is not null
    from faq_entries f
   where f.tenant_id is null or f.tenant_id = app.tenant_id()
   order by f.tenant_id is null, f.position, f.id;
$function$;

-- The present day in the time zone of the tenant of the session; null outside of a tenant.
CREATE FUNCTION app.today()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select (now() at time zone s.timezone)::date from settings s where s.tenant_id = app.tenant_id()
$function$;

-- Ends the sessions of a screen that is removed, and of all screens of a playlist that is removed or gets another owner.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.end_playlist_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ended record;
begin
  for ended in
    update sessions s set ended_at = now(), ended_by = 'playlist_revoked'
     where s.ended_at is null and s.id in (
       select p.session_id from playlist_sessions p
         join playlist_screens c on c.tenant_id = p.tenant_id and c.id = p.screen_id
        where c.tenant_id = old.tenant_id
          and case when tg_table_name = 'playlists' then c.playlist_id = old.id else c.id = old.id end)
    returning s.id, s.tenant_id, s.user_id
  loop
    -- Live events (platform/server/live/live-event.ts): the stream of the screen ends at once.
    perform pg_notify('vitrine', json_build_object('kind', 'session_ended', 'tenantId', ended.tenant_id, 'userId', ended.user_id,
      'sessionId', ended.id, 'reason', 'playlist_revoked')::text);
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

-- Adds the data set of a published report, and removes a data set that no report reads any more.
CREATE FUNCTION app.keep_datasets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'DELETE' then
    insert into datasets (tenant_id, workspace_id, service_id, name)
    values (new.tenant_id, new.workspace_id, new.service_dataset_id, new.name)
    on conflict on constraint datasets_service_key do nothing;
  end if;
  if tg_op <> 'INSERT' then
    delete from datasets d
     where d.tenant_id = old.tenant_id and d.workspace_id = old.workspace_id and d.service_id = old.service_dataset_id
       and not exists (select from reports r where r.tenant_id = old.tenant_id and r.workspace_id = old.workspace_id
                          and r.service_dataset_id = old.service_dataset_id);
  end if;
  return null;
end
$function$;

-- Revokes embed tokens when the custom field of an identity has another value.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.announce_identity_value()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from report_grants x cross join lateral unnest(array[x.identity_field, x.custom_data_field]) f(id)
     where x.tenant_id = new.tenant_id and f.id is not null
       and old.custom->(f.id::text) is distinct from new.custom->(f.id::text))
  then
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', new.tenant_id, 'reportIds', '[]'::json)::text);
  end if;
  return null;
end $function$;

-- Revokes embed tokens when people may fill in the field of an identity themselves: it then names nobody.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.announce_identity_field()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare unit record;
begin
  for unit in select distinct x.tenant_id from report_grants x where new.id in (x.identity_field, x.custom_data_field) loop
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', unit.tenant_id, 'reportIds', '[]'::json)::text);
  end loop;
  return null;
end $function$;

-- Must a member of the tenant of the session accept a term before they may open the report?
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.person_owes_terms(person uuid, report uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from memberships m join users u on u.id = m.user_id
     cross join lateral app.terms_due(u.id, m.tenant_id, u.staff) d
     where m.tenant_id = app.tenant_id() and m.user_id = person and d.mandatory and (d.place <> 'report' or d.report_id = report))
$function$;

-- Numbers of the view log per tenant, without playlists, in days of its own time zone, for staff outside of tenants; no rows
-- for anybody else.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.usage_by_unit(first_day date, last_day date, longest integer)
 RETURNS TABLE(tenant_id uuid, views integer, readers integer, people integer, reports integer, opened_reports integer, failed integer, load_p50 integer, load_p95 integer, render_p50 integer, render_p95 integer, last_view_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, coalesce(l.views, 0), coalesce(l.readers, 0),
         (select count(*)::integer from memberships m where m.tenant_id = t.id and m.state in ('A', 'T')),
         (select count(*)::integer from reports r where r.tenant_id = t.id)
           + (select count(*)::integer from external_reports e where e.tenant_id = t.id),
         coalesce(l.opened_reports, 0), coalesce(l.failed, 0), l.times[1], l.times[2], l.renders[1], l.renders[2],
         (select max(v.at) from report_views v where v.tenant_id = t.id and v.event = 'opened')
    from tenants t
    join settings g on g.tenant_id = t.id
    cross join lateral (select coalesce(last_day, (now() at time zone g.timezone)::date) as ends) e
    cross join lateral (select greatest(coalesce(first_day, e.ends - 29), e.ends - longest + 1) as begins) b
    left join lateral (
      select count(*) filter (where v.event = 'opened')::integer as views,
             count(distinct v.user_id) filter (where v.event = 'opened')::integer as readers,
             count(distinct coalesce(v.report_id, v.external_id)) filter (where v.event = 'opened')::integer as opened_reports,
             count(*) filter (where v.event = 'failed')::integer as failed,
             percentile_disc(array[0.5, 0.95]) within group (order by v.load_ms) filter (where v.event = 'rendered') as times,
             percentile_disc(array[0.5, 0.95]) within group (order by v.render_ms) filter (where v.event = 'rendered') as renders
        from report_views v
       where v.tenant_id = t.id and v.origin <> 'playlist' and v.at >= b.begins::timestamp at time zone g.timezone
         and v.at < (e.ends + 1)::timestamp at time zone g.timezone) l on true
   where app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id());
$function$;

-- The hosts that the page of an external report at this host may frame; null for none. Every answer of such a page tells them.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.external_hosts(label text, host text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.external_hosts from tenants t join settings s on s.tenant_id = t.id
   where (t.subdomain = label or t.id = (select f.tenant_id from app.find_host(external_hosts.host) f)) and t.removing_since is null;
$function$;

-- The management reports for the person of the session: those of the platform, then those of the partner; none outside of a
-- tenant.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.management_reports()
 RETURNS TABLE(id uuid, title jsonb, description jsonb, source text, of_platform boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select m.id, m.title, m.description, m.source, m.partner_id is null
    from management_reports m
    join tenants t on t.id = app.tenant_id()
   where m.published
     and (m.partner_id is null or m.partner_id = t.partner_id)
     and (m.tenant_ids = '{}' or t.id = any(m.tenant_ids))
     and (m.readers = 'everybody' or app.profile() in ('a2m', 'master', 'admin'))
   order by m.partner_id is not null, m.created_at, m.id;
$function$;

-- The capacity for which a reader of an account’s reports must wait; null: none, or it runs.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.sleeping_capacity(account uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select jsonb_build_object('id', c.id, 'state', c.state, 'wakes', c.wakes, 'switch_at', c.switch_at,
           'problem', (select x.problem from capacity_changes x
                        where x.capacity_id = c.id and x.cause = 'reader' and x.at > now() - interval '10 minutes'
                        order by x.at desc limit 1))
    from capacities c
   where c.account_id = account and c.state in ('paused', 'starting', 'pausing')
     and c.partner_id = app.partner_id() and (c.tenant_id is null or c.tenant_id = app.tenant_id());
$function$;

-- The language of the person of the session; null without a session.
CREATE FUNCTION app.language()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('app.language'::text, true), ''::text);

-- Is this an object of texts by language, without an empty text?
CREATE FUNCTION app.is_by_language(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((jsonb_typeof(value) = 'object'::text) AND ((value - ARRAY['pt-BR'::text, 'en-US'::text, 'es'::text, 'pt-PT'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(value, '$.*?(@.type() != "string" || @ == "")'::jsonpath)));

-- The name that a person of a language sees: the one of the language, otherwise the plain one. The only place that decides it.
CREATE FUNCTION app.name_in(names jsonb, plain text, language text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((names ->> language), plain);

-- What a list of names in a language is ordered by. `sort_name` is stored, so that most names cost nothing.
CREATE FUNCTION app.sort_name_in(names jsonb, sort_name text, language text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(app.plain_if_any((names ->> language)), sort_name);

-- The name in each language, for a text that people of several languages read; one text if all are equal.
CREATE FUNCTION app.name_in_each(names jsonb, plain text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (names = '{}'::jsonb) THEN to_jsonb(plain) ELSE jsonb_build_object('pt-BR', app.name_in(names, plain, 'pt-BR'::text), 'en-US', app.name_in(names, plain, 'en-US'::text), 'es', app.name_in(names, plain, 'es'::text), 'pt-PT', app.name_in(names, plain, 'pt-PT'::text)) END;

-- Tells the staff of the partner of the tenant of the session, and no other partner.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.tell_partner(wanted text, given jsonb, page text, found_by text)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into staff_notifications (user_id, tenant_id, type, facts, path, words, mail_due)
  select u.id, t.id, wanted, given, page, found_by, coalesce(c.mails, false)
    from tenants t join users u on u.partner_id = t.partner_id left join staff_notification_choices c on c.user_id = u.id
   where t.id = app.tenant_id() and u.staff = 'master' and u.staff_state = 'A'
  returning user_id;
$function$;

-- The profile of a person who may work in the tenant of the session today; no row for anybody else.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.author_standing(author uuid)
 RETURNS TABLE(profile text, staff text, toggles text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(m.profile, 'admin'), u.staff, coalesce(m.toggles, '{}')
    from tenants t
    join partners p on p.id = t.partner_id
    join settings s on s.tenant_id = t.id
    join users u on u.id = author
    left join memberships m on m.tenant_id = t.id and m.user_id = u.id
   where t.id = app.tenant_id()
     and app.standing_refusal(u.standing, m.standing, t.standing || '{"maintenance": false}', p.standing, t.partner_id,
                              (now() at time zone s.timezone)::date) is null;
$function$;

-- By app, the hosts with their ports of the embedded applications of the apps at this host. Every answer of the page of an app
-- tells them.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.app_hosts(label text, host text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(jsonb_object_agg(found.id, found.hosts), '{}')
    from (
      select a.id, array_agg(distinct part.host order by part.host) as hosts
        from tenants t join apps a on a.tenant_id = t.id
       cross join jsonb_array_elements(a.sections) s cross join jsonb_array_elements(s->'items') i
       cross join substring(lower(i->>'address') from '^https://([a-z0-9.-]+(?::[0-9]{1,5})?)(?:[/?#]|$)') part(host)
       where (t.subdomain = label or t.id = (select f.tenant_id from app.find_host(app_hosts.host) f)) and t.removing_since is null
         and i->>'kind' = 'embedded' and part.host is not null
       group by a.id) found
$function$;

-- Why the person who used an ended session would be refused at sign-in today, or null. An ended session has no standing of its
-- own any more. In remote access, the holder of the token is the requester.
CREATE FUNCTION app.state_refusal_of_ended(x sessions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT CASE WHEN ((u.staff IS NULL) AND (m.user_id IS NULL) AND (EXISTS (SELECT FROM memberships o WHERE ((o.user_id = u.id) AND (o.state <> 'D'::text))))) THEN 'sign_in.domain_refused'::text ELSE NULLIF(app.standing_refusal(u.standing, m.standing, t.standing, p.standing, (state_refusal_of_ended.x).partner_id, ((now() AT TIME ZONE COALESCE(g.timezone, 'UTC'::text)))::date), 'sign_in.maintenance'::text) END AS "nullif" FROM ((((users u LEFT JOIN memberships m ON (((m.tenant_id = (state_refusal_of_ended.x).tenant_id) AND (m.user_id = u.id)))) LEFT JOIN tenants t ON ((t.id = (state_refusal_of_ended.x).tenant_id))) LEFT JOIN settings g ON ((g.tenant_id = (state_refusal_of_ended.x).tenant_id))) LEFT JOIN partners p ON ((p.id = (state_refusal_of_ended.x).partner_id))) WHERE (u.id = COALESCE((state_refusal_of_ended.x).real_user_id, (state_refusal_of_ended.x).user_id)));

-- The members of a tenant who have not accepted the published version of a term. In a session of a tenant, only of that tenant.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.people_asked(term uuid, tenant uuid)
 RETURNS TABLE(user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select m.user_id from memberships m join users u on u.id = m.user_id
   cross join lateral app.terms_due(u.id, m.tenant_id, u.staff) d
   where m.tenant_id = tenant and (tenant = app.tenant_id() or app.tenant_id() is null) and d.id = term
$function$;

-- The tenants that let staff enter, for staff outside of tenants; no rows for anybody else.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.units_to_enter()
 RETURNS TABLE(tenant_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.tenant_id
    from settings s join tenants t on t.id = s.tenant_id
   where s.allow_remote_access
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()));
$function$;

-- The facts of the settings that a session carries. The list of addresses stays here: it may be long. `hidden_menu`: the
-- screens of what the tenant has switched off, by their names in catalogue/screens.ts.
CREATE FUNCTION app.settings_standing(timezone text, allowed_addresses cidr[], help_desk boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('timezone', timezone, 'restricted', (cardinality(allowed_addresses) > 0), 'hidden_menu', CASE WHEN help_desk THEN jsonb_build_array() ELSE jsonb_build_array('help_desk', 'help_desk/{id}') END);

-- Does the session have the permission ticket.handle (catalogue/access.ts)? It then has the tickets of everybody.
CREATE FUNCTION app.handles_tickets()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((app.profile() = ANY (ARRAY['a2m'::text, 'master'::text, 'admin'::text])) OR (EXISTS (SELECT FROM memberships m WHERE ((m.tenant_id = app.tenant_id()) AND (m.user_id = app.user_id()) AND (m.profile = app.profile()) AND ('support_agent'::text = ANY (m.toggles))))));

-- The facts of a client that its tenants carry.
CREATE FUNCTION app.client_standing(trial_period date)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('trial_ends', trial_period);

-- The facts of a user that a session carries.
CREATE FUNCTION app.person_standing(email text, name text, language text, staff text, state text, partner_id uuid, billing_administrator boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('email', email, 'name', name, 'language', language, 'staff', staff, 'state', state, 'partner_id', partner_id, 'toggles', CASE WHEN billing_administrator THEN '["billing_administrator"]'::jsonb ELSE '[]'::jsonb END);

-- The facts of a tenant that a session carries.
CREATE FUNCTION app.tenant_standing(enabled boolean, maintenance boolean, trial_ends date, hidden_menu text[], client jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_build_object('enabled', enabled, 'maintenance', maintenance, 'trial_ends', trial_ends, 'hidden_menu', hidden_menu, 'client_trial_ends', (client -> 'trial_ends'::text));

-- The last day of a person on trial: a test user has that of the tenant, and every member that of the client. Null: none.
CREATE FUNCTION app.trial_end(membership jsonb, tenant jsonb)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN LEAST(CASE WHEN ((membership ->> 'state'::text) = 'T'::text) THEN ((tenant ->> 'trial_ends'::text))::date ELSE NULL::date END, CASE WHEN (membership IS NOT NULL) THEN ((tenant ->> 'client_trial_ends'::text))::date ELSE NULL::date END);

-- Lets one of the platform staff be named on clients, or no longer.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.set_seller(person uuid, is_seller boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update users set seller = is_seller where id = person and staff = 'a2m' and app.on_platform();
$function$;

-- Lets another team member see the billing of the partner, or no longer.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.set_billing_administrator(person uuid, may_see boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update users set billing_administrator = may_see
   where id = person and id <> app.user_id() and staff = 'master' and app.manages_team(partner_id);
$function$;

-- Notes a member as active for the client that has the tenant at that instant, in the month of the client's time zone. A
-- session writes at most once per day.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.note_billable_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  seen timestamptz := case when tg_op = 'INSERT' then new.created_at else new.last_seen_at end;
  payer uuid;
  today date;
begin
  select t.client_id, (seen at time zone coalesce(c.timezone, 'America/Sao_Paulo'))::date into payer, today
    from tenants t left join clients c on c.id = t.client_id where t.id = new.tenant_id;
  if exists (select from billable_people b
              where b.tenant_id = new.tenant_id and b.month = date_trunc('month', today)::date and b.user_id = new.user_id
                and b.client_id is not distinct from payer and b.last_day >= today)
  then
    return null;
  end if;
  -- The lock waits for a transaction that moves the tenant to another client.
  select t.client_id, (seen at time zone coalesce(c.timezone, 'America/Sao_Paulo'))::date into payer, today
    from tenants t left join clients c on c.id = t.client_id where t.id = new.tenant_id for key share of t;
  insert into billable_people as b (tenant_id, client_id, month, user_id, first_day, last_day)
  values (new.tenant_id, payer, date_trunc('month', today)::date, new.user_id, today, today)
  on conflict (tenant_id, month, user_id, client_id) do update
    set first_day = least(b.first_day, excluded.first_day), last_day = greatest(b.last_day, excluded.last_day);
  return null;
end
$function$;

-- The number of people of each client who were active in a month, each counted once, for staff outside of tenants.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.billed_people(reference date)
 RETURNS TABLE(client_id uuid, people integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.client_id, count(distinct b.user_id)::integer
    -- The index has all columns that are read. The partner of a client is that of its tenants.
    from billable_people b join clients c on c.id = b.client_id
   where b.month = reference
     and (app.on_platform() or (app.tenant_id() is null and c.partner_id = app.partner_id()))
   group by 1;
$function$;

-- The number of people of each client who count for its user limit, for the platform staff.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.client_people()
 RETURNS TABLE(client_id uuid, people integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.client_id, count(*)::integer
    from memberships m join tenants t on t.id = m.tenant_id
   where m.state in ('A', 'B', 'I') and t.client_id is not null and app.on_platform()
   group by 1;
$function$;

-- The formula of a bill, for those that are issued and for drafts.
CREATE FUNCTION app.bill_total(billed_users integer, number_of_bonus integer, price numeric, domains integer, domain_fee numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((GREATEST((billed_users - number_of_bonus), 0))::numeric * price) + ((domains)::numeric * domain_fee));

-- Refuses every change of a bill but that it is voided, also one of the platform.
CREATE FUNCTION app.keep_bill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The total follows from the rest, and is not computed yet.
  if tg_op = 'DELETE' or old.voided_at is not null
    or to_jsonb(new) - array['voided_at', 'void_reason', 'total'] <> to_jsonb(old) - array['voided_at', 'void_reason', 'total']
  then
    raise exception using errcode = 'check_violation', constraint = 'bills_frozen', message = 'an issued bill does not change';
  end if;
  return new;
end
$function$;

-- Which of these addresses belong to somebody, also in other tenants: the answer that adding each of them would give, without
-- adding it.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.taken_emails(emails text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.email from users u
   where app.tenant_id() is not null and app.profile() is distinct from 'user' and u.email = any(emails)
$function$;

-- The other tenants of the partner of the tenant of the session, for who manages people there.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.sibling_units()
 RETURNS TABLE(id uuid, name text, partner_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, t.name, t.partner_id
    from tenants own join tenants t on t.partner_id = own.partner_id and t.id <> own.id
   where own.id = app.tenant_id() and app.profile() in ('a2m', 'master', 'admin') and t.enabled and t.removing_since is null
$function$;

-- People of another tenant of the partner, whom the tenant of the session may add. Nothing of a tenant of another partner.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.people_of_sibling(unit uuid, search text, people uuid[], size integer, skip integer)
 RETURNS TABLE(id uuid, name text, email text, department text, is_here boolean, total integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.name, u.email, m.department,
         exists (select from memberships h where h.tenant_id = app.tenant_id() and h.user_id = u.id),
         (count(*) over ())::integer
    from memberships m join users u on u.id = m.user_id
   where m.tenant_id = unit and unit in (select s.id from app.sibling_units() s)
     and u.staff is null and m.state <> 'D'
     and (people is null or u.id = any(people))
     and (search = '' or strpos(app.plain(u.name || ' ' || u.email), app.plain(search)) > 0)
   order by app.plain(u.name), u.id limit size offset skip
$function$;

-- What decides what the owner of a task may read today; no row for a person who may not work in the tenant of the session.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.owner_standing(owner uuid)
 RETURNS TABLE(profile text, staff text, toggles text[], email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.profile, s.staff, s.toggles, u.email from app.author_standing(owner) s join users u on u.id = owner;
$function$;

-- Keeps what follows from a domain: the billed period, other partners who wait for the same name, the main address of the
-- target, and the end of the sessions at a name that is removed, because its next owner must not meet them.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.note_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  concerned domains := case when tg_op = 'DELETE' then old else new end;
  begins boolean := tg_op <> 'DELETE' and new.state = 'verified' and (tg_op = 'INSERT' or old.state <> 'verified');
begin
  if begins then
    insert into domain_periods (tenant_id, client_id, domain_id, host, verified_at)
    select t.id, t.client_id, new.id, new.host, new.verified_at from tenants t where t.id = new.tenant_id;
    update domains set state = 'refused', fault = 'taken', next_check_at = now(), version = version + 1
     where host = new.host and id <> new.id and state = 'waiting';
  end if;
  if tg_op = 'DELETE' then
    update domain_periods set ended_at = now() where domain_id = old.id and tenant_id = old.tenant_id and ended_at is null;
    update sessions x set ended_at = now(), ended_by = 'address_changed'
     where old.state = 'verified' and x.ended_at is null and x.host = old.host
       and (x.tenant_id = old.tenant_id or (x.tenant_id is null and old.tenant_id is null and x.partner_id = old.partner_id));
  end if;
  if not (coalesce(old.main, false) or coalesce(new.main, false)) then
    return null;
  elsif concerned.tenant_id is null then
    update partners set domain = (select d.host from domains d where d.main and d.partner_id = partners.id and d.tenant_id is null)
     where id = concerned.partner_id;
  else
    update tenants set domain = (select d.host from domains d where d.main and d.tenant_id = tenants.id)
     where id = concerned.tenant_id;
  end if;
  return null;
end
$function$;

-- Refuses every host in the column domain of tenants and partners but that of the main domain.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.require_main_domain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.domain is distinct from (
    select d.host from domains d
     where d.main and case tg_table_name when 'tenants' then d.tenant_id = new.id else d.partner_id = new.id and d.tenant_id is null end)
  then
    raise exception using errcode = 'check_violation', constraint = 'main_domain', message = 'the main domain is set in the table domains';
  end if;
  return null;
end
$function$;

-- The number of domains of each client that were verified at any time of a month, for staff outside of tenants.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.billed_domains(reference date)
 RETURNS TABLE(client_id uuid, domains integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.client_id, count(distinct d.host)::integer
    from domain_periods d join tenants t on t.id = d.tenant_id join clients c on c.id = d.client_id
   where d.verified_at < (reference + interval '1 month') at time zone c.timezone
     and (d.ended_at is null or d.ended_at >= reference::timestamp at time zone c.timezone)
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
   group by 1;
$function$;

-- Stores when the columns that a directory sees changed last (meta.lastModified of RFC 7643). It runs after the change: a
-- trigger before it would make sign-ins wait for each other (decision 0018).
CREATE FUNCTION app.note_modification()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- Not now(): the change of a transaction that began earlier may be the later one.
  changed_at constant timestamptz := clock_timestamp();
begin
  case tg_table_name
    when 'users' then update users set modified_at = changed_at where id = new.id;
    when 'memberships' then
      update memberships set modified_at = changed_at where tenant_id = new.tenant_id and user_id = new.user_id;
    when 'user_groups' then update user_groups set modified_at = changed_at where tenant_id = new.tenant_id and id = new.id;
  end case;
  return null;
end
$function$;

-- Stores when the members of a group changed last (meta.lastModified of RFC 7643).
CREATE FUNCTION app.note_changed_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one record;
begin
  -- In one order, so that two transactions cannot wait for each other.
  for one in select distinct c.tenant_id, c.group_id from changed c order by c.group_id loop
    update user_groups g set modified_at = clock_timestamp() where g.tenant_id = one.tenant_id and g.id = one.group_id;
  end loop;
  return null;
end
$function$;

-- Refuses a second person of a tenant with the same user name, which is the e-mail where the directory gave no other one (RFC
-- 7643, section 4.1.1). The index memberships_user_name_key compares the given names; this function also compares them with
-- e-mails, under a lock of the tenant.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.require_unique_user_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Each of two transactions would not see the person of the other. The lock is that of app.enforce_user_limit(), which does not lock for
  -- people in the states D and T.
  if tg_op = 'INSERT' then
    perform from tenants t where t.id in (select a.tenant_id from added a) order by t.id for no key update;
  else
    perform from tenants t where t.id = new.tenant_id for no key update;
  end if;
  if tg_op = 'INSERT' then
    perform app.require_free_user_names(array_agg(tenant_id), array_agg(user_id)) from added;
  else
    perform app.require_free_user_names(array[new.tenant_id], array[new.user_id]);
  end if;
  return null;
end
$function$;

-- Refuses a new e-mail that is the user name of another person of the tenant, for the reason of app.require_unique_user_name().
CREATE FUNCTION app.require_unused_user_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (
    select from memberships m
      join memberships o on o.tenant_id = m.tenant_id and lower(o.scim_user_name) = new.email and o.scim_user_name is not null
     where m.user_id = new.id and m.scim_user_name is null and o.user_id <> m.user_id
  ) then
    perform app.fail_user_name_taken();
  end if;
  return null;
end
$function$;

-- SHA-256 of the hash before and of the fields of an entry, each with its length in bytes. platform/server/audit-chain.ts
-- computes the same. Stored in audit_links: a change of this function needs a migration that computes all hashes again.
CREATE FUNCTION app.audit_hash(previous bytea, place bigint, entry audit_entries)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256((previous || convert_to(app.audit_fields(place, entry), 'UTF8'::name)));

-- The chain of an entry: that of its business unit, else of its partner, else of the platform.
CREATE FUNCTION app.audit_chain(tenant uuid, partner uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(tenant, partner, '00000000-0000-0000-0000-000000000000'::uuid);

-- Adds an audit entry to the end of its chain, together with the other entries of its transaction and chain that have no link,
-- in the order of their ids. The caller holds the lock of the chain.
CREATE FUNCTION app.link_audit_entry(entry audit_entries)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  own_chain constant uuid := app.audit_chain(entry.tenant_id, entry.partner_id);
  before record;
  place bigint;
  hash bytea;
  ids uuid[];
  texts text[];
  hashes bytea[] := '{}';
  one text;
begin
  -- The first of many entries has linked the others.
  if exists (select from audit_links l where l.entry_id = entry.id) then
    return;
  end if;
  select l.position, l.hash into before
    from ((select position, links.hash from audit_links links where chain = own_chain order by position desc limit 1)
          union all select position, anchors.hash from audit_anchors anchors where chain = own_chain) l
   order by position desc limit 1;
  place := coalesce(before.position, 0);
  hash := coalesce(before.hash, '');
  -- Only the transaction that writes an entry sees it without a link. Three queries, so that each reads one index.
  select array_agg(x.id order by x.id), array_agg(app.audit_fields(place + x.number, x.stored) order by x.id) into ids, texts
    from (
      select e.id, e.stored, row_number() over (order by e.id) as number
        from (
          select a.id, a as stored from audit_entries a
           where entry.tenant_id is not null and a.tenant_id = entry.tenant_id and a.at = entry.at
             and a.partner_id is not distinct from entry.partner_id
          union all
          select a.id, a from audit_entries a
           where entry.tenant_id is null and a.partner_id = entry.partner_id and a.at = entry.at and a.tenant_id is null
          union all
          select a.id, a from audit_entries a
           where entry.tenant_id is null and entry.partner_id is null and a.partner_id is null and a.at = entry.at
             and a.tenant_id is null) e
       where not exists (select from audit_links l where l.entry_id = e.id)) x;
  -- The partner of the entry was removed since: it is linked as it was written. An entry that its own transaction deleted again, with
  -- its business unit, needs no link.
  if (ids is null or entry.id <> all(ids)) and exists (select from audit_entries e where e.id = entry.id) then
    ids := ids || entry.id;
    texts := texts || app.audit_fields(place + cardinality(ids), entry);
  end if;
  foreach one in array coalesce(texts, '{}') loop
    hash := sha256(hash || convert_to(one, 'UTF8'));
    hashes := array_append(hashes, hash);
  end loop;
  insert into audit_links (chain, position, entry_id, tenant_id, partner_id, hash)
  select own_chain, place + l.number, l.id, entry.tenant_id, entry.partner_id, l.hash
    from unnest(ids, hashes) with ordinality as l(id, hash, number);
end
$function$;

-- Links each new audit entry when its transaction commits. The only writer of audit_links.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.link_new_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
begin
  -- The first of many entries has linked the others: this is the only work for each of them.
  if exists (select from audit_links l where l.entry_id = new.id) then
    return null;
  end if;
  -- Until the commit, so that no other transaction adds a link to the same chain. Other chains do not wait.
  perform pg_advisory_xact_lock(hashtext('audit_links'), hashtext(app.audit_chain(new.tenant_id, new.partner_id)::text));
  perform app.link_audit_entry(new);
  return null;
end
$function$;

-- Keeps the last deleted link of each chain, also of links that a cascade deletes.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.keep_audit_anchors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into audit_anchors as a (chain, position, hash)
  select distinct on (chain) chain, position, hash from dropped order by chain, position desc
      on conflict (chain) do update
     set position = excluded.position, hash = excluded.hash, dropped_at = now()
   where excluded.position > a.position;
  return null;
end
$function$;

-- Keeps what a tenant used with the client that had it then, when the tenant moves to another client. What it used without a
-- client belongs to the next client.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.move_billing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.client_id is not null then
    insert into billable_people as b (tenant_id, client_id, month, user_id, first_day, last_day)
    select o.tenant_id, new.client_id, o.month, o.user_id, o.first_day, o.last_day
      from billable_people o where o.tenant_id = new.id and o.client_id is null
    on conflict (tenant_id, month, user_id, client_id) do update
      set first_day = least(b.first_day, excluded.first_day), last_day = greatest(b.last_day, excluded.last_day);
    delete from billable_people where tenant_id = new.id and client_id is null;
    update domain_periods set client_id = new.client_id where tenant_id = new.id and client_id is null;
  end if;
  if old.client_id is not null then
    with ended as (
      update domain_periods set ended_at = now()
       where tenant_id = new.id and client_id = old.client_id and ended_at is null
      returning tenant_id, domain_id, host)
    insert into domain_periods (tenant_id, client_id, domain_id, host, verified_at)
    select tenant_id, new.client_id, domain_id, host, now() from ended;
  end if;
  return null;
end
$function$;

-- Refuses every change of a credit note and of its lines, also one of the platform.
CREATE FUNCTION app.keep_credit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'check_violation', constraint = 'credit_notes_frozen', message = 'a credit note does not change';
end
$function$;

-- Takes name and e-mail of an erased person off the lists behind bills. The row stays, so that the number still explains
-- itself.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.erase_name_on_bills()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update bill_people set name = null, email = null where user_id = old.id;
  return null;
end
$function$;

-- One page of the people of the tenant of the session whose texts contain `search` (`only_name`: in name and e-mail), in order.
-- A number with separators is also found by its digits. `total` counts up to 10,001. The statements have their values as
-- constants, so that PostgreSQL plans them for these values.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.people_page(search text, only_name boolean, profiles text[], states text[], in_group uuid, sort text, descending boolean, take integer, skip integer, in_department text DEFAULT NULL::text, of_field uuid DEFAULT NULL::uuid, of_value text DEFAULT NULL::text)
 RETURNS TABLE(user_id uuid, place bigint, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  most constant integer := 10001;
  pattern constant text := '%' || regexp_replace(app.plain(search), '([\\%_])', '\\\1', 'g') || '%';
  tables text := 'person_texts w';
  filter text := app.people_filter(case when search = '' then '{}' else array[pattern] end);
  sorted constant text := case sort
    when 'name' then 'w.name' when 'email' then 'w.email' when 'profile' then 'm.profile' when 'state' then 'm.state'
    when 'last_sign_in_at' then 'm.last_sign_in_at' when 'created_at' then 'm.created_at' end;
  direction constant text := case when descending then ' desc nulls last' else ' asc nulls last' end;
  digits constant text := regexp_replace(search, '\D', '', 'g');
  people uuid[];
  counted integer;
  -- `shown:invited` names a state as lists show it; the other ones are stored states.
  shown constant text := case when states[1] like 'shown:%' then substr(states[1], 7) end;
begin
  -- A phone is stored without the separators that people type.
  if not only_name and search ~ '^[-+(). /\d]+$' and digits <> search and length(digits) >= 4 then
    filter := format('(%s or %s)', filter, app.people_filter(array['%' || digits || '%']));
  end if;
  if only_name then
    filter := filter || format(' and w.name || '' '' || w.email like %L', pattern);
  end if;
  if profiles is not null or states is not null or in_department is not null or of_field is not null or sort not in ('name', 'email') then
    tables := tables || ' join memberships m on m.tenant_id = w.tenant_id and m.user_id = w.user_id';
    filter := filter
      || case when profiles is null then '' else format(' and m.profile = any (%L)', profiles) end
      || case when states is null or shown is not null then '' else format(' and m.state = any (%L)', states) end
      || case when in_department is null then '' else format(' and m.department = %L', in_department) end
      || case when of_field is null then '' else format(' and m.custom ? %L', of_field) end
      || case when of_field is null or of_value is null then ''
           else format(' and (m.custom ->> %1$L = %2$L or (m.custom -> %1$L) @> to_jsonb(array[%2$L]::text[]))', of_field, of_value) end;
  end if;
  if shown is not null then
    tables := tables || ' join users u on u.id = w.user_id';
    filter := filter
      || format(' and app.shown_state(m.state, m.last_sign_in_at, u.auth_type, u.password_hash is not null) = %L', shown);
  end if;
  if in_group is not null then
    tables := tables || ' join user_group_members x on x.tenant_id = w.tenant_id and x.user_id = w.user_id';
    filter := filter || format(' and x.group_id = %L', in_group);
  end if;
  if search <> '' then
    execute format(
      'with f as materialized (select w.user_id, %s as sorted from %s where %s limit %s)
       select array(select f.user_id from f order by f.sorted %s, f.user_id limit %s offset %s), (select count(*) from f)',
      sorted, tables, filter, most, direction, take, skip) into people, counted;
  end if;
  -- Too many matches to sort them all: the page is read in the order of an index where there is one.
  if counted is null or counted >= most then
    execute format(
      'select array(select w.user_id from %s where %s order by %s, w.user_id limit %s offset %s),
              (select count(*) from (select from %s where %s limit %s) f)',
      tables, filter, sorted || case when sort = 'name' and not descending then '' else direction end, take, skip,
      tables, filter, most) into people, counted;
  end if;
  return query select p.id, p.place, counted from unnest(people) with ordinality as p(id, place);
end
$function$;

-- Notes each erased person until the job user.forget_erased has replaced their name and e-mail in the records that stay.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.note_erased_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into erased_people (user_id, home_tenant_id, name, email) values (old.id, old.home_tenant_id, old.name, old.email)
      on conflict do nothing;
  return null;
end
$function$;

-- The outbox of the event audit.entry: a delivery for each webhook that chose it, in the transaction of the audit entry. No
-- values of the change.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.forward_audit_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data, occurred_at)
  select w.tenant_id, w.id, e.id, 'audit.entry',
         jsonb_build_object(
           'id', e.id, 'event', left(e.event, 200),
           'actor', jsonb_build_object('id', e.actor_id, 'name', left(e.actor_name, 200), 'origin', left(e.actor_origin, 200)),
           'target', jsonb_build_object('type', left(e.target_type, 200), 'id', left(e.target_id, 200), 'name', left(e.target_name, 200))),
         e.at
    from added e join webhooks w on w.tenant_id = e.tenant_id join tenants t on t.id = w.tenant_id
   where w.active and w.event_types @> '{audit.entry}';
  return null;
end
$function$;

-- The outbox of the events user.*: people become members in many ways, and this is the one place that all of them pass. A
-- tenant that is being erased emits nothing.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.emit_membership_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  opens constant text[] := '{A,T}';
begin
  if tg_op = 'INSERT' then
    perform app.emit_user_event('user.added', array_agg(tenant_id), array_agg(user_id)) from added;
  elsif tg_op = 'DELETE' then
    perform app.emit_user_event('user.removed', array_agg(tenant_id), array_agg(user_id)) from removed;
  elsif old.state = any(opens) and new.state <> all(opens) then
    perform app.emit_user_event('user.blocked', array[new.tenant_id], array[new.user_id]);
  elsif old.state <> all(opens) and new.state = any(opens) then
    perform app.emit_user_event('user.unblocked', array[new.tenant_id], array[new.user_id]);
  end if;
  return null;
end
$function$;

-- The platform staff, for themselves. The last sign-in is that of a session that is still stored.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.platform_staff()
 RETURNS TABLE(id uuid, name text, email text, language text, created_at timestamp with time zone, last_sign_in_at timestamp with time zone, password_set boolean, seller boolean, support_agent boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.name, u.email, u.language, u.created_at,
         (select max(s.created_at) from sessions s where s.user_id = u.id), u.password_hash is not null, u.seller, u.support_agent
    from users u
   where u.staff = 'a2m' and app.on_platform();
$function$;

-- Removes the device of a session that was ended; after a forced end also the devices of the person whose sessions have
-- expired.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.forget_push_devices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from push_devices d
   where d.session_id = new.id
      or new.ended_by is distinct from 'logout' and d.tenant_id = new.tenant_id and d.user_id = new.user_id
         and exists (select from sessions s where s.id = d.session_id and s.ended_at is not null);
  return null;
end
$function$;

-- Deletes the file of a deleted mail of a ticket. The deletion may be a cascade, so that no code sees its path.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.forget_mail_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from files where path = old.path;
  return null;
end
$function$;

-- Copies the texts of new follow-ups into their tickets, where a search reads the last 200,000 characters of answers and of
-- notes.
CREATE FUNCTION app.copy_words_of_follow_ups()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update tickets t
     set answer_words = right(t.answer_words || x.answers, 200000), note_words = right(t.note_words || x.notes, 200000)
    from (select f.tenant_id, f.ticket_id,
                 coalesce(string_agg(app.plain(f.text) || E'\n', '' order by f.created_at, f.id) filter (where not f.internal), '') as answers,
                 coalesce(string_agg(app.plain(f.text) || E'\n', '' order by f.created_at, f.id) filter (where f.internal), '') as notes
            from present f where f.text is not null group by f.tenant_id, f.ticket_id) x
   where t.tenant_id = x.tenant_id and t.id = x.ticket_id;
  return null;
end
$function$;

-- The order of the priorities of tickets. Immutable, so that an index may use it.
CREATE FUNCTION app.priority_rank(priority text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE priority WHEN 'high'::text THEN 3 WHEN 'medium'::text THEN 2 ELSE 1 END;

-- Erases the parts of a mail that only its author and people who handle tickets see, when the author of a follow-up is erased.
CREATE FUNCTION app.forget_mail_rest()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.mail_rest := null;
  new.mail_refused := '{}';
  new.mail_sender := null;
  return new;
end
$function$;

-- Ends the known fault of a deleted ticket that was its last one, also when its retention ends.
CREATE FUNCTION app.end_empty_fault()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update report_faults f set ended_at = now()
   where f.tenant_id = old.tenant_id and f.id = old.fault_id and f.ended_at is null
     and not exists (select from tickets t where t.tenant_id = old.tenant_id and t.fault_id = old.fault_id);
  return null;
end
$function$;

-- May the person of the session end the grace period of an ordered erasure early? Staff of the platform may. A master may when
-- accounts, passwords and second factors of both persons were older than one grace period at the order: one person who makes a
-- second account, or sets the password of another, in order to act as both must wait as long as the grace period itself.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.may_confirm_erasure(unit uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from unit_erasures e
     where e.unit_id = unit and e.ordered_by is distinct from app.user_id()
       and (app.on_platform()
            or app.tenant_id() is null and app.profile() = 'master' and e.partner_id = app.partner_id()
               and 2 = (select count(*) from users u
                         where u.id in (e.ordered_by, app.user_id())
                           and (u.staff = 'a2m'
                                or greatest(u.created_at, u.password_changed_at,
                                            (select f.enabled_at from two_factors f where f.user_id = u.id),
                                            (select max(k.created_at) from passkeys k where k.user_id = u.id))
                                   < e.ordered_at - (e.erase_at - e.ordered_at)))));
$function$;

-- Writes the deliveries of an event about people, `tenants[n]` with `people[n]`, for the webhooks that chose it.
CREATE FUNCTION app.emit_user_event(event text, tenants uuid[], people uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with chosen as (
    select w.tenant_id, w.id from webhooks w join tenants t on t.id = w.tenant_id
     where w.tenant_id = any(tenants) and w.active and w.event_types @> array[event]),
  occurred as materialized (
    select x.tenant_id, x.user_id, app.uuidv7() as id from unnest(tenants, people) as x(tenant_id, user_id)
     where x.tenant_id in (select c.tenant_id from chosen c))
  insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data)
  select c.tenant_id, c.id, o.id, event,
         jsonb_build_object('user', jsonb_build_object('id', o.user_id, 'name', (select left(u.name, 200) from users u where u.id = o.user_id)))
    from occurred o join chosen c using (tenant_id) order by o.id
$function$;

-- Fails if one of these people, `tenants[n]` with `people[n]`, has the user name of another person of the tenant. It uses
-- indexes even where PostgreSQL planned for a small table: an import adds thousands of people.
CREATE FUNCTION app.require_free_user_names(tenants uuid[], people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (
      select from unnest(tenants, people) as x(tenant_id, user_id)
        join memberships n on n.tenant_id = x.tenant_id and n.user_id = x.user_id and n.scim_user_name is not null
        join users u on u.email = lower(n.scim_user_name) and u.id <> n.user_id
        join memberships o on o.tenant_id = n.tenant_id and o.user_id = u.id and o.scim_user_name is null)
    or exists (
      select from unnest(tenants, people) as x(tenant_id, user_id)
        join memberships n on n.tenant_id = x.tenant_id and n.user_id = x.user_id
        join users u on u.id = n.user_id
        join memberships o on lower(o.scim_user_name) = coalesce(lower(n.scim_user_name), u.email) and o.tenant_id = n.tenant_id
                          and o.scim_user_name is not null and o.user_id <> n.user_id)
  then
    perform app.fail_user_name_taken();
  end if;
end
$function$;

-- Stores with a new bill whether several tenants of the client are or may be on it. Later the client may have fewer.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.note_shared_bill()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.is_shared := (
    select count(*) > 1
      from (select id from tenants
             where client_id = new.client_id
               and (created_at at time zone new.timezone)::date < new.reference_month + interval '1 month'
            union
            select tenant_id from billable_people where client_id = new.client_id and month = new.reference_month
            union
            select tenant_id from domain_periods
             where client_id = new.client_id
               and (verified_at at time zone new.timezone)::date < new.reference_month + interval '1 month'
               and (ended_at is null or (ended_at at time zone new.timezone)::date >= new.reference_month)) units (id));
  return new;
end
$function$;

-- Revokes the embed tokens of a management report after each change of it. The open pages of its readers ask for another one.
-- Runs as vitrine_platform. May be called by nobody else.
CREATE FUNCTION app.announce_management_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare unit record;
begin
  for unit in select distinct e.tenant_id from embed_tokens e where e.report_id = old.id and e.expires_at > now() loop
    perform pg_notify('vitrine', json_build_object('kind', 'access_changed', 'tenantId', unit.tenant_id, 'reportIds', json_build_array(old.id))::text);
  end loop;
  return null;
end $function$;

-- The issuer of a row without one: the present identity provider of its app.
CREATE FUNCTION app.fill_saml_issuer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.issuer is null then
    new.issuer := (select a.entity_id from saml_apps a where a.tenant_id = new.tenant_id and a.id = new.app_id);
  end if;
  return new;
end
$function$;

-- The first tenants, by name, that the person of the session may enter and whose name or host contains a text: their
-- memberships; those of the partner that let staff enter for a master; for the platform staff those of the partner in whose
-- place they are, and at the platform’s host those of all partners.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.own_tenants(sought text DEFAULT ''::text, most integer DEFAULT 1000)
 RETURNS TABLE(id uuid, name text, subdomain text, domain text, logo text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, t.name, t.subdomain, t.domain, h.logo
    from users u
    join tenants t on case when u.staff = 'master' then t.partner_id = u.partner_id
                           when u.staff = 'a2m' then app.on_platform() or t.partner_id = app.partner_id()
                           else exists (select from memberships m where m.tenant_id = t.id and m.user_id = u.id and m.state in ('A', 'T')) end
    join settings g on g.tenant_id = t.id and (u.staff is null or g.allow_remote_access)
    left join themes h on h.tenant_id = t.id
   where u.id = app.user_id() and t.enabled and t.removing_since is null
     and (sought = '' or strpos(app.plain(t.name), app.plain(sought)) > 0 or strpos(coalesce(t.domain, t.subdomain), lower(sought)) > 0)
   order by t.name, t.id
   limit most;
$function$;

-- The account of a language model that the partner of the tenant of the session offers, or else the platform.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.offered_ai_account()
 RETURNS TABLE(owner text, provider text, base_url text, model text, key_sealed bytea, monthly_budget integer, daily_budget integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when a.partner_id is null then 'platform' else 'partner' end,
         a.provider, a.base_url, a.model, a.key_sealed, a.monthly_budget, a.daily_budget
    from ai_accounts a
   where a.tenant_id is null and a.enabled and app.tenant_id() is not null
     and (a.partner_id is null or a.partner_id = app.partner_id())
   order by a.partner_id is null
   limit 1;
$function$;

-- Does a host at which a key was made still lead to the tenant? The next owner of an address must not meet the key.
CREATE FUNCTION app.is_host_of(given_host text, tenant uuid, subdomain text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((EXISTS (SELECT FROM domains d WHERE ((d.host = is_host_of.given_host) AND (d.tenant_id = is_host_of.tenant) AND (d.state = 'verified'::text)))) OR ((split_part(given_host, '.'::text, 1) = subdomain) AND (NOT (EXISTS (SELECT FROM domains d WHERE ((d.host = is_host_of.given_host) AND (d.state = 'verified'::text)))))));

-- Finds the API key of a hash, judges its owner by the reasons of app.session_refusal(), and sets tenant, partner, user,
-- profile and language for the transaction, as app.open_session() does for a session. One row, or none for an unknown key and
-- for one whose owner left. `session`: the facts of a session with the name and the scopes of the key. `before_terms` has no
-- meaning: a program accepts no terms. SECURITY DEFINER, because no tenant is known yet.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.open_api_key(given_hash bytea, client_address inet, before_terms boolean DEFAULT false)
 RETURNS TABLE(ok boolean, refusal text, session text, seen_seconds_ago integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
BEGIN ATOMIC
 SELECT ((f.refusal IS NULL) AND
         CASE
             WHEN (f.refusal IS NULL) THEN ((set_config('app.tenant_id'::text, (f.tenant_id)::text, true) IS NOT NULL) AND (set_config('app.partner_id'::text, (f.partner_id)::text, true) IS NOT NULL) AND (set_config('app.user_id'::text, (f.owner_id)::text, true) IS NOT NULL) AND (set_config('app.profile'::text, f.profile, true) IS NOT NULL) AND (set_config('app.language'::text, COALESCE(f.language, ''::text), true) IS NOT NULL))
             ELSE NULL::boolean
         END),
     f.refusal,
     f.facts,
         CASE
             WHEN f.is_used_today THEN 0
             ELSE 86400
         END AS "case"
    FROM ( SELECT k.tenant_id,
             t.partner_id,
             k.owner_id,
             (m.standing ->> 'profile'::text) AS profile,
             (u.standing ->> 'language'::text) AS language,
             (NOT (k.last_used_on IS DISTINCT FROM ((now() AT TIME ZONE g.timezone))::date)) AS is_used_today,
             (((app.session_facts(k.id, k.owner_id, k.tenant_id, t.partner_id, 'api_key'::text, k.host, k.expires_at, 0, NULL::text, NULL::uuid, NULL::jsonb, u.standing, m.standing, t.standing, g.standing, p.standing, w.standing, NULL::jsonb))::jsonb || jsonb_build_object('api_key', jsonb_build_object('name', k.name, 'scopes', to_jsonb(k.scopes)))))::text AS facts,
             COALESCE(
                 CASE
                     WHEN (k.revoked_at IS NOT NULL) THEN 'session.unauthorized'::text
                     WHEN (NOT app.is_host_of(k.host, t.id, t.subdomain)) THEN 'sign_in.domain_refused'::text
                     ELSE NULL::text
                 END, app.session_refusal(x.*, open_api_key.client_address),
                 CASE
                     WHEN ((cardinality(k.networks) > 0) AND (NOT COALESCE((open_api_key.client_address <<= ANY (k.networks)), false))) THEN 'sign_in.address_refused'::text
                     ELSE NULL::text
                 END) AS refusal
            FROM (((((((api_keys k
              JOIN tenants t ON (((t.id = k.tenant_id) AND (t.removing_since IS NULL))))
              JOIN partners p ON ((p.id = t.partner_id)))
              JOIN settings g ON ((g.tenant_id = k.tenant_id)))
              JOIN memberships m ON (((m.tenant_id = k.tenant_id) AND (m.user_id = k.owner_id))))
              JOIN users u ON (((u.id = k.owner_id) AND (u.staff IS NULL))))
              CROSS JOIN platform w)
              CROSS JOIN LATERAL jsonb_populate_record(NULL::sessions, jsonb_build_object('id', k.id, 'tenant_id', k.tenant_id, 'user_id', k.owner_id, 'partner_id', t.partner_id, 'auth_type', 'api_key', 'expires_at', k.expires_at, 'last_seen_at', now(), 'idle_minutes', 60, 'person_standing', u.standing, 'membership_standing', m.standing, 'settings_standing', g.standing, 'platform_standing', w.standing, 'restricted', (g.standing -> 'restricted'::text), 'shift_id', (m.standing -> 'shift_id'::text), 'refusal', app.standing_refusal(u.standing, m.standing, t.standing, p.standing, t.partner_id, ((now() AT TIME ZONE g.timezone))::date))) x(id, user_id, tenant_id, partner_id, auth_type, host, address, user_agent, created_at, expires_at, idle_minutes, last_seen_at, ended_at, ended_by, platform, person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing, refusal, changes_on, restricted, shift_id, acting_profile, real_user_id, origin, real_standing, real_membership_standing, profile, facts, real_refusal, real_changes_on, second_factor, asks_terms, signed_in_at))
           WHERE ((k.token_hash = open_api_key.given_hash) OR ((k.old_token_hash = open_api_key.given_hash) AND (k.old_valid_until > now())))
          OFFSET 0) f;
END;

-- Stores the day on which a key was used, once for each day.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.note_api_key_use(key_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update api_keys k set last_used_on = (now() at time zone g.timezone)::date
    from settings g
   where k.id = key_id and g.tenant_id = k.tenant_id and k.last_used_on is distinct from (now() at time zone g.timezone)::date;
$function$;

-- The name of the partner of a person, or of the platform. Null: no staff, or not visible to the caller.
CREATE FUNCTION app.origin_of_staff(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case u.staff when 'a2m' then 'Vitrine' else p.name end
    from users u left join partners p on p.id = u.partner_id
   where u.id = person and u.staff is not null
$function$;

-- The same inside the tenant of the session, where row-level security hides staff: in remote access, and in a job that staff
-- ordered.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.origin_in_tenant(tenant uuid, person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select app.origin_of_staff(person) where tenant = app.tenant_id()
$function$;

-- A field of an audit entry with its length in bytes, so that no two entries have the same text.
CREATE FUNCTION app.audit_field(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (COALESCE((((octet_length(value))::text || ':'::text) || value), '-'::text) || ','::text);

-- The text of an entry and of its position in its chain that is hashed. An entry without an origin has no field for it: entries
-- from before the column keep their hashes.
CREATE FUNCTION app.audit_fields(place bigint, entry audit_entries)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((((((((((((((app.audit_field((place)::text) || app.audit_field(((entry).id)::text)) || app.audit_field(((entry).tenant_id)::text)) || app.audit_field(((entry).partner_id)::text)) || app.audit_field((((EXTRACT(epoch FROM (entry).at) * (1000000)::numeric))::bigint)::text)) || app.audit_field((entry).event)) || app.audit_field(((entry).actor_id)::text)) || app.audit_field((entry).actor_name)) || app.audit_field((entry).actor_email)) || app.audit_field(((entry).on_behalf_of)::text)) || app.audit_field(((entry).address)::text)) || app.audit_field((entry).target_type)) || app.audit_field((entry).target_id)) || app.audit_field((entry).target_name)) || app.audit_field(((entry).changes)::text)) || CASE WHEN ((entry).actor_origin IS NULL) THEN ''::text ELSE app.audit_field((entry).actor_origin) END);

-- The people behind the number of each bill of a month: who is counted, and which members are not, with the reason. For the
-- same staff as app.billed_people().
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.people_of_bills(reference date, clients uuid[])
 RETURNS TABLE(client_id uuid, tenant_id uuid, tenant text, user_id uuid, name text, email text, first_day date, last_day date, standing text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with counted as (
    select b.client_id, b.tenant_id, t.name as tenant, b.user_id, b.first_day, b.last_day
      from billable_people b join tenants t on t.id = b.tenant_id
     where b.month = reference and b.client_id = any (clients)
       and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
  )
  select c.client_id, c.tenant_id, c.tenant, c.user_id, u.name, u.email, c.first_day, c.last_day, 'counted'
    from counted c left join users u on u.id = c.user_id
  union all
  select t.client_id, t.id, t.name, u.id, u.name, u.email, null, null, case m.state when 'T' then 'test' else 'idle' end
    from tenants t join memberships m on m.tenant_id = t.id join users u on u.id = m.user_id
   where t.client_id = any (clients) and m.state <> 'D' and m.created_at < reference + interval '1 month'
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()))
     and not exists (select from counted c where c.client_id = t.client_id and c.user_id = m.user_id);
$function$;

-- How many people a client will have at the end of the running month: today's number divided by the share of the people that
-- earlier months had on the same day, of the last three months; low and high by the greatest and the smallest share. Not more
-- than the members. No row without such a month. For the same staff as app.billed_people().
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.people_forecast(client uuid, reference date)
 RETURNS TABLE(people integer, low integer, high integer, months integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with mine as (
    select c.id, t.today, case when t.today = (reference + interval '1 month' - interval '1 day')::date then 31
                               else extract(day from t.today)::integer end as day
      from clients c cross join lateral (select (now() at time zone c.timezone)::date as today) t
     where c.id = client and date_trunc('month', t.today)::date = reference
       and (app.on_platform() or (app.tenant_id() is null and c.partner_id = app.partner_id()))
  ), firsts as (
    select b.month, b.user_id, min(b.first_day) as first_day
      from billable_people b join mine m on m.id = b.client_id
     where b.month between reference - interval '3 months' and reference
     group by 1, 2
  ), shares as (
    select (count(*) filter (where extract(day from f.first_day) <= m.day))::numeric / count(*) as share
      from firsts f cross join mine m where f.month < reference
     group by f.month having bool_and(f.first_day is not null) and count(*) filter (where extract(day from f.first_day) <= m.day) > 0
  ), present as (
    select count(*) as people from firsts where month = reference
  ), members as (
    select count(distinct m.user_id) as people
      from memberships m join tenants t on t.id = m.tenant_id join mine on mine.id = t.client_id where m.state in ('A', 'B', 'I')
  )
  select least(round(p.people / avg(s.share)), greatest(p.people, n.people))::integer,
         least(round(p.people / max(s.share)), greatest(p.people, n.people))::integer,
         least(round(p.people / min(s.share)), greatest(p.people, n.people))::integer, count(*)::integer
    from present p cross join members n cross join shares s
   where p.people > 0
   group by p.people, n.people;
$function$;

-- The people of the business unit of the session who count on the bill of a month, by name while they are members, and the
-- members who do not, with the reason. Without a month that of the time zone of the contract.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.counted_people(reference date)
 RETURNS TABLE(user_id uuid, name text, email text, first_day date, last_day date, standing text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with own as (
    select t.id, coalesce(reference, date_trunc('month', now() at time zone coalesce(c.timezone, 'America/Sao_Paulo'))::date) as month
      from tenants t left join clients c on c.id = t.client_id
     where t.id = app.tenant_id() and app.profile() in ('a2m', 'master', 'admin')
  )
  select b.user_id, u.name, u.email, min(b.first_day), max(b.last_day), 'counted'
    from own join billable_people b on b.tenant_id = own.id and b.month = own.month
    -- Who has left the tenant, or was erased, counts without a name.
    left join memberships m on m.tenant_id = own.id and m.user_id = b.user_id
    left join users u on u.id = m.user_id
   group by 1, 2, 3
  union all
  select u.id, u.name, u.email, null, null, case m.state when 'T' then 'test' else 'idle' end
    from own join memberships m on m.tenant_id = own.id join users u on u.id = m.user_id
   where m.state <> 'D' and m.created_at < own.month + interval '1 month'
     and not exists (select from billable_people b where b.tenant_id = own.id and b.month = own.month and b.user_id = m.user_id);
$function$;

-- Fails as the index memberships_user_name_key does, for the two triggers that also compare user names with e-mails.
CREATE FUNCTION app.fail_user_name_taken()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'unique_violation', constraint = 'memberships_user_name_key',
    message = 'another person of the tenant has this user name';
end
$function$;

-- Does the session see a ticket of this level of a tenant of this partner? A partner also sees what it handed up to the
-- platform.
CREATE FUNCTION app.sees_handed(level text, partner uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(((app.tenant_id() IS NULL) AND (((app.profile() = 'a2m'::text) AND (level = 'platform'::text)) OR ((app.profile() = 'master'::text) AND (level <> 'unit'::text) AND (partner = app.partner_id())))), false);

-- The tickets that were handed up to the staff of the session; `one`: only this one, with the answers that its person got in
-- the last hour.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.handed_tickets(one uuid)
 RETURNS TABLE(id uuid, tenant_id uuid, unit text, number integer, name text, text text, status text, priority text, level text, opened_by text, waiting boolean, due_at timestamp with time zone, created_at timestamp with time zone, changed_at timestamp with time zone, handles boolean, words text, answers_in_hour integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, t.tenant_id, n.name, t.number, t.name, t.text, t.status, t.priority, t.level,
         coalesce((select u.name from users u where u.id = t.user_id), t.staff_name), t.waiting, t.due_at, t.created_at, t.changed_at,
         exists (select from users s where s.id = app.user_id() and s.support_agent), t.words,
         case when one is not null then (
           select count(*)::integer from tickets o join ticket_follow_ups f on f.tenant_id = o.tenant_id and f.ticket_id = o.id
            where o.user_id = t.user_id and f.by_handler and not f.internal and f.created_at > now() - interval '1 hour') end
    from tickets t join tenants n on n.id = t.tenant_id
   where t.level <> 'unit' and t.merged_into is null and (one is null or t.id = one) and n.removing_since is null
     and n.erase_at is null and app.sees_handed(t.level, n.partner_id)
$function$;

-- The last follow-ups of a ticket that was handed up to the staff of the session.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.handed_follow_ups(ticket uuid, size integer)
 RETURNS TABLE(id uuid, author text, by_handler boolean, internal boolean, text text, status text, level text, created_at timestamp with time zone, by_mail boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select f.id, coalesce((select u.name from users u where u.id = f.user_id), f.staff_name), f.by_handler, f.internal, f.text, f.status,
         f.level, f.created_at, f.by_mail
    from app.handed_tickets(ticket) t join ticket_follow_ups f on f.tenant_id = t.tenant_id and f.ticket_id = t.id
   order by f.created_at desc, f.id desc limit size
$function$;

-- Adds the answer or the internal note of one of the staff who handles tickets. Answers the id of the follow-up; null: it did
-- nothing.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.answer_handed_ticket(ticket uuid, answer text, note boolean, waits boolean, new_status text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  handed record;
  person text;
  asking uuid;
  before text;
  after text;
  made uuid;
begin
  select * into handed from app.handed_tickets(ticket) t where t.handles;
  if handed is null then return null; end if;
  select t.status, t.user_id into before, asking from tickets t where t.tenant_id = handed.tenant_id and t.id = ticket for update;
  -- Judged again with the ticket locked: its tenant may have taken it back meanwhile.
  if not exists (select from app.handed_tickets(ticket)) then return null; end if;
  -- Serializes the answers to one person, with the key of `receivedInHour` of the tickets. The caller counts them afterwards.
  if not note and asking is not null then perform pg_advisory_xact_lock(hashtextextended('answers to ' || asking, 0)); end if;
  select u.name into person from users u where u.id = app.user_id();
  after := case when note then before else coalesce(new_status, case before when 'open' then 'on_going' else before end) end;
  insert into ticket_follow_ups (tenant_id, ticket_id, user_id, staff_name, by_handler, internal, waits, text, status)
  values (handed.tenant_id, ticket, app.user_id(), person, true, note, waits and not note and after <> 'closed', answer, nullif(after, before))
  returning id into made;
  delete from ticket_drafts d where d.tenant_id = handed.tenant_id and d.ticket_id = ticket and d.user_id = app.user_id();
  if not note then
    update tickets t
       set status = after, closed_at = case when after = 'closed' then coalesce(t.closed_at, now()) end, changed_at = now(), version = t.version + 1
     where t.tenant_id = handed.tenant_id and t.id = ticket;
  end if;
  return made;
end
$function$;

-- Hands a ticket on to another level, with a note. Answers the id of the note; null: it did nothing.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.hand_ticket(ticket uuid, new_level text, note text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  handed record;
  present text;
  person text;
  made uuid;
begin
  select * into handed from app.handed_tickets(ticket) t where t.handles;
  if handed is null then return null; end if;
  select t.level into present from tickets t where t.tenant_id = handed.tenant_id and t.id = ticket for update;
  -- Staff hand on what is at their own level.
  if present <> (case when app.on_platform() then 'platform' else 'partner' end) or present = new_level then return null; end if;
  select u.name into person from users u where u.id = app.user_id();
  insert into ticket_follow_ups (tenant_id, ticket_id, user_id, staff_name, by_handler, internal, text, level)
  values (handed.tenant_id, ticket, app.user_id(), person, true, true, note, new_level) returning id into made;
  update tickets t set level = new_level, changed_at = now(), version = t.version + 1
   where t.tenant_id = handed.tenant_id and t.id = ticket;
  return made;
end
$function$;

-- The own draft of one of the staff in a ticket that was handed up to them.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.handed_draft(ticket uuid)
 RETURNS TABLE(text text, internal boolean, saved_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.text, d.internal, d.saved_at
    from app.handed_tickets(ticket) t join ticket_drafts d on d.tenant_id = t.tenant_id and d.ticket_id = t.id
   where d.user_id = app.user_id()
$function$;

-- Keeps what one of the staff who handles tickets has written in a ticket that was handed up to them; null removes it. False:
-- it did nothing.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.save_handed_draft(ticket uuid, draft text, note boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  tenant uuid;
begin
  select t.tenant_id into tenant from app.handed_tickets(ticket) t where t.handles;
  if tenant is null then return false; end if;
  if draft is null then
    delete from ticket_drafts d where d.tenant_id = tenant and d.ticket_id = ticket and d.user_id = app.user_id();
  else
    insert into ticket_drafts (tenant_id, ticket_id, user_id, text, internal) values (tenant, ticket, app.user_id(), draft, note)
    on conflict (tenant_id, ticket_id, user_id)
      do update set text = excluded.text, internal = excluded.internal, saved_at = now();
  end if;
  return true;
end
$function$;

-- The attachments of a ticket that was handed up to the staff of the session, and of its follow-ups.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.handed_attachments(ticket uuid)
 RETURNS TABLE(id uuid, follow_up_id uuid, name text, bytes integer, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.id, a.follow_up_id, a.name, a.bytes, a.created_at
    from app.handed_tickets(ticket) t join ticket_attachments a on a.tenant_id = t.tenant_id and a.ticket_id = t.id
$function$;

-- One attachment of a ticket that was handed up to the staff of the session.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.handed_attachment(attachment uuid)
 RETURNS TABLE(name text, path text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.name, a.path
    from ticket_attachments a join lateral app.handed_tickets(a.ticket_id) t on t.tenant_id = a.tenant_id and t.id = a.ticket_id
   where a.id = attachment and a.ticket_id is not null
$function$;

-- Adds the row of a file that one of the staff who handles tickets uploads for a ticket that was handed up. Answers what the
-- person and the tenant have uploaded. No row: it did nothing.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.add_handed_attachment(ticket uuid, file_name text, file_path text, file_kind text, file_bytes integer)
 RETURNS TABLE(id uuid, unused integer, bytes double precision, unit_bytes double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  tenant uuid;
  made uuid;
begin
  select t.tenant_id into tenant from app.handed_tickets(ticket) t where t.handles;
  if tenant is null then return; end if;
  -- Serializes the uploads of the tenant, with the key of `noteFile`. The caller checks the counts, which have the new file.
  perform pg_advisory_xact_lock(hashtextextended('uploads of ' || tenant, 0));
  insert into files (path, partner_id, tenant_id, kind, bytes)
  select file_path, n.partner_id, n.id, file_kind, file_bytes from tenants n where n.id = tenant;
  insert into ticket_attachments (tenant_id, user_id, name, path, bytes)
  values (tenant, app.user_id(), file_name, file_path, file_bytes) returning ticket_attachments.id into made;
  return query
    select made, count(*) filter (where a.ticket_id is null and a.created_at > now() - interval '1 hour')::integer,
           coalesce(sum(a.bytes), 0)::float8,
           (select coalesce(sum(f.bytes), 0)::float8 from files f
             where f.tenant_id = tenant and f.kind = file_kind and f.created_at > now() - interval '1 day')
      from ticket_attachments a where a.user_id = app.user_id() and a.created_at > now() - interval '1 day';
end
$function$;

-- Attaches own uploads of one of the staff to their follow-up in a ticket that was handed up. Answers how many.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.attach_handed(ticket uuid, follow_up uuid, attachments uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  paths text[];
begin
  with placed as (
    update ticket_attachments a set ticket_id = ticket, follow_up_id = follow_up
      from app.handed_tickets(ticket) t
      join ticket_follow_ups f on f.tenant_id = t.tenant_id and f.ticket_id = t.id and f.id = follow_up and f.user_id = app.user_id()
     where t.handles and a.tenant_id = t.tenant_id and a.id = any(attachments) and a.user_id = app.user_id() and a.ticket_id is null
    returning a.path)
  select array_agg(p.path) into paths from placed p;
  update files f set used = true where f.path = any(paths);
  return coalesce(cardinality(paths), 0);
end
$function$;

-- The priority of the next job of a group, so that the groups of a kind get their turns in order: one turn after the last
-- waiting job of the group, and not before the jobs of other groups whose turn it is. The highest priority is the present turn.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.job_turn(kind text, member text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(least(
    (select min(priority) - 1 from pgboss.job where name = kind and group_id = member and state = 'created'),
    (select max(priority) from pgboss.job where name = kind and state = 'created')), 0)
$function$;

-- Does a job of the group wait for its turn?
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.job_waits(kind text, member text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from pgboss.job where name = kind and group_id = member and state = 'created' and start_after <= now());
$function$;

-- Failed report views of seven days per report, for staff outside of tenants; no rows for anybody else. Reports of a tenant
-- that does not let staff enter have no name and are one row; a tenant without a failure has one row with 0.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.failed_reports()
 RETURNS TABLE(tenant_id uuid, report_id uuid, report text, failures integer, readers integer, last_failed_at timestamp with time zone, known_since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, n.id, n.name, coalesce(v.failures, 0), coalesce(v.readers, 0), v.last_failed_at, f.created_at
    from tenants t
    join settings g on g.tenant_id = t.id
    -- Counted before the names are read: a person can log very many failures.
    left join lateral (
      select case when g.allow_remote_access then coalesce(e.report_id, e.external_id) end as named,
             count(*)::integer as failures, count(distinct e.user_id)::integer as readers, max(e.at) as last_failed_at
        from report_views e
       where e.tenant_id = t.id and e.event = 'failed' and e.origin <> 'playlist' and e.at > now() - interval '7 days'
       group by 1) v on true
    left join lateral (
      select r.id, r.name from reports r where r.tenant_id = t.id and r.id = v.named
      union all
      select e.id, e.name from external_reports e where e.tenant_id = t.id and e.id = v.named) n on true
    left join report_faults f on f.tenant_id = t.id and f.report_id = n.id and f.ended_at is null
   where app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id());
$function$;

-- The number of browsers in which the person of the session needs no second factor.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.trusted_browsers()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::integer from sign_in_devices where user_id = app.user_id() and trusted_until > now();
$function$;

-- Ends the trust in all browsers of the person of the session. Each asks for the second factor at the next sign-in.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.forget_trusted_browsers()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update sign_in_devices set trusted_until = null where user_id = app.user_id() and trusted_until is not null;
$function$;

-- What lists call the state of a person: an active person who waits for the first sign-in is invited, or has never signed in by
-- single sign-on.
CREATE FUNCTION app.shown_state(state text, last_sign_in_at timestamp with time zone, auth_type text, has_password boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((state <> 'A'::text) OR (last_sign_in_at IS NOT NULL)) THEN state WHEN (auth_type <> 'password'::text) THEN 'never_signed_in'::text WHEN has_password THEN state ELSE 'invited'::text END;

-- Lets one of the staff handle tickets that were handed up, or no longer.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.set_staff_support_agent(person uuid, handles boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update users set support_agent = handles
   where id = person and (staff = 'a2m' and app.on_platform() or staff = 'master' and app.manages_team(partner_id));
$function$;

-- Opens or closes a tenant to the staff of its partner and of the platform. For staff outside of tenants; nobody else changes
-- anything with it.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.set_staff_entry(unit uuid, allowed boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update settings s set allow_remote_access = allowed, version = s.version + 1
    from tenants t
   where s.tenant_id = unit and t.id = unit and s.allow_remote_access <> allowed
     and (app.on_platform() or (app.tenant_id() is null and t.partner_id = app.partner_id()));
$function$;

-- The valid bills of the client of the tenant of the session that list its people, if the person may read the report. A bill of
-- several tenants has only the people of this one.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.management_bills(report uuid, first_month date, last_month date)
 RETURNS TABLE(month date, people integer, is_shared boolean, billed_users integer, number_of_bonus integer, price numeric, domains integer, domain_fee numeric, total numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.reference_month, o.people, s.is_shared,
         case when not s.is_shared then b.billed_users end, case when not s.is_shared then b.number_of_bonus end, b.price,
         case when not s.is_shared then b.domains end, b.domain_fee,
         case when not s.is_shared
              then b.total - coalesce((select sum(n.total) from credit_notes n where n.bill_id = b.id), 0) end
    from app.management_reports() m
    join tenants t on t.id = app.tenant_id()
    join bills b on b.client_id = t.client_id and b.partner_id = t.partner_id
   cross join lateral (
     select count(*) filter (where p.standing = 'counted')::integer as people, count(*) as listed
       from bill_people p where p.bill_id = b.id and p.tenant_id = t.id) o
   cross join lateral (
     select b.is_shared or exists (select from bill_people p where p.bill_id = b.id and p.tenant_id <> t.id) as is_shared) s
   where m.id = report and m.source = 'costs'
     and b.voided_at is null and o.listed > 0
     and b.reference_month between first_month and last_month
   order by b.reference_month desc;
$function$;

-- Whether a tenant publishes from the workspace at the report service. It then belongs to that tenant. Row-level security of
-- the caller applies.
CREATE FUNCTION app.is_workspace_of_unit(service text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from public.workspaces w where lower(w.service_id) = lower(service));
$function$;

-- Which of these workspaces belong to tenants of any partner, for publishers of management reports: they must not publish from
-- those.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.workspaces_of_units(services text[])
 RETURNS TABLE(service_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s from unnest(services) s
   where app.is_workspace_of_unit(s) and (app.on_platform() or (app.profile() = 'master' and app.tenant_id() is null));
$function$;

-- The source of an embedded management report with the credentials of its account, if the person of the session may read the
-- report. None if the account is of another partner than the report, or the workspace belongs to a tenant.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.management_embedded(report uuid)
 RETURNS TABLE(embedded jsonb, kind text, directory_id text, app_id text, secret_sealed bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select r.embedded, a.kind, a.directory_id, a.app_id, a.secret_sealed
    from app.management_reports() m
    join management_reports r on r.id = m.id
    join embedding_accounts a on a.id = r.account_id and a.tenant_id is null and (r.partner_id is null or a.partner_id = r.partner_id)
   where m.id = report and not app.is_workspace_of_unit(r.embedded ->> 'workspace_id');
$function$;

-- The accounts of partners from which the session may publish management reports: the platform from all, a partner from its
-- own.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.publishing_accounts()
 RETURNS TABLE(id uuid, name text, partner text, kind text, directory_id text, app_id text, secret_sealed bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.id, a.name, p.name, a.kind, a.directory_id, a.app_id, a.secret_sealed
    from embedding_accounts a join partners p on p.id = a.partner_id
   where a.tenant_id is null
     and (app.on_platform() or (app.profile() = 'master' and app.tenant_id() is null and a.partner_id = app.partner_id()))
   order by app.plain(a.name), a.id;
$function$;

-- Why a person who registers in the tenant would be refused at this address now, or null: the reasons of app.session_refusal()
-- that can refuse a person without a session.
CREATE FUNCTION app.newcomer_refusal(tenant uuid, client_address inet)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT COALESCE(app.standing_refusal(jsonb_build_object('state', 'A'), app.membership_standing('user'::text, 'A'::text, NULL::date, NULL::date, '{}'::text[], NULL::uuid), t.standing, p.standing, t.partner_id, ((now() AT TIME ZONE g.timezone))::date), app.refuse_platform_maintenance(x.*), app.refuse_address(x.*, newcomer_refusal.client_address)) AS "coalesce" FROM ((((tenants t JOIN partners p ON ((p.id = t.partner_id))) JOIN settings g ON ((g.tenant_id = t.id))) CROSS JOIN platform w) CROSS JOIN LATERAL jsonb_populate_record(NULL::sessions, jsonb_build_object('tenant_id', t.id, 'platform_standing', w.standing, 'restricted', (g.standing -> 'restricted'::text))) x(id, user_id, tenant_id, partner_id, auth_type, host, address, user_agent, created_at, expires_at, idle_minutes, last_seen_at, ended_at, ended_by, platform, person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing, refusal, changes_on, restricted, shift_id, acting_profile, real_user_id, origin, real_standing, real_membership_standing, profile, facts, real_refusal, real_changes_on, second_factor, asks_terms, signed_in_at)) WHERE (t.id = newcomer_refusal.tenant));

-- Why a person whom the link of a mail proves would be refused in the tenant of the transaction at this address now: the
-- reasons of app.session_refusal() that can refuse a person without a session. Null: nothing refuses them. No row: nobody of
-- the tenant, or the transaction has a person already. SECURITY DEFINER, because partner and platform are hidden from a tenant.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.link_refusal(person uuid, client_address inet)
 RETURNS TABLE(refusal text)
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER ROWS 1
BEGIN ATOMIC
 SELECT COALESCE(app.standing_refusal(u.standing, m.standing, t.standing, p.standing, t.partner_id, ((now() AT TIME ZONE g.timezone))::date), app.refuse_platform_maintenance(x.*), app.refuse_address(x.*, link_refusal.client_address), app.refuse_hour(x.*)) AS "coalesce"
    FROM ((((((tenants t
      JOIN partners p ON ((p.id = t.partner_id)))
      JOIN settings g ON ((g.tenant_id = t.id)))
      JOIN users u ON ((u.id = link_refusal.person)))
      LEFT JOIN memberships m ON (((m.tenant_id = t.id) AND (m.user_id = u.id))))
      CROSS JOIN platform w)
      CROSS JOIN LATERAL jsonb_populate_record(NULL::sessions, jsonb_build_object('tenant_id', t.id, 'person_standing', u.standing, 'settings_standing', g.standing, 'platform_standing', w.standing, 'restricted', (((g.standing -> 'restricted'::text))::boolean AND (u.staff IS NULL)), 'shift_id',
         CASE
             WHEN (u.staff IS NULL) THEN (m.standing -> 'shift_id'::text)
             ELSE NULL::jsonb
         END)) x(id, user_id, tenant_id, partner_id, auth_type, host, address, user_agent, created_at, expires_at, idle_minutes, last_seen_at, ended_at, ended_by, platform, person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing, refusal, changes_on, restricted, shift_id, acting_profile, real_user_id, origin, real_standing, real_membership_standing, profile, facts, real_refusal, real_changes_on, second_factor, asks_terms, signed_in_at))
   WHERE ((t.id = app.tenant_id()) AND (app.user_id() IS NULL) AND (app.profile() IS NULL) AND ((u.staff IS NOT NULL) OR (m.user_id IS NOT NULL)));
END;

-- Removes the push devices of a person whose sessions have expired, in all tenants. A forced end of all sessions calls it: the
-- trigger forget_push_devices sees only sessions that run.
CREATE FUNCTION app.forget_devices_of_ended_sessions(person uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from push_devices d using sessions s where d.user_id = person and s.id = d.session_id and s.ended_at is not null;
$function$;

-- The key of a budget of sign-in attempts: a hash, because it holds an e-mail or an address.
CREATE FUNCTION app.attempts_key(kind text, counted text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(((kind || ':'::text) || counted), 'UTF8'::name));

-- Locks a budget until the transaction ends and returns it; `seconds_until_next` is null when no wait was announced. A window
-- that has ended starts again. Parallel attempts are serialized here, so that each sees the count of those before it.
CREATE FUNCTION app.lock_attempts(given_key bytea, window_minutes integer, OUT attempts integer, OUT seconds_left double precision, OUT seconds_until_next double precision, OUT is_new boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  window_length constant interval := make_interval(mins => window_minutes);
begin
  insert into sign_in_attempts as a (key, window_started_at, attempts) values (given_key, now(), 0)
  on conflict (key) do update set
    attempts = case when a.window_started_at < now() - window_length then 0 else a.attempts end,
    next_at = case when a.window_started_at < now() - window_length then null else a.next_at end,
    window_started_at = case when a.window_started_at < now() - window_length then now() else a.window_started_at end
  returning a.attempts, a.xmax = 0, extract(epoch from a.window_started_at + window_length - now()), extract(epoch from a.next_at - now())
  into attempts, is_new, seconds_left, seconds_until_next;
end
$function$;

-- Adds attempts to a locked budget (a negative number removes them) and sets the wait before the next attempt.
CREATE FUNCTION app.add_attempts(given_key bytea, added integer, wait_seconds double precision DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update sign_in_attempts
     set attempts = greatest(0, attempts + added),
         next_at = case when wait_seconds > 0 then now() + make_interval(secs => wait_seconds) end
   where key = given_key;
end
$function$;

-- The exponential back-off of an account, in seconds, after this number of attempts by strangers.
CREATE FUNCTION app.sign_in_back_off(attempts integer, limits jsonb)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (attempts < (((limits -> 'stranger'::text) -> 'beforeBackOff'::text))::integer) THEN (0)::double precision ELSE LEAST((((limits -> 'stranger'::text) -> 'longestWaitSeconds'::text))::double precision, ((((limits -> 'stranger'::text) -> 'firstWaitSeconds'::text))::double precision * ((2)::double precision ^ (LEAST((attempts - (((limits -> 'stranger'::text) -> 'beforeBackOff'::text))::integer), 60))::double precision))) END;

-- Counts an attempt, or returns the seconds to wait; such an attempt is counted in no budget. `of_network`: the limit of the
-- network is reached, not that of the account. `device_id`: the known device with this token, if it has signed in the person
-- with this e-mail. `counted_as`: device, known-network or stranger.
CREATE FUNCTION app.count_sign_in_attempt(person_email text, network text, device_token bytea, limits jsonb, OUT device_id uuid, OUT counted_as text, OUT wait_seconds double precision, OUT of_network boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  window_minutes constant integer := (limits->'windowMinutes')::integer;
  per_pair constant integer := (limits->'perAccountAtAddress')::integer;
  address_key constant bytea := app.attempts_key('address', network);
  pair constant text := network || ' ' || person_email;
  budget record;
  account record;
  announced record;
  after_retry_after record;
  recent_accounts integer;
begin
  of_network := false;
  if device_token is not null then
    select d.id into device_id from sign_in_devices d join users u on u.id = d.user_id
     where d.token_hash = device_token and u.email = person_email;
  end if;
  if device_id is not null then
    budget := app.lock_attempts(app.attempts_key('device', device_id::text), window_minutes);
    if budget.attempts < (limits->'perDevice')::integer then
      perform app.add_attempts(app.attempts_key('device', device_id::text), 1);
      counted_as := 'device';
      return;
    end if;
    -- A known device that has reached its limit is treated like any other client.
  end if;

  budget := app.lock_attempts(address_key, window_minutes);
  if budget.is_new then
    -- The budgets whose window began more than a day ago. Locked ones are skipped; a later call deletes them.
    delete from sign_in_attempts where key in (
      select key from sign_in_attempts where window_started_at < now() - interval '1 day' for update skip locked);
  end if;
  -- The limit of a network grows with the accounts that signed in from it recently.
  select count(distinct user_id) into recent_accounts from sign_in_devices d
   where d.network = address_key and d.used_at > now() - make_interval(days => (limits->'address'->'lateDays')::integer);
  if budget.attempts >= least(
      (limits->'address'->'max')::integer,
      (limits->'address'->'base')::integer + (limits->'address'->'forEachAccount')::integer * recent_accounts) then
    wait_seconds := budget.seconds_left;
    of_network := true;
    return;
  end if;

  -- The back-off that strangers cause does not apply at a network where the person has signed in before.
  if exists (select from sign_in_devices d join users u on u.id = d.user_id where u.email = person_email and d.network = address_key) then
    budget := app.lock_attempts(app.attempts_key('known-network', pair), window_minutes);
    if budget.attempts >= per_pair then
      wait_seconds := budget.seconds_left;
      return;
    end if;
    perform app.add_attempts(app.attempts_key('known-network', pair), 1);
    counted_as := 'known-network';
  else
    account := app.lock_attempts(app.attempts_key('account', person_email), window_minutes);
    budget := app.lock_attempts(app.attempts_key('pair', pair), window_minutes);
    if budget.attempts >= per_pair then
      wait_seconds := budget.seconds_left;
      return;
    end if;
    if coalesce(account.seconds_until_next, 0) <= 0 then
      perform app.add_attempts(
        app.attempts_key('account', person_email), 1, app.sign_in_back_off(account.attempts + 1, limits));
    else
      announced := app.lock_attempts(app.attempts_key('retry-after', pair), window_minutes);
      after_retry_after := app.lock_attempts(app.attempts_key('after-retry-after', person_email), window_minutes);
      -- A network that respected its Retry-After is evaluated although other clients keep the back-off running.
      if announced.seconds_until_next <= 0
          and announced.attempts < (limits->'stranger'->'afterRetryAfter'->'perNetwork')::integer
          and after_retry_after.attempts < (limits->'stranger'->'afterRetryAfter'->'max')::integer then
        perform app.add_attempts(app.attempts_key('retry-after', pair), 1);
        perform app.add_attempts(app.attempts_key('after-retry-after', person_email), 1);
      else
        -- The first answer fixes the Retry-After of the network.
        if announced.seconds_until_next is null then
          perform app.add_attempts(app.attempts_key('retry-after', pair), 0, account.seconds_until_next);
        end if;
        wait_seconds := account.seconds_until_next;
        return;
      end if;
    end if;
    perform app.add_attempts(app.attempts_key('pair', pair), 1);
    counted_as := 'stranger';
  end if;
  perform app.add_attempts(address_key, 1);
end
$function$;

-- Refunds the attempts of a person at one client after a right password, in every budget, and no attempts of others. An
-- attacker who signs in with an own account between attempts on other accounts gains nothing.
CREATE FUNCTION app.refund_sign_in_attempts(person_email text, network text, device_id uuid, counted_as text, limits jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  window_minutes constant integer := (limits->'windowMinutes')::integer;
  address_key constant bytea := app.attempts_key('address', network);
  pair constant text := network || ' ' || person_email;
  budget record;
  account record;
  announced record;
begin
  if device_id is not null then
    delete from sign_in_attempts where key = app.attempts_key('device', device_id::text);
  end if;
  if counted_as = 'device' then
    return;
  end if;
  perform app.lock_attempts(address_key, window_minutes);
  if counted_as = 'known-network' then
    budget := app.lock_attempts(app.attempts_key('known-network', pair), window_minutes);
    delete from sign_in_attempts where key = app.attempts_key('known-network', pair);
  else
    account := app.lock_attempts(app.attempts_key('account', person_email), window_minutes);
    budget := app.lock_attempts(app.attempts_key('pair', pair), window_minutes);
    announced := app.lock_attempts(app.attempts_key('retry-after', pair), window_minutes);
    perform app.lock_attempts(app.attempts_key('after-retry-after', person_email), window_minutes);
    -- Attempts after Retry-After were not counted in the budget of the account.
    perform app.add_attempts(
      app.attempts_key('account', person_email), -greatest(0, budget.attempts - announced.attempts),
      app.sign_in_back_off(account.attempts - greatest(0, budget.attempts - announced.attempts), limits));
    perform app.add_attempts(app.attempts_key('after-retry-after', person_email), -announced.attempts);
    delete from sign_in_attempts
     where key in (app.attempts_key('pair', pair), app.attempts_key('retry-after', pair));
  end if;
  perform app.add_attempts(address_key, -budget.attempts);
end
$function$;

-- Stores the browser of a sign-in, or gives a known one its new token. Deletes the oldest browsers of the person beyond the
-- limit, and those that were not used for long. `trusted_days`: the days for which it needs no second factor; null leaves them
-- unchanged.
CREATE FUNCTION app.remember_sign_in_device(person uuid, device_id uuid, new_token bytea, client_network text, trusted_days integer, limits jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  network_key constant bytea := app.attempts_key('address', client_network);
  trust_ends constant timestamptz := now() + make_interval(days => trusted_days);
begin
  update sign_in_devices
     set token_hash = new_token, network = network_key, used_at = now(), trusted_until = coalesce(trust_ends, trusted_until)
   where id = device_id and user_id = person;
  if found then
    return;
  end if;
  insert into sign_in_devices (user_id, token_hash, network, trusted_until) values (person, new_token, network_key, trust_ends);
  delete from sign_in_devices where id in (
    select id from sign_in_devices where user_id = person order by used_at desc, id desc offset (limits->'perPerson')::integer)
     or (user_id = person and used_at < now() - make_interval(days => (limits->'keptDays')::integer));
end
$function$;

-- app.plain() for a value that is null in most rows: PostgreSQL does not call a strict function for null. It calls app.plain()
-- for each row when the value depends on a sub-select, because app.plain() uses its argument several times.
CREATE FUNCTION app.plain_if_any(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN app.plain(value);

-- Sets person, profile and language of a job to a member of its tenant, unless the member would be refused now; then `refusal`
-- is the error code. No row: no such member, or the transaction has a person already. `is_accepted`: a person who handles
-- tickets accepted the mail, so that addresses and hours do not count. `session`: the facts of a session. SECURITY DEFINER,
-- because the facts of partner and platform are hidden from a tenant.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.act_as_member(person uuid, is_accepted boolean)
 RETURNS TABLE(refusal text, session text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
BEGIN ATOMIC
 SELECT f.refusal,
         CASE
             WHEN ((f.refusal IS NULL) AND (set_config('app.user_id'::text, (act_as_member.person)::text, true) IS NOT NULL) AND (set_config('app.profile'::text, f.profile, true) IS NOT NULL) AND (set_config('app.language'::text, COALESCE(f.language, ''::text), true) IS NOT NULL)) THEN f.facts
             ELSE NULL::text
         END AS "case"
    FROM ( SELECT (m.standing ->> 'profile'::text) AS profile,
             (u.standing ->> 'language'::text) AS language,
             app.session_facts(act_as_member.person, act_as_member.person, t.id, t.partner_id, 'mail'::text, ''::text, '1970-01-01 00:00:00+00'::timestamp with time zone, 0, NULL::text, NULL::uuid, NULL::jsonb, u.standing, m.standing, t.standing, g.standing, p.standing, w.standing, NULL::jsonb) AS facts,
             COALESCE(app.standing_refusal(u.standing, m.standing, t.standing, p.standing, t.partner_id, ((now() AT TIME ZONE g.timezone))::date), app.refuse_platform_maintenance(x.*),
                 CASE
                     WHEN (NOT act_as_member.is_accepted) THEN COALESCE(app.refuse_address(x.*, NULL::inet), app.refuse_hour(x.*))
                     ELSE NULL::text
                 END) AS refusal
            FROM ((((((tenants t
              JOIN partners p ON ((p.id = t.partner_id)))
              JOIN settings g ON ((g.tenant_id = t.id)))
              JOIN memberships m ON (((m.tenant_id = t.id) AND (m.user_id = act_as_member.person))))
              JOIN users u ON (((u.id = act_as_member.person) AND (u.staff IS NULL))))
              CROSS JOIN platform w)
              CROSS JOIN LATERAL jsonb_populate_record(NULL::sessions, jsonb_build_object('tenant_id', t.id, 'user_id', act_as_member.person, 'partner_id', t.partner_id, 'auth_type', 'mail', 'person_standing', u.standing, 'membership_standing', m.standing, 'settings_standing', g.standing, 'platform_standing', w.standing, 'restricted', (g.standing -> 'restricted'::text), 'shift_id', (m.standing -> 'shift_id'::text))) x(id, user_id, tenant_id, partner_id, auth_type, host, address, user_agent, created_at, expires_at, idle_minutes, last_seen_at, ended_at, ended_by, platform, person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing, refusal, changes_on, restricted, shift_id, acting_profile, real_user_id, origin, real_standing, real_membership_standing, profile, facts, real_refusal, real_changes_on, second_factor, asks_terms, signed_in_at))
           WHERE ((t.id = app.tenant_id()) AND (t.removing_since IS NULL) AND (app.user_id() IS NULL) AND (app.profile() IS NULL))
          OFFSET 0) f;
END;

-- Sets person, profile, partner and language of work across tenants to one of the staff outside of tenants, unless they would
-- be refused now; then `refusal` is the error code. No row: the person is not of the staff, or the transaction has a person
-- already. It has the rights of its caller, so that only work across tenants finds the person.
CREATE FUNCTION app.act_as_staff(person uuid)
 RETURNS TABLE(refusal text, session text)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT f.refusal,
         CASE
             WHEN ((f.refusal IS NULL) AND (set_config('app.user_id'::text, (act_as_staff.person)::text, true) IS NOT NULL) AND (set_config('app.profile'::text, f.staff, true) IS NOT NULL) AND (set_config('app.partner_id'::text, COALESCE((f.partner_id)::text, ''::text), true) IS NOT NULL) AND (set_config('app.language'::text, COALESCE(f.language, ''::text), true) IS NOT NULL)) THEN f.facts
             ELSE NULL::text
         END AS "case"
    FROM ( SELECT u.staff,
             u.partner_id,
             (u.standing ->> 'language'::text) AS language,
             app.session_facts(act_as_staff.person, act_as_staff.person, NULL::uuid, u.partner_id, 'mail'::text, ''::text, '1970-01-01 00:00:00+00'::timestamp with time zone, 0, NULL::text, NULL::uuid, NULL::jsonb, u.standing, NULL::jsonb, NULL::jsonb, NULL::jsonb, p.standing, w.standing, NULL::jsonb) AS facts,
             COALESCE(app.standing_refusal(u.standing, NULL::jsonb, NULL::jsonb, p.standing, u.partner_id, ((now() AT TIME ZONE 'America/Sao_Paulo'::text))::date), app.refuse_platform_maintenance(x.*)) AS refusal
            FROM (((users u
              LEFT JOIN partners p ON ((p.id = u.partner_id)))
              CROSS JOIN platform w)
              CROSS JOIN LATERAL jsonb_populate_record(NULL::sessions, jsonb_build_object('person_standing', u.standing, 'platform_standing', w.standing)) x(id, user_id, tenant_id, partner_id, auth_type, host, address, user_agent, created_at, expires_at, idle_minutes, last_seen_at, ended_at, ended_by, platform, person_standing, membership_standing, tenant_standing, settings_standing, partner_standing, platform_standing, refusal, changes_on, restricted, shift_id, acting_profile, real_user_id, origin, real_standing, real_membership_standing, profile, facts, real_refusal, real_changes_on, second_factor, asks_terms, signed_in_at))
           WHERE ((u.id = act_as_staff.person) AND (u.staff IS NOT NULL) AND (app.tenant_id() IS NULL) AND (app.user_id() IS NULL) AND (app.profile() IS NULL))
          OFFSET 0) f;
END;

-- One page of the tickets of the tenant of the session that its person may see, in order. `search` is a part of subject, text,
-- answers, notes (for who handles tickets), the name of the person who opened it, or the number. `total` counts up to `most`.
-- The statements have their values as constants, so that PostgreSQL plans them for these values.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.tickets_page(search text, in_status text, in_priority text, handling boolean, overdue boolean, sort text, descending boolean, take integer, skip integer, most integer)
 RETURNS TABLE(ticket_id uuid, place bigint, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  -- A search reads this many tickets in their order first. If a quarter of them match, the index of the words would read far more.
  sampled constant integer := 2000;
  handles constant boolean := app.handles_tickets();
  pattern constant text := '%' || regexp_replace(app.plain(search), '([\\%_])', '\\\1', 'g') || '%';
  number constant text := substring(trim(search) from '^#?(\d{1,9})$');
  visible text := format('w.tenant_id = %L', app.tenant_id());
  filter text;
  scanned text;
  found_people uuid[];
  -- Due times are for people who handle tickets.
  key constant text := case sort
    when 'changed_at' then 'w.changed_at' when 'created_at' then 'w.created_at' when 'number' then 'w.number' when 'name' then 'app.plain(w.name)'
    when 'priority' then 'app.priority_rank(w.priority)' when 'estimated_at' then 'w.estimated_at'
    when 'due_at' then case when handles then 'w.due_at' else 'null::timestamptz' end end;
  is_optional constant boolean := sort in ('estimated_at', 'due_at');
  direction constant text := case when descending then 'desc' else 'asc' end;
  tickets uuid[];
  matching integer;
  counted integer;
begin
  if not handles then
    visible := visible || format(' and (w.user_id = %1$L or w.id = any (%2$L))', app.user_id(),
      array(select x.ticket_id from ticket_watchers x where x.tenant_id = app.tenant_id() and x.user_id = app.user_id()));
  end if;
  filter := visible
    || case when in_status is null then '' else format(' and w.status = %L', in_status) end
    || case when in_priority is null then '' else format(' and app.priority_rank(w.priority) = %s', app.priority_rank(in_priority)) end
    || case when handling is null then ''
         else format(case when handling then ' and w.handler_id = %L' else ' and w.handler_id is distinct from %L' end, app.user_id()) end
    || case when overdue is null then ''
         when overdue then case when handles then ' and w.due_at <= now()' else ' and false' end
         else case when handles then ' and (w.due_at <= now()) is not true' else '' end end;
  scanned := filter;
  if search <> '' then
    found_people := array(
      select p.user_id from person_texts p
       where p.tenant_id = app.tenant_id() and p.every like pattern and p.name like pattern limit 1000);
    -- `%5$s` is nothing, or an expression that keeps PostgreSQL from using the index of the words.
    select filter || format(x.condition, pattern, app.user_id(), found_people, number, ''),
           filter || format(x.condition, pattern, app.user_id(), found_people, number, ' || ''''')
      into filter, scanned
      from (select ' and (w.words%5$s like %1$L or w.answer_words%5$s like %1$L or w.user_id = any (%3$L)'
                -- In their own ticket, people who handle tickets are the side that asks, so they read no notes.
                || case when handles then ' or w.note_words%5$s like %1$L and w.user_id is distinct from %2$L' else '' end
                || case when number is null then '' else ' or w.number = %4$s' end || ')' as condition) x;
  end if;

  if handles and filter = visible then
    -- The page is read in the order of an index.
    execute format(case when is_optional then
      'select array(select p.id from (
         (select w.id, %2$s as sorted, w.number from tickets w where %1$s and %2$s is not null order by %2$s %3$s, w.number %3$s limit %6$s)
         union all
         (select w.id, null, w.number from tickets w where %1$s and %2$s is null order by w.number %3$s limit %6$s)) p
         order by p.sorted %3$s nulls last, p.number %3$s limit %4$s offset %5$s)'
      else 'select array(select w.id from tickets w where %1$s order by %2$s %3$s, w.number %3$s limit %4$s offset %5$s)' end,
      visible, key, direction, take, skip, take + skip) into tickets;
    execute format('select count(*) from (select from tickets w where %s limit %s) f', visible, most) into counted;
  elsif handles and take + skip <= sampled and not is_optional then
    execute format(
      'with f as materialized (
         select w.id from (select * from tickets w where %1$s order by %3$s %4$s, w.number %4$s limit %5$s) w where %2$s)
       select array(select f.id from f limit %6$s offset %7$s), (select count(*) from f)',
      visible, filter, key, direction, sampled, take, skip) into tickets, matching;
    if matching * 4 >= sampled and matching >= take + skip then
      execute format('select count(*) from (select from tickets w where %s limit %s) f', scanned, most) into counted;
    end if;
  end if;
  if counted is null then
    execute format(
      'with f as materialized (select w.id, %1$s as sorted, w.number from tickets w where %2$s)
       select array(select f.id from f order by f.sorted %3$s nulls last, f.number %3$s limit %4$s offset %5$s),
              least((select count(*) from f), %6$s)',
      key, filter, direction, take, skip, most) into tickets, counted;
  end if;
  return query select p.id, p.place, counted from unnest(tickets) with ordinality as p(id, place);
end
$function$;

-- Emits events of tenants from a session of the platform staff, who read no table of a tenant: the bills that they issue.
-- Answers the tenants that now have deliveries.
-- Runs as vitrine_platform. May be called by vitrine_app.
CREATE FUNCTION app.emit_webhooks_above(event text, list jsonb)
 RETURNS TABLE(tenant_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with occurred as materialized (
    select app.uuidv7() as id, (j.value ->> 'tenant_id')::uuid as tenant_id, j.value -> 'data' as data from jsonb_array_elements(list) j),
  emitted as (
    insert into webhook_deliveries (tenant_id, webhook_id, event_id, event_type, data)
    select w.tenant_id, w.id, o.id, event, o.data
      from webhooks w join occurred o on o.tenant_id = w.tenant_id
     where app.on_platform() and w.active and w.event_types @> array[event]
    returning webhook_deliveries.tenant_id)
  select distinct e.tenant_id from emitted e
$function$;
