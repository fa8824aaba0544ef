-- The line of the headings is guessed, and a person can choose another one until the columns are confirmed. The first rows of the file are
-- kept for that.

alter table user_imports
  add column heading_line integer not null default 1 constraint user_imports_heading_line check (heading_line >= 0),
  add column top_rows jsonb;
comment on column user_imports.heading_line is 'The line of the file that has the headings. 0: the file has none.';
comment on column user_imports.top_rows is 'The first rows of the file as [{number, cells}] until its columns are confirmed. Null: confirmed.';
