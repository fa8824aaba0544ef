-- Two more conditions of tasks: a value that is not blank, and one that changed by a percentage since the run before.

alter table tasks drop constraint tasks_operator;
alter table tasks add constraint tasks_operator check (operator in ('equal', 'not_equal', 'greater', 'greater_or_equal', 'less',
  'less_or_equal', 'contains', 'is_blank', 'is_not_blank', 'changed', 'changed_by'));

comment on column tasks.last_value is
  'The compared value of the owner at the last run: for the operator changed its hash, for changed_by the number.';
