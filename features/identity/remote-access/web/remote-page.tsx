// `/remote/authorization`: the standing consent of the person, open requests, the running access, and the past ones.
import { Badge, Button, Group, Skeleton } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { answerRemoteRequest, type readRemoteConfig, withdrawRemoteAccess } from '../contract.ts'
import { useRemoteChange, useRemoteConfig } from './remote-config.ts'
import { RemoteConsent } from './exports.tsx'
import classes from './remote-page.module.css'

type Config = ReceivedOf<typeof readRemoteConfig>

export function RemotePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRemoteConfig()
  const { remoteAccess } = useSession()
  return (
    <>
      <PageHeader title={t('identity.remoteAccess.title')} text={t('identity.remoteAccess.purpose')} />
      {error && data === undefined ? <FailedState failure={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data ? (
        <div className={classes.parts}>
          {data.consent !== null && remoteAccess === null ? (
            <FormSection title={t('people.profile.section.remote')} text={t('people.profile.section.remoteText')}>
              <RemoteConsent />
            </FormSection>
          ) : null}
          <Open {...data} isOwn={remoteAccess === null} />
          <Past past={data.past} isAlone={data.waiting.length === 0 && data.current === null} />
        </div>
      ) : null}
    </>
  )
}

function Open({ waiting, current, isOwn }: Pick<Config, 'waiting' | 'current'> & { isOwn: boolean }) {
  const { t } = useTranslation()
  const { time } = useFormats()
  const answer = useRemoteChange(answerRemoteRequest)
  const end = useRemoteChange(withdrawRemoteAccess)
  return (
    <>
      {current ? (
        <FormSection title={t('identity.remoteAccess.list.current')} text={current.reason}>
          <Group justify="space-between">
            <span>{current.requester.name}</span>
            {isOwn ? (
              <Button variant="default" loading={end.isPending} onClick={() => end.mutate({})}>
                {t('identity.remoteAccess.endNow')}
              </Button>
            ) : null}
          </Group>
        </FormSection>
      ) : null}
      {waiting.length > 0 ? (
        <FormSection title={t('identity.remoteAccess.list.waiting')} text="">
          <ul className={classes.list}>
            {waiting.map(({ token, requester, reason, expires_at }) => (
              <li key={token}>
                <div className={classes.words}>
                  <p className={classes.name}>{requester.name}</p>
                  <p className={classes.facts}>{reason}</p>
                  <p className={classes.facts}>{t('identity.remoteAccess.prompt.until', { at: time(expires_at) })}</p>
                </div>
                {isOwn ? (
                  <Group gap="xs">
                    <Button
                      size="xs"
                      variant="default"
                      disabled={answer.isPending}
                      onClick={() => answer.mutate({ token, answer: 'refuse' })}
                    >
                      {t('identity.remoteAccess.prompt.refuse')}
                    </Button>
                    <Button
                      size="xs"
                      disabled={answer.isPending}
                      onClick={() => answer.mutate({ token, answer: 'authorize' })}
                    >
                      {t('identity.remoteAccess.prompt.authorize')}
                    </Button>
                  </Group>
                ) : null}
              </li>
            ))}
          </ul>
        </FormSection>
      ) : null}
    </>
  )
}

/** `isAlone`: nothing is open or running either, so that an empty list means that nobody ever asked. */
function Past({ past, isAlone }: Pick<Config, 'past'> & { isAlone: boolean }) {
  const { t } = useTranslation()
  const { dateTime, time } = useFormats()
  if (past.length === 0 && !isAlone) return null
  if (past.length === 0)
    return <EmptyState icon={<IconShieldCheck aria-hidden />} title={t('identity.remoteAccess.list.none')} />
  return (
    <FormSection title={t('identity.remoteAccess.list.past')} text="">
      <ul className={classes.list}>
        {past.map(({ id, requester, reason, asked_at, started_at, ended_at, answer }) => (
          <li key={id}>
            <div className={classes.words}>
              <p className={classes.name}>{requester.name}</p>
              <p className={classes.facts}>{reason}</p>
              <p className={classes.facts}>
                {started_at && ended_at
                  ? t('identity.remoteAccess.list.period', { from: dateTime(started_at), to: time(ended_at) })
                  : t('identity.remoteAccess.list.asked', { at: dateTime(asked_at) })}
              </p>
            </div>
            <Badge variant="light" color={started_at ? 'blue' : 'gray'}>
              {t(`identity.remoteAccess.answer.${answer}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </FormSection>
  )
}
