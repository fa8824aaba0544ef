-- The templates of mails call the recipient `name`. What a notification is about has another word.
set local role vitrine_platform;

update notifications set facts = facts - 'name' || jsonb_build_object('entry', facts->'name')
 where type = 'changelog_sent' and facts ? 'name';
update notifications set facts = facts - 'name' || jsonb_build_object('term', facts->'name')
 where type = 'terms_changed' and facts ? 'name';

reset role;
