-- Bills go to several addresses, in the language of the client. Addresses have a postal code and a federal unit. Bills are paid by Pix.

alter table clients
  alter column email_invoice type text[] using case when email_invoice is null then '{}' else array[email_invoice] end,
  alter column email_invoice set default '{}',
  alter column email_invoice set not null,
  add column cep text,
  add column state text,
  add column language text not null default 'pt-BR'
    constraint clients_language check (language in ('pt-BR', 'pt-PT', 'en-US', 'es')),
  add column sends_bills boolean not null default false,
  add column reminds boolean not null default false;
comment on column clients.email_invoice is 'Where bills are sent to.';
comment on column clients.cep is 'The postal code without the hyphen.';
comment on column clients.state is 'The federal unit of Brazil; null outside of it.';
comment on column clients.language is 'The language of the bills and of their mails.';
comment on column clients.sends_bills is 'Bills are sent when they are issued.';
comment on column clients.reminds is 'A bill that is not paid three days after its due date is reminded of, once.';

alter table partner_legal_data
  alter column email_invoice type text[] using case when email_invoice is null then '{}' else array[email_invoice] end,
  alter column email_invoice set default '{}',
  alter column email_invoice set not null,
  add column cep text,
  add column state text,
  add column pix_key text;
comment on column partner_legal_data.cep is 'The postal code without the hyphen.';
comment on column partner_legal_data.state is 'The federal unit of Brazil; null outside of it.';
comment on column partner_legal_data.pix_key is 'The Pix key under which bills are paid, in the canonical form of its kind.';
