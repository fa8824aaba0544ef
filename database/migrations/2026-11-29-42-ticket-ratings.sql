-- Help desk: the answer of a person to the question whether their ticket was resolved well.

alter table tickets
  add column rating text,
  add column rating_comment text,
  add column rated_at timestamptz,
  add constraint tickets_rating check (rating in ('good', 'bad')),
  add constraint tickets_rated check ((rating is null) = (rated_at is null) and (rating is not null or rating_comment is null));
comment on column tickets.rating is 'The answer of the person who opened it, given once, after people who handle tickets have resolved it.';
create index tickets_rated_at on tickets (tenant_id, rated_at) where rated_at is not null;
