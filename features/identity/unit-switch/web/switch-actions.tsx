// The actions of the session for screens of other areas (platform/web/session/session-actions.ts).
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { readConfig } from '#features/identity/sessions/contract.ts'
import { keyOf } from '#platform/web/client/query-keys.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { type SessionActions, SessionActionsContext } from '#platform/web/session/session-actions.ts'
import { enterTenantUnverified } from '../contract.ts'
import { SwitchModal } from './switch-modal.tsx'
import { useSwitch } from './switch-places.ts'

/** Provides the actions of the session, and displays which business unit opens. */
export function SwitchActions({ children }: { children: ReactNode }) {
  const [unitName, setUnitName] = useState<string | null>(null)
  const { isArriving, follow } = useSwitch()
  const { history } = useRouter()
  const answers = useQueryClient()
  const path = useRef<string>(undefined)
  const { mutate, isPending } = useCallMutation(enterTenantUnverified, {
    onDone: (answer) => follow(answer, path.current),
  })
  const enterUnit = useCallback<SessionActions['enterUnit']>(
    ({ id, name }, acting_profile, openedPath) => {
      path.current = openedPath
      setUnitName(name)
      mutate({ tenant_id: id, acting_profile, left: history.location.href.slice(0, 500) })
    },
    [mutate, history],
  )
  const reload = useCallback(() => void answers.invalidateQueries({ queryKey: keyOf(readConfig, {}) }), [answers])
  const actions = useMemo(() => ({ enterUnit, isEntering: isPending, reload }), [enterUnit, isPending, reload])
  return (
    <SessionActionsContext value={actions}>
      {children}
      <SwitchModal opened={isArriving} name={unitName} />
    </SessionActionsContext>
  )
}
