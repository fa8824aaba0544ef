// `npm start`: makes the clone ready, then runs the portal. What the portal does first is in apps/server/main.ts.
import { launch } from './launch.js'
import { setup } from './setup.js'

launch(setup(), 'apps/server/main.ts', process.argv.slice(2))
