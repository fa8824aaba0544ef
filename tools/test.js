// `npm test`: prepares the clone, then runs all checks and tests (run-tests.ts).
import { launch } from './launch.js'
import { setup } from './setup.js'

launch(setup(), 'tools/run-tests.ts', process.argv.slice(2))
