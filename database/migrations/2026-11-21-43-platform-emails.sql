-- A refused sign-in has no actor but the e-mail that was typed: an address beside one of the platform's people is kept to them, too.
create function app.platform_emails() returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select lower(email) from users where staff = 'a2m'
$$;
alter function app.platform_emails() owner to vitrine_platform;
revoke all on function app.platform_emails() from public;
grant execute on function app.platform_emails() to vitrine_app;
