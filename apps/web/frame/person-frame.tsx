import type { ReactNode } from 'react'
import { useSession } from '#platform/web/session/use-session.ts'
import { screens } from '../features.ts'
import { Frame } from './frame.tsx'
import { actionsFor, menuFor } from './menu.ts'

type PersonFrameProps = { signOut: () => void; children: ReactNode }

/** The frame with the menu of the signed-in person. It is a separate file, because sign-in does not need it. */
export function PersonFrame({ signOut, children }: PersonFrameProps) {
  const session = useSession()
  return (
    <Frame groups={menuFor(screens, session)} actions={actionsFor(screens, session)} onSignOut={signOut}>
      {children}
    </Frame>
  )
}
