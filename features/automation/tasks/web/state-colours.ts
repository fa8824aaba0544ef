// The colours of the states of a task. The runs that lead to a state have its colour (task-state.tsx).

export const stateColours = {
  ok: 'green',
  pending: 'yellow',
  firing: 'red',
  recovering: 'teal',
  no_data: 'orange',
  error: 'orange',
  paused: 'gray',
  never: 'gray',
} as const
