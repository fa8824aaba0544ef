import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import type { showStatus } from '../contract.ts'
import { isFull } from './status-concerns.ts'
import classes from './status-page.module.css'

type Status = ReceivedOf<typeof showStatus>

/** Shows one tile for each figure, with its parts below. */
export function StatusTiles({ status }: { status: Status }) {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const { database, jobs, mails, processes, report_service } = status
  const size = (bytes: number) =>
    bytes < 1e9
      ? number(bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })
      : number(bytes / 1e9, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 })
  const failed = (jobCount: number) =>
    jobCount > 0 ? <span className={classes.lost}>{t('operations.status.failed', { count: jobCount })}</span> : null
  const age = (seconds: number | null) =>
    seconds === null
      ? t('operations.status.nothingWaits')
      : t('operations.status.oldest', {
          age: number(Math.ceil(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
        })
  const disk = processes.find(({ disk_bytes }) => disk_bytes !== null)
  return (
    <dl className={classes.tiles}>
      <Tile name={t('operations.status.database')} figure={size(database.size_bytes)}>
        <span>PostgreSQL {database.version}</span>
        <span>
          {t('operations.status.connections', { count: database.connections, max: database.most_connections })}
        </span>
        {database.replicas > 0 ? <span>{t('operations.status.replicas', { count: database.replicas })}</span> : null}
      </Tile>
      <Tile name={t('operations.status.migrations')} figure={number(database.migrations)}>
        <span>{database.last_migration}</span>
        <span>{dateTime(database.migrated_at)}</span>
      </Tile>
      <Tile name={t('operations.status.jobs')} figure={number(jobs.waiting)}>
        <span>{age(jobs.oldest_seconds)}</span>
        <span>{t('operations.status.active', { count: jobs.active })}</span>
        {failed(jobs.failed)}
      </Tile>
      <Tile name={t('operations.status.mails')} figure={number(mails.waiting)}>
        <span>{age(mails.oldest_seconds)}</span>
        {failed(mails.failed)}
      </Tile>
      <Tile
        name={t('operations.status.reports')}
        figure={t(`operations.status.${report_service ?? 'absent'}`)}
        alarm={report_service === 'away' || report_service === 'rebuilding'}
      />
      {disk ? (
        <Tile name={t('operations.status.disk')} figure={size(disk.disk_free_bytes ?? 0)} alarm={isFull(disk)}>
          <span>{t('operations.status.diskOf', { size: size(disk.disk_bytes ?? 0) })}</span>
        </Tile>
      ) : null}
    </dl>
  )
}

type TileProps = { name: string; figure: string; alarm?: boolean; children?: ReactNode }

function Tile({ name, figure, alarm = false, children }: TileProps) {
  return (
    <div className={classes.tile} data-alarm={alarm || undefined}>
      <dt>{name}</dt>
      <dd className={classes.figure}>{figure}</dd>
      <dd className={classes.notes}>{children}</dd>
    </div>
  )
}
