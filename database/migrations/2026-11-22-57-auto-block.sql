-- People who do not sign in for a number of days are blocked by a job.

alter table settings add column auto_block_days integer not null default 0 check (auto_block_days between 0 and 999);
comment on column settings.auto_block_days is 'Days without a sign-in after which a person is blocked; 0: never.';

alter table memberships add column enabled_at timestamptz;
comment on column memberships.enabled_at is
  'When an administrator enabled the person last. The days without a sign-in count from then, so that they are not blocked again at once.';
comment on column memberships.ignore_auto_block is 'The person is not blocked for lack of sign-ins.';
