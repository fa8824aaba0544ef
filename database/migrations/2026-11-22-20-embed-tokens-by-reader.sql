-- Opening a report looks for the living tokens of one reader. By the report alone it would read those of all its readers.
create index embed_tokens_by_reader on embed_tokens (tenant_id, report_id, user_id);
drop index embed_tokens_by_report;
