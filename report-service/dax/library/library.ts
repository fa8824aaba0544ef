// All supported DAX functions by name. Functions that are not in these tables are refused.
// Next: aggregations.ts (SUM), filters.ts (CALCULATE), tables.ts (VALUES), lookups.ts (RELATED).
import type { Library } from '../environment.ts'
import { AGGREGATIONS } from './aggregations.ts'
import { CALCULATION, CALCULATION_TABLES, FILTER_ARGUMENTS } from './filters.ts'
import { LOOKUPS, LOOKUP_TABLES } from './lookups.ts'
import { PERIODS, PERIOD_TOTALS } from './calendar.ts'
import { DATES } from './dates.ts'
import { HIERARCHIES } from './hierarchies.ts'
import { LOGIC } from './logic.ts'
import { NUMBERS } from './numbers.ts'
import { ROW_SETS } from './row-sets.ts'
import { TEXTS } from './texts.ts'
import { TABLES } from './tables.ts'

export const LIBRARY: Library = {
  scalars: new Map([
    ...LOGIC,
    ...NUMBERS,
    ...TEXTS,
    ...DATES,
    ...HIERARCHIES,
    ...PERIOD_TOTALS,
    ...AGGREGATIONS,
    ...CALCULATION,
    ...LOOKUPS,
  ]),
  tables: new Map([...TABLES, ...ROW_SETS, ...CALCULATION_TABLES, ...LOOKUP_TABLES]),
  filters: new Map([...FILTER_ARGUMENTS, ...PERIODS]),
}
