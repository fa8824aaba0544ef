// `/authorization/{token}`: waits for the answer of the person. It polls every five seconds, and after a live event.
import { Button, Loader } from '@mantine/core'
import { IconHourglassEmpty, IconUserOff } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { delays } from '#catalogue/limits.ts'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useLiveEvent } from '#platform/web/live/use-live-events.ts'
import { useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { SwitchModal, useSwitch } from '#features/identity/unit-switch/web/exports.tsx'
import { cancelRemoteRequest, waitForRemoteAccess } from '../contract.ts'

type State = ReceivedOf<typeof waitForRemoteAccess>

export function RemoteWaitPage() {
  const { t } = useTranslation()
  const token = usePathPart('token')
  const go = useGo()
  const { time } = useFormats()
  const { isArriving, follow } = useSwitch()
  const { state, failure, look: poll } = useWait(token, follow)
  const cancel = useCallMutation(cancelRemoteRequest, { onDone: () => go('/', { replace: true }) })
  if (failure) return <FailedState failure={failure} onRetry={poll} />
  if (isArriving) return <SwitchModal opened name={null} isAlone />
  const back = (
    <Button variant="default" onClick={() => go('/', { replace: true })}>
      {t('identity.remoteAccess.wait.back')}
    </Button>
  )
  if (state?.status === 'waiting') {
    const { person, expires_at } = state
    return (
      <EmptyState
        page
        icon={<Loader size={32} />}
        title={t('identity.remoteAccess.wait.title')}
        text={t('identity.remoteAccess.wait.text', { person, at: time(expires_at) })}
      >
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ token })}>
          {t('identity.remoteAccess.wait.cancel')}
        </Button>
      </EmptyState>
    )
  }
  if (state?.status === 'refused') {
    const title = t('identity.remoteAccess.wait.refused', { person: state.person })
    return (
      <EmptyState
        page
        icon={<IconUserOff aria-hidden />}
        title={title}
        text={t('identity.remoteAccess.wait.refusedText')}
      >
        {back}
      </EmptyState>
    )
  }
  if (state?.status === 'expired') {
    const title = t('identity.remoteAccess.wait.expired')
    return (
      <EmptyState
        page
        icon={<IconHourglassEmpty aria-hidden />}
        title={title}
        text={t('identity.remoteAccess.wait.expiredText')}
      >
        {back}
      </EmptyState>
    )
  }
  return <LoadingOverlay />
}

/**
 * Polls the state of a request until it is answered or expired. One poll runs at a time, because the answer that begins the session is sent
 * once.
 */
function useWait(token: string, follow: ReturnType<typeof useSwitch>['follow']) {
  const [state, setState] = useState<State | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const asking = useRef(false)
  const latest = useRef(follow)
  useEffect(() => {
    latest.current = follow
  })
  const poll = useCallback(() => {
    if (asking.current) return
    asking.current = true
    setFailure(null)
    ask(waitForRemoteAccess, { token })
      .then((answer) => {
        // The poll that begins the session is the last one.
        if (answer.status === 'authorized') return latest.current({ ...answer, status: 'success' })
        if (answer.status === 'change') return latest.current(answer)
        asking.current = false
        setState(answer)
        return undefined
      })
      .catch((error: unknown) => {
        asking.current = false
        if (!(error instanceof CallFailure)) throw error
        setFailure(error)
      })
  }, [token])
  useLiveEvent('remote_access', poll)
  const isWaiting = state === null || state.status === 'waiting'
  useEffect(() => {
    if (!isWaiting || failure) return
    const first = setTimeout(poll, 0)
    const timer = setInterval(poll, delays.remoteWait)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [poll, isWaiting, failure])
  return { state, failure, look: poll }
}
