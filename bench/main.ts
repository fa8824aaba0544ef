// `npm run bench`: how far the portal is from the limit of the machine it runs on. It prints ratios of one run and asserts none:
// absolute figures say more of the machine than of the portal.
// `npm run bench reads embed` runs some parts. Next: ground.ts, then a part: reads.ts.
import { measureBrowser } from './browser.ts'
import { measureEmbed } from './embed.ts'
import { measureExport } from './export.ts'
import { prepareGround } from './ground.ts'
import { describeMachine } from './machine.ts'
import { measureReads } from './reads.ts'
import { measureScroll } from './scroll.ts'
import { measureSignIn } from './sign-in.ts'
import { measureUnits } from './units.ts'

const parts = {
  reads: measureReads,
  'sign-in': measureSignIn,
  embed: measureEmbed,
  browser: measureBrowser,
  scroll: measureScroll,
  units: measureUnits,
  export: measureExport,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name))
console.log(describeMachine())
const ground = await prepareGround((line) => console.log(line))
try {
  for (const [, measure] of chosen) console.log(await measure(ground))
} finally {
  await ground.close()
}
