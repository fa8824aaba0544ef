-- A person writes their own name, so the name of an actor does not prove that they are staff: a column of its own does. The hash of an
-- entry without an origin stays the same (app.audit_fields), so no stored hash changes.
alter table audit_entries add actor_origin text;
comment on column audit_entries.actor_origin is
  'The partner of an actor who is staff and acts in a business unit, or the platform. Null: a person of the unit, nobody, or an entry outside of units.';
