-- The cover of a report without a picture shows where the visuals of its first page stand.
alter table report_page_lists add column outline jsonb;
comment on column report_page_lists.outline is 'Where the visuals of the first page stand, without data. Null: the service does not tell it, or the pages were not read yet.';
update report_page_lists set due_at = now();
