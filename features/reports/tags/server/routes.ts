import { resource } from '#platform/server/resource.ts'
import { tag, tagCalls } from '../contract.ts'
import { reports } from './store.ts'

export const { routes } = resource(tag, tagCalls, { table: 'tags', computed: { reports }, sorts: { reports } })
