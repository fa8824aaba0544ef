// Opens the page to which a notification leads and marks it as read. The back button leads to the list.
import { useEffect, useEffectEvent } from 'react'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSkeleton } from '#platform/web/ui/form-layout.tsx'
import { markNotifications, readNotification } from '../contract.ts'

export function NotificationOpen() {
  const id = usePathPart('id')
  const go = useGo()
  const { data, error, refetch } = useCallQuery(readNotification, { id })
  const { mutate: mark } = useCallMutation(markNotifications, { quiet: true })
  const isThere = data !== undefined
  const leave = useEffectEvent(() => {
    if (!data) return
    if (!data.read) mark({ ids: [id], read: true })
    go(data.path ?? `/notifications/${id}`, { replace: true })
  })
  useEffect(() => {
    if (isThere) leave()
  }, [isThere])
  if (error && !data) return <FailedState failure={error} onRetry={() => void refetch()} />
  return <FormSkeleton sections={1} />
}
