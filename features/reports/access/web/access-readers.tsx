// What each reader of the report sees, as decided by the server; people who cannot open it come first.
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingBlock } from '#platform/web/ui/loading-block.tsx'
import { listReaders } from '../contract.ts'
import classes from './access-readers.module.css'
import { usePageNames, useRoleNames } from '#features/reports/grant-fields/web/exports.tsx'

type AccessReadersProps = {
  reportId: string
  secured: boolean
  /** Whether the list above has unsaved changes. */
  outdated: boolean
  /** Shows why a person opens the report, or why they do not. */
  onCheck: (person: { id: string; name: string }) => void
}

export function AccessReaders({ reportId, secured, outdated, onCheck }: AccessReadersProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCallQuery(listReaders, { report_id: reportId })
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingBlock height={120} />
  if (data.total === 0) return <Text c="dimmed">{t('reports.access.readersNone')}</Text>
  const refused = data.data.filter(({ outcome }) => outcome !== 'reads')
  const reading = data.data.filter(({ outcome }) => outcome === 'reads')
  return (
    <>
      {outdated ? <Text c="dimmed">{t('reports.access.unsaved')}</Text> : null}
      <section
        className={classes.frame}
        data-outdated={outdated || undefined}
        aria-label={t('reports.access.section.readers')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        <table className={classes.readers}>
          <thead>
            <tr>
              <th scope="col">{t('reports.access.reader.name')}</th>
              <th scope="col">{t('reports.access.reader.through')}</th>
              <th scope="col">{t('reports.access.reader.sees')}</th>
            </tr>
          </thead>
          <tbody>
            {[...refused, ...reading].map((reader) => (
              <ReaderRow key={reader.id} reportId={reportId} reader={reader} secured={secured} onCheck={onCheck} />
            ))}
          </tbody>
        </table>
      </section>
      {data.data.length < data.total ? (
        <Text size="sm" c="dimmed">
          {t('reports.access.readersMore', { shown: data.data.length, total: data.total })}
        </Text>
      ) : null}
    </>
  )
}

type Reader = ReceivedOf<typeof listReaders>['data'][number]

type ReaderProps = { reportId: string; reader: Reader; secured: boolean } & Pick<AccessReadersProps, 'onCheck'>

function ReaderRow({ reportId, reader, secured, onCheck }: ReaderProps) {
  const { t } = useTranslation()
  const { name, email, groups, direct, outcome } = reader
  const grantSources = [...(direct ? [t('reports.access.reader.direct')] : []), ...groups]
  return (
    <tr data-refused={outcome === 'reads' ? undefined : true}>
      <td>
        <Anchor component="button" type="button" inherit ta="start" onClick={() => onCheck({ id: reader.id, name })}>
          {name}
        </Anchor>
        <span className={classes.email}>{email}</span>
      </td>
      <td>{grantSources.join(', ')}</td>
      <td>
        {outcome === 'reads' ? (
          <Rows reader={reader} secured={secured} />
        ) : (
          t(`reports.access.outcome.${outcome}`, { role: reader.unknown_role })
        )}
        {outcome === 'reads' && reader.pages !== null ? <Pages reportId={reportId} pages={reader.pages} /> : null}
      </td>
    </tr>
  )
}

function Pages({ reportId, pages }: { reportId: string; pages: readonly string[] }) {
  const { t } = useTranslation()
  const nameOf = usePageNames(reportId)
  const list = useRoleNames()
  return <> {t('reports.access.onlyPages', { count: pages.length, pages: list(pages.map(nameOf)) })}</>
}

function Rows({ reader: { username, email, roles, custom_data }, secured }: Omit<ReaderProps, 'reportId' | 'onCheck'>) {
  const { t } = useTranslation()
  const list = useRoleNames()
  if (!secured) return t('reports.access.sees.everything')
  const values = { roles: list(roles), count: roles.length, username: username ?? '' }
  const rows = username === email ? t('reports.access.sees.own', values) : t('reports.access.sees.as', values)
  return custom_data === null ? rows : `${rows} ${t('reports.access.sees.data', { data: custom_data })}`
}
