-- A copy by e-mail may have a link that acts on the record of its cause, such as a pause of the messages of a task.

alter table notifications add column subject_id uuid;
comment on column notifications.subject_id is 'The record on which a link of the copies by e-mail acts, such as the run of a task; null: they have no such link.';
