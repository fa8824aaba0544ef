-- Self-registration: people who asked for an account, until they have confirmed their e-mail and, where a tenant wants it, were approved.
-- A registration is no user: it cannot sign in, counts towards no limit and occupies no e-mail.

create table registrations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  email text not null check (email = lower(email)),
  name text not null,
  phone text,
  department text,
  language text not null check (language in ('pt-BR', 'en-US', 'es', 'pt-PT')),
  custom jsonb not null default '{}',
  password_hash text not null,
  state text not null default 'unverified' check (state in ('unverified', 'waiting')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint registrations_email_key unique (tenant_id, email, state)
);
comment on table registrations is 'Self-registrations that are not people yet.';
comment on column registrations.password_hash is 'Argon2id in PHC format; becomes that of the person.';
comment on column registrations.state is
  'unverified: the e-mail is not confirmed, erased after a day by the next registration; waiting: confirmed, waits for an administrator.';
call app.tenant_policy('registrations');

alter table settings
  add auto_register boolean not null default false,
  add registration_approval boolean not null default false,
  add registration_domains text[] not null default '{}' check (cardinality(registration_domains) <= 50);
comment on column settings.auto_register is 'People may register themselves, if tenants.registration_enabled allows it.';
comment on column settings.registration_approval is 'An administrator approves each registration.';
comment on column settings.registration_domains is 'E-mail domains from which people may register; none: any.';

alter table custom_fields add in_registration boolean not null default false;
comment on column custom_fields.in_registration is 'The form of self-registration asks for it.';
