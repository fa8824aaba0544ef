-- Of one business unit a limited number of mails waits, so that it does not take the places of all others.
alter table mail_box_set_aside add column unit_id uuid;
comment on column mail_box_set_aside.unit_id is
  'The business unit over whose limit the mail was. Null: the reading failed. No foreign key, because the row ends within days by itself.';

-- Failures count for one mail: after it has left the mailbox, they are none of the next one.
alter table mail_box_reads add column failed_uid_validity text, add column failed_uid bigint;
comment on column mail_box_reads.failed_uid is 'The mail at which the reading failed, with `failed_uid_validity` and `failures`.';
comment on column mail_box_reads.failures is 'How often the reading failed at the mail `failed_uid`.';
