-- The PDF of a bill, and to whom it was sent.

create table bill_files (
  bill_id uuid not null references bills,
  credit_notes integer not null,
  partner_id uuid not null,
  path text not null references files on delete cascade,
  sha256 text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  primary key (bill_id, credit_notes)
);
comment on table bill_files is
  'The PDF of a bill. It is written once, with the first download or mail, so that the same bill is always the same file.';
comment on column bill_files.credit_notes is 'How many credit notes the file has. A new credit note makes a new file.';
comment on column bill_files.sha256 is 'The SHA-256 of the file, in hexadecimal digits.';
create index bill_files_path on bill_files (path);

create table bill_sends (
  id uuid primary key default app.uuidv7(),
  bill_id uuid not null references bills,
  partner_id uuid not null,
  purpose text not null constraint bill_sends_purpose check (purpose in ('bill', 'reminder')),
  address text not null,
  sent_by text,
  mailed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table bill_sends is 'To whom a bill was sent. The result is that of the mail in the outbox.';
comment on column bill_sends.mailed_at is 'When the mail was written to the outbox; null: not yet.';
comment on column bill_sends.sent_by is 'The name of who sent it; null: the portal.';
create index bill_sends_by_bill on bill_sends (bill_id);
-- One reminder for each bill and address.
create unique index bill_sends_reminder_key on bill_sends (bill_id, address) where purpose = 'reminder';

do $$
declare
  one text;
begin
  foreach one in array array['bill_files', 'bill_sends'] loop
    call app.platform_policy(one);
    execute format('grant select on %I to vitrine_app', one);
    execute format(
      'create policy read on %I for select to vitrine_app using ((select app.on_platform())
         or ((select app.tenant_id()) is null and (select app.profile()) = ''master'' and partner_id = (select app.partner_id())))', one);
  end loop;
end
$$;
grant insert on bill_sends to vitrine_app;
create policy manage on bill_sends for insert to vitrine_app with check ((select app.on_platform()));
