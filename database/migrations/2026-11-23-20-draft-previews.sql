-- A preview of grants that are not saved ends with the next change of the report's grants, and with nothing else.

alter table embed_tokens add column draft_over text;
comment on column embed_tokens.draft_over is
  'Hash of the saved grants of the report, over which a preview shows the grants of a form; null: the token has the saved grants.';
