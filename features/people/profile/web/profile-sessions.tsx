import { Button, Skeleton } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { endOwnSessions, listOwnSessions } from '../contract.ts'
import classes from './profile-page.module.css'

type OwnSession = ReceivedOf<typeof listOwnSessions>[number]

/** The person's sessions: the present one first, the others with a button to end them. */
export function ProfileSessions() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { data, error, refetch } = useCallQuery(listOwnSessions, {})
  const end = useCallMutation(endOwnSessions, { onDone: () => toastDone() })
  const endOthers = async () => {
    if (await confirm({ title: t('people.profile.endOthersTitle'), text: t('people.profile.endOthersText') }))
      end.mutate({ id: null })
  }
  return (
    <FormSection title={t('people.profile.section.sessions')} text={t('people.profile.section.sessionsText')}>
      {error ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={58} /> : null}
      {data ? (
        <ul className={classes.sessions}>
          {data.map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate({ id: session.id })}
            />
          ))}
        </ul>
      ) : null}
      {data && data.length > 1 ? (
        <div>
          <Button variant="default" loading={end.isPending} onClick={() => void endOthers()}>
            {t('people.profile.endOthers')}
          </Button>
        </div>
      ) : null}
    </FormSection>
  )
}

type SessionProps = { session: OwnSession; busy: boolean; onEnd: () => void }

function Session({ session, busy, onEnd }: SessionProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { browser, place, address, created_at, last_seen_at, current } = session
  const name = browser ?? t('people.profile.unknownBrowser')
  const Icon = /iOS|Android/.test(name) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <p className={classes.browser}>
          {name}
          {current ? <span className={classes.here}>{t('people.profile.thisSession')}</span> : null}
        </p>
        <p className={classes.facts}>
          <span>{place}</span>
          <span>{address}</span>
          <span>{t('people.profile.since', { at: dateTime(created_at) })}</span>
          {current ? null : <span>{t('people.profile.seen', { at: dateTime(last_seen_at) })}</span>}
        </p>
      </div>
      {current ? null : (
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={t('people.profile.endOne', { browser: name, place })}
          onClick={onEnd}
        >
          {t('people.profile.end')}
        </Button>
      )}
    </li>
  )
}
