// Playwright's global setup.
import { prepareWorlds } from './world.ts'

export default async function prepare(): Promise<void> {
  await prepareWorlds(process.env['JOURNEY_WORLDS'] ?? '')
}
