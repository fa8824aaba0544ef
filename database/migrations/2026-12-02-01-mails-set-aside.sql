-- One mail that cannot be taken now must not stop the mailbox for all others: it is set aside, and tried again later.
create table mail_box_set_aside (
  box text not null references mail_box_reads on delete cascade,
  uid_validity text not null,
  uid bigint not null,
  attempts integer not null default 1,
  next_at timestamptz not null,
  since timestamptz not null default now(),
  primary key (box, uid_validity, uid)
);
comment on table mail_box_set_aside is 'Mails of the mailbox that were over a limit, or failed several times. They are tried again at their time.';
comment on column mail_box_set_aside.uid_validity is 'The UIDs have a meaning only with this UIDVALIDITY (RFC 3501).';
create index mail_box_set_aside_next on mail_box_set_aside (box, next_at);
call app.platform_policy('mail_box_set_aside');

alter table mail_box_reads add column failures integer not null default 0;
comment on column mail_box_reads.failures is 'How often the reading failed at the mail behind the last one.';
