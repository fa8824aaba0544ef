-- A registration of an e-mail replaces an earlier one of the same client network only. Before, anybody who registered an e-mail made the
-- link of its owner invalid.
alter table registrations add column network text not null default '';
comment on column registrations.network is 'The client network that registered; empty once the e-mail is confirmed.';
alter table registrations drop constraint registrations_email_key;
alter table registrations add constraint registrations_email_key unique (tenant_id, email, state, network);
