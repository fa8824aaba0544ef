// The actions on the session that a screen may start; apps/web/frame/signed-in.tsx provides them. Screens of early areas, such as the list
// of business units, come before sessions in the order of areas.
import { createContext, useContext } from 'react'

export type SessionActions = {
  /** Staff enter a business unit, as its administrator or as a reader, at a path or its home page. A dialog names it until it is open. */
  enterUnit: (unit: { id: string; name: string }, actingProfile: 'admin' | 'user', path?: string) => void
  isEntering: boolean
  /** Loads again what the session says of the person: business units, permissions, screens. */
  reload: () => void
}

export const SessionActionsContext = createContext<SessionActions | null>(null)

export function useSessionActions(): SessionActions {
  const actions = useContext(SessionActionsContext)
  if (actions === null) throw new Error('This screen needs a session: it stands outside the frame.')
  return actions
}
