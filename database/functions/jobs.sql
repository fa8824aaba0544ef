-- The queue of jobs.

create or replace function app.job_turn(kind text, member text) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(least(
    (select min(priority) - 1 from pgboss.job where name = kind and group_id = member and state = 'created'),
    (select max(priority) from pgboss.job where name = kind and state = 'created')), 0)
$$;
comment on function app.job_turn is
  'The priority of the next job of a group, so that the groups of a kind get their turns in order: one turn after the last waiting job of '
  'the group, and not before the jobs of other groups whose turn it is. The highest priority is the present turn.';
call app.callable_platform_function('app.job_turn');

create or replace function app.job_waits(kind text, member text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from pgboss.job where name = kind and group_id = member and state = 'created' and start_after <= now());
$$;
comment on function app.job_waits is 'Does a job of the group wait for its turn?';
call app.callable_platform_function('app.job_waits');
