-- The platform's people, whose network addresses a trail shows to nobody but them. By their ids alone: names and e-mails stay behind the
-- wall of `users`.
create function app.platform_people() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from users where staff = 'a2m'
$$;
alter function app.platform_people() owner to vitrine_platform;
revoke all on function app.platform_people() from public;
grant execute on function app.platform_people() to vitrine_app;
