// `node tools/run.js FILE …`: runs any TypeScript file of this checkout with Node 24.
import { launch } from './launch.js'
import { setup } from './setup.js'

const [file, ...args] = process.argv.slice(2)
if (file) {
  launch(
    setup(() => {}),
    file,
    args,
  )
} else {
  console.error('Usage: node tools/run.js FILE [ARGUMENT …]')
  process.exitCode = 2
}
