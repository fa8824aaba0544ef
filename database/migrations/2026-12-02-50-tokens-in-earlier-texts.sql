-- Who has the token of an address could answer in the name of its addressee. Earlier texts lose also the tokens that letters follow, and those with
-- signs inside that no reader sees.
create function pg_temp.without_tokens(text text) returns text language sql immutable as $$
  select regexp_replace(
    text,
    't(?:[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE0F\uFEFF]*[a-z2-7]){32,}', '…', 'gi')
$$;
set local role vitrine_platform;
update tickets t set answer_words = pg_temp.without_tokens(t.answer_words)
 where t.answer_words <> pg_temp.without_tokens(t.answer_words)
   and exists (select from ticket_follow_ups f where f.tenant_id = t.tenant_id and f.ticket_id = t.id and f.by_mail);
update ticket_follow_ups set text = pg_temp.without_tokens(text), mail_rest = pg_temp.without_tokens(mail_rest)
 where by_mail and (text, mail_rest) is distinct from (pg_temp.without_tokens(text), pg_temp.without_tokens(mail_rest));
update ticket_mails set subject = pg_temp.without_tokens(subject), sender = pg_temp.without_tokens(sender)
 where (subject, sender) is distinct from (pg_temp.without_tokens(subject), pg_temp.without_tokens(sender));
update ticket_attachments set name = pg_temp.without_tokens(name)
 where follow_up_id in (select id from ticket_follow_ups where by_mail) and name <> pg_temp.without_tokens(name);
reset role;
drop function pg_temp.without_tokens(text);
