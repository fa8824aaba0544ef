// `npm test`: makes the clone ready, then runs everything that can be checked (run-tests.ts).
import { launch } from './launch.js'
import { setup } from './setup.js'

launch(setup(), 'tools/run-tests.ts', process.argv.slice(2))
