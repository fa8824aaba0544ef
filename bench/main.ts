// `npm run bench`: compares the portal with the limit of the machine it runs on. It prints ratios and asserts nothing: absolute
// figures describe the machine more than the portal.
// `npm run bench reads open` runs only these parts, `npm run bench abuse=searches,uploads` only these visitors, `npm run bench
// import=20000` 20,000 people. Next: setup.ts, then one part, for example reads.ts.
import { measureAbuse } from './abuse.ts'
import { measureAudit } from './audit.ts'
import { measureBillingMonth } from './billing-month.ts'
import { measureBrowser } from './browser.ts'
import { measureExport } from './export.ts'
import { measureFirstPage } from './first-page.ts'
import { measureHtml } from './html.ts'
import { measureImport } from './import.ts'
import { prepareSetup } from './setup.ts'
import { describeMachine } from './machine.ts'
import { measureNotifications } from './notifications.ts'
import { measureOpen } from './open.ts'
import { measurePeople } from './people.ts'
import { measureReads } from './reads.ts'
import { measureScroll } from './scroll.ts'
import { measureSignIn } from './sign-in.ts'
import { measureSyncWork } from './sync-work.ts'
import { measureTasks } from './tasks.ts'
import { measureTickets } from './tickets.ts'
import { measureUnits } from './units.ts'
import { measureVisuals } from './visuals.ts'

const parts = {
  reads: measureReads,
  'sign-in': measureSignIn,
  open: measureOpen,
  visuals: measureVisuals,
  browser: measureBrowser,
  scroll: measureScroll,
  'first-page': measureFirstPage,
  units: measureUnits,
  people: measurePeople,
  tickets: measureTickets,
  export: measureExport,
  audit: measureAudit,
  abuse: measureAbuse,
  html: measureHtml,
  'sync-work': measureSyncWork,
}

/** These parts start portals of their own, without the others on the machine. */
const partsAlone = {
  tasks: measureTasks,
  import: measureImport,
  'billing-month': measureBillingMonth,
  notifications: measureNotifications,
}

const asked = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = '', only] = argument.split('=')
    return [name, only?.split(',') ?? []]
  }),
)
const names = [...Object.keys(parts), ...Object.keys(partsAlone)]
const unknown = [...asked.keys()].filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}; there are ${names.join(', ')}.`)
  process.exit(2)
}
const chosenOf = <Part>(all: Record<string, Part>): [string, Part][] =>
  Object.entries(all).filter(([name]) => asked.size === 0 || asked.has(name))
console.log(describeMachine())
for (const [name, measure] of chosenOf(partsAlone)) console.log(await measure(asked.get(name)))
const chosen = chosenOf(parts)
if (chosen.length > 0) await measureTogether()

async function measureTogether(): Promise<void> {
  const setup = await prepareSetup((line) => console.log(line))
  try {
    for (const [name, measure] of chosen) console.log(await measure(setup, asked.get(name) ?? []))
  } finally {
    await setup.close()
  }
}
