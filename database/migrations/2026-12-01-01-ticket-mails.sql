-- Replies to mails about tickets become follow-ups. A mail is stored first, whole, and a job decides about it later.

-- The signed address in a mail names a code. The row leads from the code to the ticket and to the person who got the mail.
create table ticket_reply_codes (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  ticket_id uuid not null,
  user_id uuid not null,
  code text not null constraint ticket_reply_codes_form check (code ~ '^[a-z2-7]{16}$'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, ticket_id, user_id),
  constraint ticket_reply_codes_code_key unique (code),
  constraint ticket_reply_codes_ticket foreign key (tenant_id, ticket_id) references tickets on delete cascade,
  constraint ticket_reply_codes_member foreign key (tenant_id, user_id) references memberships on delete cascade
);
comment on table ticket_reply_codes is
  'One code for each ticket and addressee of its mails. It ends with the ticket, and when the person leaves the tenant.';
create index ticket_reply_codes_of_person on ticket_reply_codes (user_id);
call app.tenant_policy('ticket_reply_codes');

create table ticket_mails (
  tenant_id uuid not null references tenants on delete cascade default app.tenant_id(),
  id uuid not null default app.uuidv7(),
  ticket_id uuid not null,
  user_id uuid not null,
  message_key text not null,
  way text not null constraint ticket_mails_way check (way in ('address', 'reference', 'marker')),
  has_null_sender boolean not null,
  sender text not null,
  subject text not null,
  path text references files on delete set null,
  bytes integer not null,
  state text not null default 'received' constraint ticket_mails_state check (state in ('received', 'done', 'review', 'refused', 'dead')),
  reason text,
  follow_up_id uuid,
  accepted_by uuid references users on delete set null,
  received_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint ticket_mails_key unique (tenant_id, ticket_id, message_key),
  constraint ticket_mails_reason check ((state in ('review', 'refused', 'dead')) = (reason is not null)),
  constraint ticket_mails_ticket foreign key (tenant_id, ticket_id) references tickets on delete cascade,
  constraint ticket_mails_member foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint ticket_mails_follow_up foreign key (tenant_id, follow_up_id) references ticket_follow_ups on delete set null (follow_up_id)
);
comment on table ticket_mails is 'Mails that arrived for tickets, with the file of the whole original. A job makes follow-ups of them.';
comment on column ticket_mails.user_id is 'The person to whom the mail was sent that this one replies to.';
comment on column ticket_mails.message_key is 'A hash of the Message-ID and the body: the same mail is stored once, whichever way it arrives.';
comment on column ticket_mails.way is 'What named the ticket: the address, a Message-ID of ours, or the marker in the text.';
comment on column ticket_mails.has_null_sender is 'The envelope named no sender, as for bounces (RFC 5321).';
comment on column ticket_mails.sender is 'The address in From, as it was sent.';
comment on column ticket_mails.reason is 'Why a person must decide, why it was refused, or why it could not be processed.';
comment on column ticket_mails.accepted_by is 'Who accepted it as the answer of the person.';
create index ticket_mails_by_time on ticket_mails (tenant_id, received_at desc, id desc);
create index ticket_mails_of_person on ticket_mails (user_id, ticket_id, received_at);
create index ticket_mails_of_follow_up on ticket_mails (tenant_id, follow_up_id) where follow_up_id is not null;
create index ticket_mails_accepted_by on ticket_mails (accepted_by) where accepted_by is not null;
create index ticket_mails_path on ticket_mails (path) where path is not null;
create index ticket_mails_old on ticket_mails (received_at);
create index ticket_mails_undecided on ticket_mails (tenant_id, state) where state in ('review', 'dead');
call app.tenant_policy('ticket_mails');

create or replace function app.forget_mail_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from files where path = old.path;
  return null;
end
$$;
comment on function app.forget_mail_file is
  'Deletes the file of a deleted mail of a ticket. The deletion may be a cascade, so that no code sees its path.';
call app.platform_function('app.forget_mail_file');
create trigger forget_mail_file after delete on ticket_mails for each row when (old.path is not null) execute function app.forget_mail_file();

alter table ticket_follow_ups
  add column by_mail boolean not null default false,
  add column mail_rest text,
  add column mail_refused text[] not null default '{}';
comment on column ticket_follow_ups.by_mail is 'Its author sent it by mail.';
comment on column ticket_follow_ups.mail_rest is 'What was cut off the text of the mail: quotes and signature. Null: nothing.';
comment on column ticket_follow_ups.mail_refused is 'The names of the files of the mail that were refused.';

alter table mails add column reply_to text;
comment on column mails.reply_to is 'The address that gets the reply; null: the sender.';

-- One process reads the mailbox at a time.
create table mail_box_reads (
  box text primary key,
  uid_validity text,
  last_uid bigint not null default 0,
  leased_until timestamptz,
  lease text
);
comment on table mail_box_reads is 'Up to which mail the mailbox of incoming mails was read, and the lease of the process that reads it.';
comment on column mail_box_reads.box is 'A hash of the address of the mailbox.';
call app.platform_policy('mail_box_reads');
