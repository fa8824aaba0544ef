-- Remote access: an administrator or staff use the session of a person who consents, and who may end it at any time.

comment on column memberships.allow_remote_access is
  'Standing consent of the person: who may access people remotely uses their session without asking each time.';

create table remote_accesses (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  user_id uuid not null,
  requester_id uuid references users on delete set null,
  requester_name text not null,
  requester_profile text not null,
  reason text not null,
  left_path text not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  answer text check (answer in ('standing', 'authorized', 'refused', 'cancelled')),
  answered_at timestamptz,
  session_id uuid,
  started_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  primary key (tenant_id, id),
  constraint remote_accesses_person foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint remote_accesses_started check (
    num_nonnulls(session_id, started_at, ends_at) in (0, 3) and (started_at is null or answer in ('standing', 'authorized')))
);
comment on table remote_accesses is
  'Requests to use the session of a person, and what became of them. The person reads the list of theirs.';
comment on column remote_accesses.requester_id is 'Null: the requester was erased; name and profile are kept as they were.';
comment on column remote_accesses.left_path is 'The page of the requester, to which the end of the access leads.';
comment on column remote_accesses.expires_at is 'Without a start until then, the request has expired.';
comment on column remote_accesses.answer is
  'standing: the standing consent of the person answered; cancelled: the requester gave up; null: not answered.';
comment on column remote_accesses.ends_at is 'The latest end of the session.';
create index remote_accesses_by_person on remote_accesses (tenant_id, user_id, asked_at desc);
create unique index remote_accesses_session on remote_accesses (session_id);
create index remote_accesses_by_requester on remote_accesses (requester_id);
call app.tenant_policy('remote_accesses');

create function app.end_remote_access() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  cause text := case when tg_op = 'DELETE' then 'removed' else new.ended_by end;
begin
  if tg_op = 'UPDATE' and new.ended_at is null then
    -- Fires this trigger again, with the end.
    update sessions set ended_at = now(), ended_by = 'remote_access_refused' where id = new.id and ended_at is null;
    return null;
  end if;
  update remote_accesses set ended_at = now(), ended_by = cause where session_id = old.id and ended_at is null;
  -- Live events (platform/server/live/live-event.ts): the session has many ends, and all of them come here.
  perform pg_notify('vitrine', json_build_object(
    'kind', 'session_ended', 'tenantId', old.tenant_id, 'userId', old.user_id, 'sessionId', old.id, 'reason', coalesce(cause, ''))::text);
  perform pg_notify('vitrine', json_build_object('kind', 'remote_access', 'userId', old.user_id)::text);
  return null;
end
$$;
comment on function app.end_remote_access is
  'Ends a session of remote access for good when the person or the requester would be refused, records every end, and notifies both.';
call app.platform_function('app.end_remote_access');
create trigger end_remote_access after update on sessions for each row
  when (old.real_user_id is not null and old.ended_at is null
    and (new.ended_at is not null or new.refusal is not null or new.real_refusal is not null))
  execute function app.end_remote_access();
create trigger end_removed_remote_access after delete on sessions for each row
  when (old.real_user_id is not null and old.ended_at is null) execute function app.end_remote_access();

create function app.end_accesses_of_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set ended_at = now(), ended_by = 'requester_left'
   where real_user_id = old.user_id and origin->>'session_id' = old.id::text and ended_at is null;
  return null;
end
$$;
comment on function app.end_accesses_of_session is
  'Ends the remote accesses that began in a session which was ended: signed out, blocked, password changed. A requester who works in the '
  'session of a person leaves their own idle, so an expired one ends nothing.';
call app.platform_function('app.end_accesses_of_session');
create trigger end_accesses_of_session after update of ended_at on sessions for each row
  when (old.real_user_id is null and old.ended_at is null and new.ended_at is not null and new.ended_by is distinct from 'expired')
  execute function app.end_accesses_of_session();

create function app.withdraw_remote_consent() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set ended_at = now(), ended_by = 'consent_withdrawn'
   where user_id = new.user_id and tenant_id = new.tenant_id and real_user_id is not null and ended_at is null;
  return null;
end
$$;
comment on function app.withdraw_remote_consent is 'Ends the remote accesses to a person who withdraws the standing consent.';
call app.platform_function('app.withdraw_remote_consent');
create trigger withdraw_remote_consent after update of allow_remote_access on memberships for each row
  when (old.allow_remote_access and not new.allow_remote_access) execute function app.withdraw_remote_consent();
