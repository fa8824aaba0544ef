-- Who reads is written across what they read; and where the logo leads, if not home.
alter table settings
  add column watermark boolean not null default false,
  add column logo_page text,
  add column logo_leads_home boolean not null default true;
