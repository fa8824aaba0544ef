// `npm run check`: the checks and unit tests. They take about a minute on two free processors and need no browser. The schema is compared with a temporary
// database, once after each change of it.
import { checks, runChecks } from './checks.ts'
import { runVitest } from './test-suites.ts'

const { promise: noCheckWaits, resolve: whenNoneWaits } = Promise.withResolvers<void>()
const [checkOutcomes, units] = await Promise.all([
  runChecks(checks, whenNoneWaits),
  noCheckWaits.then(() => runVitest('units')),
])
const failed = checkOutcomes.failures.length + units.failures.length
console.log(`${checkOutcomes.passed + units.passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
