-- Partners are kept on a screen: changes name the version they were made from, and a partner that goes takes its staff along.
alter table partners add column version integer not null default 1;
alter table users drop constraint users_partner_id_fkey;
alter table users add constraint users_partner_id_fkey foreign key (partner_id) references partners on delete cascade;

-- How many of a partner's staff there are: they belong to no business unit, so that no wall lets the platform's people see them.
create function app.partner_staff() returns table (partner_id uuid, staff integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.partner_id, count(*)::integer from users u where app.on_platform() and u.partner_id is not null group by u.partner_id;
$$;
alter function app.partner_staff() owner to vitrine_platform;
revoke all on function app.partner_staff() from public;
grant execute on function app.partner_staff() to vitrine_app;
