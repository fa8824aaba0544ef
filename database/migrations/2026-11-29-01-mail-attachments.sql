-- Files that are sent with a mail.
create table mail_attachments (
  mail_id uuid not null references mails on delete cascade,
  position integer not null,
  tenant_id uuid references tenants on delete cascade,
  partner_id uuid references partners on delete cascade,
  path text references files on delete set null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  primary key (mail_id, position)
);
comment on table mail_attachments is
  'Files that are sent with a mail. The bytes are in the storage of files until the mail is sent or given up.';
comment on column mail_attachments.path is 'Null: the mail is over, and its file is removed.';
create index mail_attachments_path on mail_attachments (path) where path is not null;
create index mail_attachments_by_tenant on mail_attachments (tenant_id);
create index mail_attachments_by_partner on mail_attachments (partner_id);
call app.row_policy('mail_attachments', $rule$
  tenant_id = (select app.tenant_id()) or (select app.on_platform()) or ((select app.tenant_id()) is null and partner_id = (select app.partner_id()))
$rule$);
