// The dashboards of a workspace. The tiles of one are asked for when it is unfolded.
import { Accordion, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useAsk } from '#platform/web/client/use-ask.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { listDashboards, listTiles } from '../contract.ts'
import classes from './workspace-choices.module.css'
import { ChoiceSkeleton } from './workspace-dialog.tsx'

type WorkspaceDashboardsProps = { workspace: { id: string; name: string } | null; onClose: () => void }

export function WorkspaceDashboards({ workspace, onClose }: WorkspaceDashboardsProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={workspace !== null}
      onClose={onClose}
      title={workspace?.name ?? ''}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {workspace === null ? null : <Dashboards id={workspace.id} />}
    </Modal>
  )
}

function Dashboards({ id }: { id: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  const { data, error, refetch } = useAsk(listDashboards, { id })
  if (error && data === undefined) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ChoiceSkeleton />
  if (data.data.length === 0) return <Text c="dimmed">{t('embedding.workspaces.noDashboards')}</Text>
  return (
    <Stack>
      <Text c="dimmed">{t('embedding.workspaces.dashboardsText')}</Text>
      <Accordion variant="separated" order={3} value={open} onChange={setOpen}>
        {data.data.map(({ service_dashboard_id, name }) => (
          <Accordion.Item key={service_dashboard_id} value={service_dashboard_id}>
            <Accordion.Control>
              <span className={classes.name}>{name}</span>
            </Accordion.Control>
            <Accordion.Panel>
              {open === service_dashboard_id ? <Tiles asked={{ id, service_dashboard_id }} label={name} /> : null}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  )
}

function Tiles({ asked, label }: { asked: { id: string; service_dashboard_id: string }; label: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useAsk(listTiles, asked)
  if (error && data === undefined) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ChoiceSkeleton />
  if (data.data.length === 0) return <Text c="dimmed">{t('embedding.workspaces.noTiles')}</Text>
  return (
    <ul className={classes.choices} aria-label={label}>
      {data.data.map((tile) => (
        <Tile key={tile.service_tile_id} tile={tile} />
      ))}
    </ul>
  )
}

function Tile({ tile: { title, dataset, report } }: { tile: ReceivedOf<typeof listTiles>['data'][number] }) {
  const { t } = useTranslation()
  return (
    <li className={classes.dataset}>
      <span className={classes.name}>{title ?? t('embedding.workspaces.untitledTile')}</span>
      {dataset === null ? null : (
        <span className={classes.quiet}>{t('embedding.workspaces.tileData', { name: dataset })}</span>
      )}
      <span className={classes.quiet}>
        {report === null ? (
          t('embedding.workspaces.tileUnpublished')
        ) : (
          <>
            {t('embedding.workspaces.tileReport')}:{' '}
            <PathLink to={`/report/${report.id}/access`}>{report.name}</PathLink>
          </>
        )}
      </span>
    </li>
  )
}
