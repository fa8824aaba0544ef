-- Invitations of people that go out at a time. The row is deleted with the mail, in one transaction, so each goes out once.

create table planned_invitations (
  tenant_id uuid not null default app.tenant_id(),
  user_id uuid not null,
  send_at timestamptz not null,
  tried_at timestamptz,
  constraint planned_invitations_pkey primary key (tenant_id, user_id),
  constraint planned_invitations_person foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table planned_invitations is 'Who gets the mail with the link to set a first password later, and when.';
comment on column planned_invitations.tried_at is 'When no mail could be sent although the time had come: no mail server, or too many mails to the address.';
create index planned_invitations_due on planned_invitations (send_at);
call app.tenant_policy('planned_invitations');

alter table user_imports add column invite_at timestamptz;
comment on column user_imports.invite_at is 'When the invitations of the added people go out; null: at once.';
