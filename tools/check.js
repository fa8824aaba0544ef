// `npm run check`: makes the clone ready, then runs what is quick (run-checks.ts).
import { launch } from './launch.js'
import { setup } from './setup.js'

launch(
  setup(() => {}),
  'tools/run-checks.ts',
  process.argv.slice(2),
)
