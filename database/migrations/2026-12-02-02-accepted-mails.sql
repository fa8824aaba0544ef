-- A mail of a stranger that somebody accepts is an answer of the person who accepts it, and names its sender.
alter table ticket_follow_ups add column mail_sender text;
comment on column ticket_follow_ups.mail_sender is
  'The address in From of a mail that the author accepted in their own name; null: the author sent the mail, or it was no mail.';
alter table ticket_follow_ups add constraint ticket_follow_ups_mail_sender check (mail_sender is null or by_mail);

-- What was cut off a mail, the names of its refused files and the address of its sender are no part of the ticket: they go with the author.
create or replace function app.forget_mail_rest() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.mail_rest := null;
  new.mail_refused := '{}';
  new.mail_sender := null;
  return new;
end
$$;
comment on function app.forget_mail_rest is
  'Erases the parts of a mail that only its author and people who handle tickets see, when the author of a follow-up is erased.';
create trigger forget_mail_rest before update of user_id on ticket_follow_ups for each row
  when (old.user_id is not null and new.user_id is null) execute function app.forget_mail_rest();

set local role vitrine_platform;
-- Also of the authors who were erased before.
update ticket_follow_ups set mail_rest = null, mail_refused = '{}' where user_id is null and by_mail;
-- Who has the token of an address could answer in the name of its addressee, so earlier texts lose them as new ones do.
update tickets t set answer_words = regexp_replace(t.answer_words, 't[a-z2-7]{32}(?![a-z2-7])', '…', 'gi')
 where exists (select from ticket_follow_ups f where f.tenant_id = t.tenant_id and f.ticket_id = t.id and f.by_mail);
update ticket_follow_ups
   set text = regexp_replace(text, 't[a-z2-7]{32}(?![a-z2-7])', '…', 'gi'),
       mail_rest = regexp_replace(mail_rest, 't[a-z2-7]{32}(?![a-z2-7])', '…', 'gi')
 where by_mail;
update ticket_mails set subject = regexp_replace(subject, 't[a-z2-7]{32}(?![a-z2-7])', '…', 'gi');
reset role;
