-- Accounts of language models.

create or replace function app.offered_ai_account()
returns table (owner text, provider text, base_url text, model text, key_sealed bytea, monthly_budget integer, daily_budget integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select case when a.partner_id is null then 'platform' else 'partner' end,
         a.provider, a.base_url, a.model, a.key_sealed, a.monthly_budget, a.daily_budget
    from ai_accounts a
   where a.tenant_id is null and a.enabled and app.tenant_id() is not null
     and (a.partner_id is null or a.partner_id = app.partner_id())
   order by a.partner_id is null
   limit 1;
$$;
comment on function app.offered_ai_account is
  'The account of a language model that the partner of the tenant of the session offers, or else the platform.';
call app.callable_platform_function('app.offered_ai_account');
