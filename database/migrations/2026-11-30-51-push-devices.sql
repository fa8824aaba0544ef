-- Web push: browsers that show notifications while no page is open, and what each person wants to hear.

create table push_keys (
  singleton boolean primary key default true check (singleton),
  public_key text not null,
  private_key_sealed bytea not null,
  created_at timestamptz not null default now()
);
comment on table push_keys is 'The key pair with which this installation signs pushes (VAPID, RFC 8292). Made at the first use.';
call app.platform_policy('push_keys');

create table push_devices (
  tenant_id uuid not null default app.tenant_id() references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  user_id uuid not null default app.user_id(),
  session_id uuid not null references sessions on delete cascade,
  host text not null,
  endpoint text not null check (length(endpoint) <= 1000),
  p256dh text not null,
  auth_sealed bytea not null,
  browser text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint push_devices_person foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint push_devices_endpoint_key unique (tenant_id, endpoint)
);
comment on table push_devices is 'Browsers to which the notifications of a person are pushed.';
comment on column push_devices.session_id is
  'The last session of the browser. A device lives as long as it: a sign-out or a forced end removes it at once, an expired session after the days for which ended sessions are kept.';
comment on column push_devices.host is 'The host of the business unit at which the browser subscribed: its pages open there.';
comment on column push_devices.endpoint is 'The address at the push service of the browser. Who knows it can send nothing without the keys.';
comment on column push_devices.p256dh is 'The public key of the browser (RFC 8291).';
comment on column push_devices.auth_sealed is 'The secret that the browser shares with us (RFC 8291).';
comment on column push_devices.used_at is 'The last push, or the last visit.';
create index push_devices_person on push_devices (tenant_id, user_id);
create index push_devices_session on push_devices (session_id);
call app.tenant_policy('push_devices');

create table push_choices (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null default app.user_id(),
  muted text[] not null default '{}',
  quiet_from text check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  quiet_to text check (quiet_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  timezone text not null,
  primary key (tenant_id, user_id),
  constraint push_choices_person foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint push_choices_quiet check ((quiet_from is null) = (quiet_to is null))
);
comment on table push_choices is 'What a person wants to be pushed, and when not; no row: everything, always.';
comment on column push_choices.muted is 'The kinds that are not pushed.';
comment on column push_choices.quiet_from is 'Pushes wait from this time of day, in the time zone of the person.';
comment on column push_choices.quiet_to is 'Until this time of day; earlier than quiet_from: of the next day.';
call app.tenant_policy('push_choices');

alter table notification_receipts add push_due boolean not null default false;
comment on column notification_receipts.push_due is 'The pushes to the devices of the person are not enqueued yet.';
create index notification_receipts_push_due on notification_receipts (tenant_id, notification_id) where push_due;

alter table settings add push_shows_content boolean not null default false;
comment on column settings.push_shows_content is
  'Pushes have the sentence of the notification, with names and values. False: they only say of what kind it is.';

create function app.forget_push_devices() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from push_devices d
   where d.session_id = new.id
      or new.ended_by is distinct from 'logout' and d.tenant_id = new.tenant_id and d.user_id = new.user_id
         and exists (select from sessions s where s.id = d.session_id and s.ended_at is not null);
  return null;
end
$$;
comment on function app.forget_push_devices is
  'Removes the device of a session that was ended; after a forced end also the devices of the person whose sessions have expired.';
call app.platform_function('app.forget_push_devices');
create trigger forget_push_devices after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null and new.ended_by is distinct from 'expired')
  execute function app.forget_push_devices();
