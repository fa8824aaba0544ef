import { type ReactNode, use } from 'react'
import { hasPhrase, loadAllPhrases, useLanguage } from '#platform/web/language/language.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { screens } from '../features.ts'
import { Frame } from './frame.tsx'
import { actionsFor, menuFor } from './menu.ts'

type PersonFrameProps = { signOut: () => void; children: ReactNode }

/** The frame with the menu of the signed-in person. It is a separate file, because sign-in does not need it. */
export function PersonFrame({ signOut, children }: PersonFrameProps) {
  const session = useSession()
  const [groups, actions] = [menuFor(screens, session), actionsFor(screens, session)]
  useLanguage()
  const labels: string[] = [...groups.flatMap(({ items }) => items), ...actions].map(({ label }) => label)
  // The menu of a reader uses phrases of the first page only. Managers wait for the other phrases.
  if (!labels.every(hasPhrase)) use(loadAllPhrases())
  return (
    <Frame groups={groups} actions={actions} onSignOut={signOut}>
      {children}
    </Frame>
  )
}
