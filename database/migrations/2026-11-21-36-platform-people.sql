-- Every page of a trail asks who the platform's people are: a handful among all who sign in anywhere.
create index users_of_platform on users (id) where staff = 'a2m';
