import { ofAlfa, own, type Probes } from '#testing/probe.ts'

const lists = ['days', 'hours', 'reports', 'people', 'pages']

export const probes: Probes = {
  'auth/analyze/summary': own(),
  ...Object.fromEntries(
    lists.flatMap((list) => [
      [`auth/analyze/${list}/all`, own()],
      [`auth/analyze/${list}/export`, own({ format: 'csv' })],
    ]),
  ),
  'auth/analyze/units/all': own({}, ofAlfa),
  'auth/analyze/units/export': own({ format: 'csv' }, ofAlfa),
  'auth/analyze/failures/all': own({}, ofAlfa),
  'auth/analyze/failures/export': own({ format: 'csv' }, ofAlfa),
}
