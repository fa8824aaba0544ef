-- Maintenance of the whole platform: everybody but its staff is refused, at every sign-in and on every request.

alter table sessions drop constraint sessions_platform;
alter table platform drop constraint platform_standing_key, drop column standing;
drop function app.platform_standing(text[]);
create function app.platform_standing(hidden_menu text[], maintenance boolean) returns jsonb immutable parallel safe language sql
  return jsonb_build_object('hidden_menu', hidden_menu, 'maintenance', maintenance);
comment on function app.platform_standing is 'The facts of the platform that a session carries.';
alter table platform
  add column maintenance boolean not null default false,
  add column standing jsonb not null generated always as (app.platform_standing(hidden_menu, maintenance)) stored,
  add constraint platform_standing_key unique (singleton, standing);
comment on column platform.maintenance is 'Only the platform staff may be signed in.';

set local role vitrine_platform;
update sessions set platform_standing = (select standing from platform where singleton) where ended_at is null;
reset role;
alter table sessions add constraint sessions_platform foreign key (platform, platform_standing)
  references platform (singleton, standing) on update cascade;

create function app.refuse_platform_maintenance(x sessions) returns text stable parallel safe language sql return
  case when (x.platform_standing->'maintenance')::boolean and x.person_standing->>'staff' is distinct from 'a2m'
    then 'sign_in.maintenance' end;
comment on function app.refuse_platform_maintenance is
  'Refuses everybody but the platform staff while the platform is in maintenance, also the staff who use the session of a person.';

create or replace function app.session_refusal(x sessions, client_address inet) returns text stable parallel safe language sql return
  coalesce(
    app.refuse_ended(x),
    app.refuse_expired(x),
    app.refuse_standing(x),
    app.refuse_platform_maintenance(x),
    app.refuse_real_person(x),
    app.refuse_address(x, client_address),
    app.refuse_hour(x)
  );
