// `npm start`: prepares the clone, then runs the portal (apps/server/main.ts).
import { launch } from './launch.js'
import { setup } from './setup.js'

launch(setup(), 'apps/server/main.ts', process.argv.slice(2))
