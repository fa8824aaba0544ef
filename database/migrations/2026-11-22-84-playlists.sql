-- Playlists: ordered reports that a screen shows in a loop, who may play them, and the screens that play them without a person.

create table playlists (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  description text,
  items jsonb not null default '[]',
  owner_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint playlists_owner foreign key (tenant_id, owner_id) references memberships on delete set null (owner_id)
);
comment on table playlists is 'Slideshows of a tenant. An item names a report; it gives no right to the report.';
comment on column playlists.items is
  '[{"id", "report_id", "page", "page_name", "seconds", "repetitions", "filters", "hours"}] in the order in which they are shown.';
comment on column playlists.owner_id is
  'Its screens work with the rights of this person. Null: nobody, or somebody who left the tenant; then its screens are refused.';
create unique index playlists_name_key on playlists (tenant_id, app.plain(name));
create index playlists_by_owner on playlists (tenant_id, owner_id);
call app.tenant_policy('playlists');

create table playlist_grants (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  playlist_id uuid not null,
  user_id uuid,
  group_id uuid,
  primary key (tenant_id, id),
  constraint playlist_grants_one_grantee check (num_nonnulls(user_id, group_id) = 1),
  constraint playlist_grants_playlist foreign key (tenant_id, playlist_id) references playlists on delete cascade,
  constraint playlist_grants_user foreign key (tenant_id, user_id) references memberships on delete cascade,
  constraint playlist_grants_group foreign key (tenant_id, group_id) references user_groups on delete cascade,
  constraint playlist_grants_user_key unique (tenant_id, playlist_id, user_id),
  constraint playlist_grants_group_key unique (tenant_id, playlist_id, group_id)
);
comment on table playlist_grants is 'Which user or group may play a playlist. Each reader sees the reports of it that are granted to them.';
create index playlist_grants_by_user on playlist_grants (tenant_id, user_id);
create index playlist_grants_by_group on playlist_grants (tenant_id, group_id);
call app.tenant_policy('playlist_grants');

create table playlist_screens (
  tenant_id uuid not null,
  id uuid not null default app.uuidv7(),
  playlist_id uuid not null,
  name text not null,
  paired boolean not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  last_address text,
  last_user_agent text,
  shown_item uuid,
  reload_asked_at timestamptz,
  primary key (tenant_id, id),
  constraint playlist_screens_playlist foreign key (tenant_id, playlist_id) references playlists on delete cascade
);
comment on table playlist_screens is
  'Screens that play a playlist without a person. Each has a token of its own, of which only the SHA-256 is stored; removing the row revokes it.';
comment on column playlist_screens.paired is 'True: the screen showed a code that a person typed in. False: somebody copied its link.';
comment on column playlist_screens.shown_item is 'The item that the screen showed when it was last seen.';
comment on column playlist_screens.reload_asked_at is 'When somebody asked the screen to load its page anew.';
create unique index playlist_screens_token on playlist_screens (token_hash);
create unique index playlist_screens_name_key on playlist_screens (tenant_id, playlist_id, app.plain(name));
call app.tenant_policy('playlist_screens');

create table playlist_sessions (
  tenant_id uuid not null,
  session_id uuid not null references sessions on delete cascade,
  screen_id uuid not null,
  primary key (tenant_id, session_id),
  constraint playlist_sessions_screen foreign key (tenant_id, screen_id) references playlist_screens on delete cascade
);
comment on table playlist_sessions is 'The screen of each session of kind playlist: what the session may show.';
create index playlist_sessions_by_screen on playlist_sessions (tenant_id, screen_id);
create index playlist_sessions_by_session on playlist_sessions (session_id);
call app.tenant_policy('playlist_sessions');

create table playlist_pairings (
  tenant_id uuid not null references tenants on delete cascade,
  code text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  primary key (tenant_id, code)
);
comment on table playlist_pairings is
  'Screens that show a code and wait until somebody types it in. The screen keeps its token; the person never sees it.';
call app.tenant_policy('playlist_pairings');

create function app.end_playlist_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended record;
begin
  for ended in
    update sessions s set ended_at = now(), ended_by = 'playlist_revoked'
     where s.ended_at is null and s.id in (
       select p.session_id from playlist_sessions p
         join playlist_screens c on c.tenant_id = p.tenant_id and c.id = p.screen_id
        where c.tenant_id = old.tenant_id
          and case when tg_table_name = 'playlists' then c.playlist_id = old.id else c.id = old.id end)
    returning s.id, s.tenant_id, s.user_id
  loop
    -- Live events (platform/server/live/live-event.ts): the stream of the screen ends at once.
    perform pg_notify('vitrine', json_build_object('kind', 'session_ended', 'tenantId', ended.tenant_id, 'userId', ended.user_id,
      'sessionId', ended.id, 'reason', 'playlist_revoked')::text);
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function app.end_playlist_sessions is
  'Ends the sessions of a screen that is removed, and of all screens of a playlist that is removed or gets another owner.';
call app.platform_function('app.end_playlist_sessions');
-- Before the row is gone: its sessions are found through it.
create trigger end_playlist_sessions before delete on playlist_screens for each row execute function app.end_playlist_sessions();
create trigger end_playlist_sessions before delete on playlists for each row execute function app.end_playlist_sessions();
create trigger end_owned_playlist_sessions before update of owner_id on playlists for each row
  when (old.owner_id is distinct from new.owner_id) execute function app.end_playlist_sessions();

-- People may land on the playlists or on the catalog of their tenant.
alter table settings drop constraint settings_home_page_check;
alter table settings add constraint settings_home_page_check
  check (home_page in ('dashboard', 'reports', 'report', 'playlists', 'catalogs'));
