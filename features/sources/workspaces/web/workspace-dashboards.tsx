// The dashboards of a workspace. The tiles of a dashboard are loaded when a person opens it.
import { Accordion, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { listDashboards, listTiles } from '../contract.ts'
import classes from './workspace-choices.module.css'
import { Answered, ContentsDialog, type ContentsProps } from './workspace-contents.tsx'

export const WorkspaceDashboards = (props: ContentsProps) => (
  <ContentsDialog {...props}>{(id) => <Dashboards id={id} />}</ContentsDialog>
)

function Dashboards({ id }: { id: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Answered answer={useCallQuery(listDashboards, { id })} empty={t('sources.workspaces.noDashboards')}>
      {(dashboards) => (
        <Stack>
          <Text c="dimmed">{t('sources.workspaces.dashboardsText')}</Text>
          <Accordion variant="separated" order={3} value={open} onChange={setOpen}>
            {dashboards.map(({ service_dashboard_id, name }) => (
              <Accordion.Item key={service_dashboard_id} value={service_dashboard_id}>
                <Accordion.Control>
                  <span className={classes.name}>{name}</span>
                </Accordion.Control>
                <Accordion.Panel>
                  {open === service_dashboard_id ? (
                    <Tiles dashboard={{ id, service_dashboard_id }} label={name} />
                  ) : null}
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </Stack>
      )}
    </Answered>
  )
}

function Tiles({ dashboard, label }: { dashboard: { id: string; service_dashboard_id: string }; label: string }) {
  const { t } = useTranslation()
  return (
    <Answered answer={useCallQuery(listTiles, dashboard)} empty={t('sources.workspaces.noTiles')}>
      {(tiles) => (
        <ul className={classes.choices} aria-label={label}>
          {tiles.map((tile) => (
            <Tile key={tile.service_tile_id} tile={tile} />
          ))}
        </ul>
      )}
    </Answered>
  )
}

function Tile({ tile: { title, dataset, report } }: { tile: ReceivedOf<typeof listTiles>['data'][number] }) {
  const { t } = useTranslation()
  return (
    <li className={classes.dataset}>
      <span className={classes.name}>{title ?? t('sources.workspaces.untitledTile')}</span>
      {dataset === null ? null : (
        <span className={classes.quiet}>{t('sources.workspaces.tileData', { name: dataset })}</span>
      )}
      <span className={classes.quiet}>
        {report === null ? (
          t('sources.workspaces.tileUnpublished')
        ) : (
          <>
            {t('sources.workspaces.tileReport')}: <PathLink to={`/report/${report.id}/access`}>{report.name}</PathLink>
          </>
        )}
      </span>
    </li>
  )
}
