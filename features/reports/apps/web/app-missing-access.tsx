// Says which reports of a stored app its readers may not open, with the way to give them access.
import { Alert, Anchor, List } from '@mantine/core'
import { IconLockAccess } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { readMissingAccess } from '../contract.ts'

/** Nothing while each reader may open every report. For people who may give access. */
export function MissingAccessNote({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data } = useCallQuery(readMissingAccess, { id }, { freshFor: 0 })
  if (data === undefined || data.people === 0) return null
  const { people, reports } = data
  return (
    <Alert
      color="amber"
      variant="light"
      c="var(--ink)"
      role="note"
      icon={<IconLockAccess aria-hidden />}
      title={t('reports.apps.missing.title', {
        people: t('reports.apps.missing.people', { count: people }),
        reports: t('reports.apps.missing.reports', { count: reports.length }),
      })}
    >
      {t('reports.apps.missing.text')}
      <List size="sm" mt="xs">
        {reports.map((report) => (
          <List.Item key={report.id}>
            <Anchor component={PathLink} to={`/report/${report.id}/access`} inherit underline="always">
              {report.name}
            </Anchor>
            : {t('reports.apps.missing.people', { count: report.people })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
