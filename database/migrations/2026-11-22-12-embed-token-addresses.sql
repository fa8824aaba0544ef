-- Embed tokens of the local service are judged by the address of every call, not only by the address at issue.

create index embed_tokens_by_token on embed_tokens (token_id);

create function app.is_embed_token_refused(given_token text, client_address inet) returns boolean
language sql stable parallel safe security definer
begin atomic
  select exists (
    select from public.embed_tokens e join public.sessions x on x.id = e.session_id
     where e.token_id = given_token and app.refuse_address(x, client_address) is not null);
end;
comment on function app.is_embed_token_refused is
  'Does the address list of the tenant refuse this address for the session of an embed token? SECURITY DEFINER, because the caller '
  'has only the token, and no session is open. False for an unknown token: the report service judges that one.';
call app.callable_platform_function('app.is_embed_token_refused');
