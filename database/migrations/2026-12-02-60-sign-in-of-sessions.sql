-- The sign-in behind a session. A switch to another business unit begins a session without a sign-in.

alter table sessions add column signed_in_at timestamptz;
alter table sessions alter column signed_in_at set default now();
comment on column sessions.signed_in_at is 'When the person proved who they are; a session that begins by a switch keeps the time of the earlier one. Null: not known.';
