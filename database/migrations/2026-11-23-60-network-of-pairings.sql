-- The network that asked for a code: each has its own part of the codes that wait in a business unit.
alter table playlist_pairings add column network text not null default '';
alter table playlist_pairings alter column network drop default;
