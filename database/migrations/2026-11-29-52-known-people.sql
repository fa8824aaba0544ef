-- A second membership for people of another tenant of the partner, who register, or come by an identity provider or a directory.

alter table settings
  add column known_people text not null default 'ask' constraint settings_known_people check (known_people in ('no', 'ask', 'at_once'));
comment on column settings.known_people is
  'What happens when a person of another tenant of the partner registers here or comes by an identity provider or a directory. no: they are '
  'refused, and people whose home is this tenant are refused elsewhere; ask: an administrator decides; at_once: they become a member. Only '
  'with at_once may identity providers and directories of other tenants bring people whose home is this tenant.';

alter table registrations
  alter column password_hash drop not null,
  add column user_id uuid references users on delete cascade,
  add column by_mail boolean not null default true,
  add constraint registrations_of_known_people check ((user_id is null) = (password_hash is not null)),
  add constraint registrations_known_wait check (user_id is null or state = 'waiting');
create index registrations_of_person on registrations (user_id) where user_id is not null;
comment on column registrations.user_id is
  'A person of another tenant of the partner, who waits for a membership and keeps their password; null: a new person.';
comment on column registrations.by_mail is
  'True: a link by mail proved the address. False: an identity provider or a directory of the tenant named it.';
