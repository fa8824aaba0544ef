// Every function of DAX that is answered here, by name. What is not in these tables is refused by name.
// Next: aggregations.ts, filters.ts, lookups.ts, scalars.ts, tables.ts.
import type { Library } from '../environment.ts'
import { AGGREGATIONS } from './aggregations.ts'
import { CALCULATION, CALCULATION_TABLES, FILTER_ARGUMENTS } from './filters.ts'
import { LOOKUPS, LOOKUP_TABLES } from './lookups.ts'
import { SCALARS } from './scalars.ts'
import { TABLES } from './tables.ts'

export const LIBRARY: Library = {
  scalars: new Map([...SCALARS, ...AGGREGATIONS, ...CALCULATION, ...LOOKUPS]),
  tables: new Map([...TABLES, ...CALCULATION_TABLES, ...LOOKUP_TABLES]),
  filters: new Map(FILTER_ARGUMENTS),
}
