-- Copies by e-mail of the notifications of staff. Nobody else decides for them, as a business unit does for its people, so a person of the
-- staff gets copies only after they chose them.

create table staff_notification_choices (
  user_id uuid primary key references users on delete cascade,
  mails boolean not null
);
comment on table staff_notification_choices is 'Whether a person of the staff gets copies of notifications by e-mail; without a row they get none.';
call app.row_policy('staff_notification_choices', 'user_id = (select app.user_id()) and (select app.tenant_id()) is null');

alter table staff_notifications add mail_due boolean not null default false;
comment on column staff_notifications.mail_due is 'A copy by e-mail has still to be written.';
create index staff_notifications_mail_due on staff_notifications (at, id) where mail_due;

create or replace function app.tell_partner(wanted text, given jsonb, page text, found_by text) returns setof uuid
language sql security definer set search_path = public, pg_temp as $$
  insert into staff_notifications (user_id, tenant_id, type, facts, path, words, mail_due)
  select u.id, t.id, wanted, given, page, found_by, coalesce(c.mails, false)
    from tenants t join users u on u.partner_id = t.partner_id left join staff_notification_choices c on c.user_id = u.id
   where t.id = app.tenant_id() and u.staff = 'master' and u.staff_state = 'A'
  returning user_id;
$$;
