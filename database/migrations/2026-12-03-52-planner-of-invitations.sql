-- A person who lost the right meanwhile must not send links to set a password. The job judges the planner at the time of the mail.
alter table planned_invitations add column planned_by uuid references users on delete set null;
comment on column planned_invitations.planned_by is
  'Who planned it, and must still have the right at its time. Null: nobody any more, so that no mail is sent.';
create index planned_invitations_by_planner on planned_invitations (planned_by) where planned_by is not null;
