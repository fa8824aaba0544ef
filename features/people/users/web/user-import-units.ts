import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { readImportUnits } from '#features/people/from-units/contract.ts'

/** Whether the person may add people of other business units and there is such a unit. The settings of the business unit decide as well. */
export function useHasImportUnits(): boolean {
  const may = useCan('user.import')
  const { data } = useCallQuery(readImportUnits, {}, { enabled: may, freshFor: 60_000 })
  return (data?.units.length ?? 0) > 0
}
