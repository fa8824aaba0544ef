import { fail } from '#platform/contract/failure.ts'
import { handle, type Route, rows } from '#platform/server/http/route.ts'
import * as calls from '../contract.ts'
import { importPeople, mayImport } from './service.ts'
import * as store from './store.ts'

const units = rows(calls.readImportUnits, store.unitsQuery, (found, { actor }) => ({
  units: mayImport(actor, found[0]?.is_allowed ?? false)
    ? found.flatMap(({ value, label }) => (value !== null && label !== null ? [{ value, label }] : []))
    : [],
}))

const people = rows(calls.listUnitPeople, store.peopleQuery, (found, { actor }, { page, size }) => {
  const [first] = found
  if (first === undefined) return fail('call.not_found')
  if (!mayImport(actor, first.is_allowed)) return fail('access.functionality_refused')
  return {
    data: found.flatMap((row) => (isPerson(row) ? [row] : [])),
    page: String(page),
    size,
    total: first.total ?? 0,
  }
})

const isPerson = (row: Partial<store.UnitPerson>): row is store.UnitPerson => typeof row.id === 'string'

export const routes: Route[] = [units, people, handle(calls.importUnitPeople, importPeople)]
