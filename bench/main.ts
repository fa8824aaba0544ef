// `npm run bench`: compares the portal with the limit of the machine it runs on. It prints ratios and asserts nothing: absolute
// figures describe the machine more than the portal.
// `npm run bench reads open` runs only these parts. Next: setup.ts, then one part, for example reads.ts.
import { measureAbuse } from './abuse.ts'
import { measureBrowser } from './browser.ts'
import { measureExport } from './export.ts'
import { prepareSetup } from './setup.ts'
import { describeMachine } from './machine.ts'
import { measureNotifications } from './notifications.ts'
import { measureOpen } from './open.ts'
import { measurePeople } from './people.ts'
import { measureReads } from './reads.ts'
import { measureScroll } from './scroll.ts'
import { measureSignIn } from './sign-in.ts'
import { measureUnits } from './units.ts'

const parts = {
  reads: measureReads,
  'sign-in': measureSignIn,
  open: measureOpen,
  browser: measureBrowser,
  scroll: measureScroll,
  units: measureUnits,
  people: measurePeople,
  export: measureExport,
  abuse: measureAbuse,
  notifications: measureNotifications,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name))
console.log(describeMachine())
const setup = await prepareSetup((line) => console.log(line))
try {
  for (const [, measure] of chosen) console.log(await measure(setup))
} finally {
  await setup.close()
}
