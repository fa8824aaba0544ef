comment on column tenants.removing_since is
  'A tenant that is removed is closed at once; a job erases its rows step by step (features/organisation/tenants/server/jobs.ts).';
