import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import type { showStatus } from '../contract.ts'
import { type Concern, concernsOf } from './status-concerns.ts'
import classes from './status-page.module.css'

type Status = ReceivedOf<typeof showStatus>

/** One sentence on whether all is well and since when, and for each thing that is not, what it means and what to do. */
export function StatusSummary({ status }: { status: Status }) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const concerns = concernsOf(status)
  const starts = status.processes.filter(({ is_silent }) => !is_silent).map(({ started_at }) => started_at.getTime())
  const since = starts.length === 0 ? null : dateTime(new Date(Math.min(...starts)))
  const isWell = concerns.length === 0
  const Icon = isWell ? IconCircleCheck : IconAlertTriangle
  return (
    <section className={classes.summary} data-well={isWell || undefined} aria-live="polite">
      <h2>
        <Icon size={20} stroke={1.8} aria-hidden />
        {isWell ? t('operations.status.well') : t('operations.status.concerns', { count: concerns.length })}
      </h2>
      {since === null ? null : <p className={classes.quiet}>{t('operations.status.upSince', { when: since })}</p>}
      {isWell ? null : (
        <ul>
          {concerns.map((concern, index) => (
            <li key={`${concern.kind}${index}`}>
              <ConcernText concern={concern} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ConcernText({ concern }: { concern: Concern }) {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const { kind } = concern
  const values = {
    ...(kind === 'silent' && {
      kind: t(`operations.status.kinds.${concern.process.kind}`),
      machine: concern.process.machine,
      when: dateTime(concern.process.seen_at),
    }),
    ...('count' in concern && { count: concern.count, shown: number(concern.count) }),
    ...('seconds' in concern && {
      age: number(Math.ceil(concern.seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
    }),
  }
  const screen = 'screen' in concern ? concern.screen : null
  return (
    <>
      <strong>{t(`operations.status.concern.${kind}`, values)}</strong>{' '}
      <span>{t(`operations.status.advice.${kind}`)}</span>{' '}
      {screen === null ? null : (
        <Anchor component={PathLink} to={screen} inherit underline="always">
          {t('operations.status.mend')}
        </Anchor>
      )}
    </>
  )
}
