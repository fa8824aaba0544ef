// What an import has done: the imported reports with the next step of each, and the others with the reason.
import { Alert, Anchor, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconLockAccess, IconPlaylistAdd, IconUserSearch } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import type { Outcome } from './use-import.ts'
import classes from './report-import.module.css'

export function ImportResults({ outcomes }: { outcomes: readonly Outcome[] }) {
  const { t } = useTranslation()
  const alert = useRef<HTMLDivElement>(null)
  // The button that started the import is below, outside of the window perhaps.
  useEffect(() => {
    if (outcomes.length > 0) alert.current?.focus()
  }, [outcomes])
  if (outcomes.length === 0) return null
  const imported = outcomes.flatMap((outcome) => (outcome.id === null ? [] : [{ ...outcome, id: outcome.id }]))
  const failed = outcomes.filter(({ message }) => message !== null)
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color={failed.length > 0 ? 'amber' : 'green'}
      variant="light"
      c="var(--ink)"
      icon={failed.length > 0 ? <IconAlertTriangle aria-hidden /> : <IconCheck aria-hidden />}
      title={t('reports.library.import.done', { count: imported.length })}
    >
      {failed.length > 0 ? (
        <ul className={classes.failed}>
          {failed.map(({ name, message }) => (
            <li key={name}>
              <b>{name}</b>: {message}
            </li>
          ))}
        </ul>
      ) : null}
      {imported.length > 0 ? (
        <>
          <ul className={classes.imported}>
            {imported.map((report) => (
              <Imported key={report.id} report={report} />
            ))}
          </ul>
          <Group gap="md">
            <AddToPlaylist ids={imported.map(({ id }) => id)} />
            <Anchor component={PathLink} to="/report?sort=created_at&order=desc" size="sm">
              {t('reports.library.import.next')}
            </Anchor>
          </Group>
        </>
      ) : null}
    </Alert>
  )
}

function Imported({ report: { id, name, isGranted } }: { report: Outcome & { id: string } }) {
  const { t } = useTranslation()
  const mayGrant = useCan('report.grant')
  return (
    <li>
      <Anchor component={PathLink} to={`/${id}/reports/view`} inherit>
        {name}
      </Anchor>
      {mayGrant ? (
        <Group gap="xs">
          {isGranted ? (
            <Button
              size="xs"
              aria-label={`${t('reports.library.seeAsReader')}: ${name}`}
              leftSection={<IconUserSearch size={14} stroke={1.8} aria-hidden />}
              renderRoot={(props) => <PathLink to={`/report/${id}/access?as=reader`} {...props} />}
            >
              {t('reports.library.seeAsReader')}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant={isGranted ? 'default' : 'filled'}
            aria-label={`${t('reports.library.giveAccess')}: ${name}`}
            leftSection={<IconLockAccess size={14} stroke={1.8} aria-hidden />}
            renderRoot={(props) => <PathLink to={`/report/${id}/access`} {...props} />}
          >
            {t('reports.library.giveAccess')}
          </Button>
        </Group>
      ) : null}
    </li>
  )
}

/** Leads to a new playlist that begins with the imported reports. */
function AddToPlaylist({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const mayAdd = useCan('playlist.add')
  if (!mayAdd) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlaylistAdd size={14} stroke={1.8} aria-hidden />}
      renderRoot={(props) => <PathLink to={`/playlists/add?reports=${ids.join('.')}`} {...props} />}
    >
      {t('reports.library.import.toPlaylist')}
    </Button>
  )
}
