-- Notifications: what the portal or a person tells people, once for each cause, and the receipt of each addressee.

create table notifications (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  type text not null,
  cause text,
  facts jsonb not null default '{}',
  path text check (path ~ '^/([^/\\]|$)'),
  title jsonb,
  body jsonb,
  words text not null default '',
  login_notice boolean not null default false,
  starts_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at > starts_at),
  published_at timestamptz,
  author_id uuid references users on delete set null,
  author_name text,
  addressees jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint notifications_cause_key unique (tenant_id, cause),
  constraint notifications_written check (num_nonnulls(title, body, addressees) in (0, 3))
);
comment on table notifications is 'What people are told: by the portal, with a type and its facts, or by a person, with a text.';
comment on column notifications.cause is 'Idempotency key: a second notification with the same cause is not stored.';
comment on column notifications.facts is 'The values of the sentences of the type.';
comment on column notifications.path is 'The page to which opening it leads.';
comment on column notifications.title is 'By language, as the author wrote it; null: the portal has sentences for the type.';
comment on column notifications.body is 'By language: HTML of the allow-list.';
comment on column notifications.words is 'The text of a search: titles, bodies and facts without markup.';
comment on column notifications.login_notice is 'Shown after the next sign-in as well.';
comment on column notifications.published_at is 'When the receipts were written; null: starts_at has not come.';
comment on column notifications.addressees is '{"everybody": true} | {"profile": "user"} | {"groups": […], "people": […]}, as the author chose.';
create index notifications_by_author on notifications (tenant_id, created_at desc) where author_name is not null;
create index notifications_author on notifications (author_id) where author_id is not null;
call app.tenant_policy('notifications');

create table notification_receipts (
  tenant_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null,
  at timestamptz not null default now(),
  ends_at timestamptz,
  read_at timestamptz,
  deleted_at timestamptz,
  mail_due boolean not null default false,
  primary key (tenant_id, user_id, notification_id),
  foreign key (tenant_id, notification_id) references notifications on delete cascade,
  foreign key (tenant_id, user_id) references memberships on delete cascade
);
comment on table notification_receipts is 'One row for each addressee of a notification. The person reads and deletes it.';
comment on column notification_receipts.ends_at is 'A copy of the end of the notification, so that the unread count reads one index.';
comment on column notification_receipts.mail_due is 'The copy by e-mail is not written yet.';
create index notification_receipts_unread on notification_receipts (tenant_id, user_id) include (ends_at)
  where read_at is null and deleted_at is null;
create index notification_receipts_newest on notification_receipts (tenant_id, user_id, at desc, notification_id) where deleted_at is null;
create index notification_receipts_readers on notification_receipts (tenant_id, notification_id);
create index notification_receipts_mail_due on notification_receipts (tenant_id, notification_id) where mail_due;
call app.tenant_policy('notification_receipts');

create table notification_choices (
  tenant_id uuid not null,
  user_id uuid not null,
  mails boolean not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references memberships on delete cascade
);
comment on table notification_choices is 'What a person chose about their notifications; no row: the defaults.';
comment on column notification_choices.mails is 'False: no copies by e-mail of what is not mandatory.';
call app.tenant_policy('notification_choices');

alter table settings add send_notification_mails boolean not null default false;
comment on column settings.send_notification_mails is 'People get a copy of their notifications by e-mail.';

alter table mails add unsubscribe_url text;
comment on column mails.unsubscribe_url is 'Ends such mails with one click (RFC 8058); null: a mandatory mail.';
