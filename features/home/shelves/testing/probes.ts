import { randomUUID } from 'node:crypto'
import { own, type Probes } from '#testing/probe.ts'

export const probes: Probes = {
  'auth/home/shelves': own(),
  'auth/reports/all': own(),
  'auth/reports/subgroup': own({ subgroup_id: randomUUID() }),
  'auth/reports/tags': own(),
  'auth/group_reports/get/config/menu/reports': own(),
  'auth/group_reports/get/reports/all/select': own(),
}
