-- Processes that live: each says so every half minute, and what it sees of itself. Who is silent is forgotten after a day.
create table processes (
  id uuid primary key,
  kind text not null check (kind in ('server', 'worker')),
  machine text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  figures jsonb not null
);
call app.platform_wall('processes');
grant select on migrations to vitrine_platform;
