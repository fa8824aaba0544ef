import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { datasetPlace } from './dataset-place.ts'

/** The way to the schedule of refreshes, for people who may open it; nothing for others. */
export function RefreshScheduleLink() {
  const { t } = useTranslation()
  const { can, screens } = useSession()
  if (!can.has('dataset.read') || !screens.has('powerbi/datasets')) return null
  return (
    <Button
      variant="default"
      leftSection={<IconCalendar size={16} stroke={1.8} aria-hidden />}
      renderRoot={(props) => <PathLink to={`${datasetPlace.path}/calendar`} {...props} />}
    >
      {t('reports.datasets.schedule')}
    </Button>
  )
}
