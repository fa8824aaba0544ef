-- People pause single rows of a task: the task does not evaluate them until somebody resumes them. A process of the version before treats
-- a pause as a silence that no instant ends.

alter table task_silences
  drop constraint task_silences_kind,
  add constraint task_silences_kind check (kind in ('acknowledged', 'until', 'weekends', 'paused')),
  add constraint task_silences_paused check (kind <> 'paused' or row_key <> '');
comment on column task_silences.kind is 'acknowledged: ends when the state is ok. until: ends at an instant. weekends: on Saturdays and Sundays of the business unit. paused: the row is not evaluated, and its state stays as it is, until a person resumes it.';

alter table task_runs add column paused_rows integer;
comment on column task_runs.paused_rows is 'Rows of the owner''s answer that were not evaluated because they are paused.';

alter table task_run_recipients
  drop constraint task_run_recipients_outcome,
  add constraint task_run_recipients_outcome check (
    outcome in (
      'waiting', 'told', 'digest', 'policy', 'silenced', 'acknowledged', 'paused', 'condition', 'no_rows', 'no_right', 'identity', 'filters',
      'blocked', 'unsubscribed', 'limit', 'identities', 'failed', 'ended'));
