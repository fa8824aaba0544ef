// `npm run check`: prepares the clone, then runs the quick checks (run-checks.ts).
import { launch } from './launch.js'
import { setup } from './setup.js'

launch(
  setup(() => {}),
  'tools/run-checks.ts',
  process.argv.slice(2),
)
