// What first-paint.js and the scripts tell each other. Next: first-paint.js, main.tsx.
import { loginConfig } from '#features/identity/sign-in/contract.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { ask } from '#platform/web/client/client.ts'
import { writePlain } from '#platform/web/session/plain-storage.ts'

/** The sign-in options of the host, which first-paint.js requested on a first visit; asked for anew when that failed. */
export async function readHostConfig(): Promise<ReceivedOf<typeof loginConfig>> {
  const early: unknown = await Reflect.get(globalThis, 'hostConfig')
  const parsed = loginConfig.answers.safeParse(early)
  return parsed.success ? parsed.data : ask(loginConfig, {})
}

/** Tells the next load of a page which files it will need. It says nothing about the session itself. */
export const rememberSignedIn = (isSignedIn: boolean): void => writePlain('signed-in', isSignedIn ? 'yes' : 'no')
