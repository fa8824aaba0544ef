// `npm run check`: what can be said in under a minute, without a database or a browser.
import { checks, runChecks } from './checks.ts'
import { runVitest } from './test-suites.ts'

const looked = await runChecks(checks)
const units = await runVitest('units')
const failed = looked.failed + units.failed
console.log(`${looked.passed + units.passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
