-- The session an embed token was given to: a token ends with it. Without a key of its own: the token outlives the row, and must be
-- ended then all the more. Null: given out before sessions were remembered.
alter table embed_tokens add column session_id uuid;
