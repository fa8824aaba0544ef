import { Button } from '@mantine/core'
import { IconShieldCheck, IconWorldWww } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { Beginning } from '#platform/web/pages/list-rows.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { externalReportCalls } from '../contract.ts'
import { ExternalHostsDialog } from './external-hosts-dialog.tsx'
import { externalPlace } from './external-place.ts'

export function ExternalList() {
  const { t } = useTranslation()
  const [choosing, setChoosing] = useState(false)
  const mayChange = useCan('external_report.update')
  const list = { ...recordList(externalReportCalls, externalPlace), icon: IconWorldWww }
  const columns = useColumns()
  return (
    <>
      <ListPage
        {...list}
        columns={columns}
        renderBegin={(state) => (
          <>
            {mayChange ? (
              <Button
                variant="default"
                leftSection={<IconShieldCheck size={16} stroke={1.8} aria-hidden />}
                onClick={() => setChoosing(true)}
              >
                {t('reports.external.hosts.open')}
              </Button>
            ) : null}
            <Beginning {...list} columns={columns} state={state} />
          </>
        )}
      />
      {choosing ? <ExternalHostsDialog onClose={() => setChoosing(false)} /> : null}
    </>
  )
}

function useColumns(): Column<RowOf<typeof externalReportCalls.list>>[] {
  const { t } = useTranslation()
  return [
    { key: 'name', title: t('reports.external.field.name'), sort: 'name', cell: ({ name }) => name },
    { key: 'address', title: t('reports.external.field.address'), cell: ({ address }) => address },
    {
      key: 'people',
      title: t('reports.external.field.people'),
      width: '9rem',
      labelled: true,
      cell: ({ people, groups }) => t('reports.external.grantees', { people: people.length, groups: groups.length }),
    },
  ]
}
