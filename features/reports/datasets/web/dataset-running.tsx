// The refresh that runs now: since when, by whom, how long it usually takes; and its outcome, told when it ends.
import { Alert, Loader } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { toastDone, toastFailure, toastNotice } from '#platform/web/ui/toasts.tsx'
import { listRefreshes } from '../contract.ts'
import { isUnderWay } from './dataset-state.tsx'
import { duration, tookMs, usualMs } from './refresh-duration.ts'

type Refresh = ReceivedOf<typeof listRefreshes>['data'][number]

const none: readonly Refresh[] = []

export function RunningRefresh({ id }: { id: string }) {
  const { t } = useTranslation()
  const { soon } = useFormats()
  const { data } = useCallQuery(listRefreshes, { id })
  const history = data?.data ?? none
  useOutcomeToast(history)
  const running = history.find(({ state }) => isUnderWay(state))
  if (!running) return null
  const usual = usualMs(history)
  const { state, started_at, person, cause } = running
  return (
    <Alert
      role="note"
      variant="light"
      color="blue"
      c="var(--ink)"
      icon={<Loader size={18} aria-hidden />}
      title={t(`reports.datasets.underWay.${state === 'waiting' ? 'waiting' : 'running'}`, {
        when: soon(started_at, now()),
      })}
    >
      {t('reports.datasets.underWay.by', { who: person ?? t(`reports.datasets.causes.${cause}`) })}{' '}
      {usual === null ? null : t('reports.datasets.underWay.usual', { duration: duration(usual) })}{' '}
      {t('reports.datasets.underWay.leave')}
    </Alert>
  )
}

/** Tells how a refresh ended that this page saw running. */
function useOutcomeToast(history: readonly Refresh[]): void {
  const { t } = useTranslation()
  const seen = useRef(new Set<string>())
  const tell = useEffectEvent((refresh: Refresh) => {
    const { state, problem, advice } = refresh
    if (state === 'completed')
      return toastDone(t('reports.datasets.underWay.completed', { duration: duration(tookMs(refresh) ?? 0) }))
    const reasons = [
      problem === null ? null : t(`reports.datasets.problems.${problem}`),
      advice === null ? null : t(`reports.datasets.advice.${advice}`),
    ]
    const text = [`${t('reports.datasets.noun')}: ${t(`reports.datasets.states.${state}`)}.`, ...reasons]
      .filter((sentence) => sentence !== null)
      .join(' ')
    return state === 'canceled' ? toastNotice(text) : toastFailure(text)
  })
  useEffect(() => {
    for (const refresh of history) {
      if (isUnderWay(refresh.state)) seen.current.add(refresh.id)
      else if (seen.current.delete(refresh.id)) tell(refresh)
    }
  }, [history])
}
