import { own, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/list_choices/all': own(),
  'auth/list_choices/update': own({ list: 'page_user', columns: ['name'], views: [] }),
}
