import { realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The folder that holds package.json, without symbolic links. */
export const checkout = realpathSync(join(import.meta.dirname, '../../..'))
