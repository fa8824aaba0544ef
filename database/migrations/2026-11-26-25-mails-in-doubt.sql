-- A mail whose connection ended after its end and before the answer of the mail server may have arrived: it is in doubt.
alter table mails drop constraint mails_state_check,
  add constraint mails_state_check check (state in ('waiting', 'sending', 'sent', 'in_doubt', 'failed')),
  add column message_id text;
comment on column mails.message_id is
  'The Message-ID of every attempt, set before the first one: a second copy of a mail that is in doubt can be recognised.';
comment on column mails.uncertain is
  'The number of attempts after which the mail server may have accepted the mail, although no answer came.';
