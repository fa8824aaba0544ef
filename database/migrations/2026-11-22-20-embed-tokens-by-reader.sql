-- Opening a report reads the valid tokens of one reader. With an index on the report alone, it would read the tokens of all readers.
create index embed_tokens_by_reader on embed_tokens (tenant_id, report_id, user_id);
drop index embed_tokens_by_report;
