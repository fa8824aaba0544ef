-- The layout of a list that offers several: cards, a table, folders.

alter table list_choices add column layout text;
comment on column list_choices.layout is 'How the records are laid out; null: as the list begins.';
