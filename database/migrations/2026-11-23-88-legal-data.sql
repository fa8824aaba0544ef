-- The registration data of partners.

create table partner_legal_data (
  partner_id uuid primary key references partners on delete cascade,
  client_type text not null constraint partner_legal_data_client_type check (client_type in ('legal', 'physical')),
  cnpj_cpf text,
  fantasy_name text,
  state_registration text,
  business_email text,
  email_invoice text,
  commercial_phone text,
  contact_name text,
  address text,
  number text,
  complement text,
  neighborhood text,
  city text,
  version integer not null default 1
);
comment on table partner_legal_data is 'Who a partner is by law, where it is, and whom to call. Kept by its staff, and by the staff of the platform.';
comment on column partner_legal_data.client_type is 'legal: an organisation; physical: a natural person.';
comment on column partner_legal_data.cnpj_cpf is 'The tax id without punctuation: CNPJ of an organisation, CPF of a person.';
comment on column partner_legal_data.fantasy_name is 'The trade name.';
comment on column partner_legal_data.state_registration is 'The inscrição estadual.';
call app.row_policy(
  'partner_legal_data',
  '(select app.tenant_id()) is null and (select app.profile()) in (''a2m'', ''master'')
   and ((select app.on_platform()) or partner_id = (select app.partner_id()))');
