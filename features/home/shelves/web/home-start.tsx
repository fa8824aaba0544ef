import { Button } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listWorkspaces } from '#features/sources/workspaces/contract.ts'
import { readWelcome } from '#features/home/welcome/contract.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'

/** The home page of a person without reports. */
export function NothingYet() {
  const { t } = useTranslation()
  const { screens } = useSession()
  const mayAdd = useCan('report.add')
  const mayAsk = useCan('catalog.read') && screens.has('catalogs')
  return (
    <EmptyState
      title={t('home.shelves.empty.title')}
      text={t(mayAdd ? 'home.welcome.nothing.manager' : 'home.shelves.empty.text')}
      icon={<IconReportAnalytics size={22} stroke={1.6} aria-hidden />}
    >
      {mayAdd ? <HomeStart /> : mayAsk ? <CatalogLink /> : null}
    </EmptyState>
  )
}

/** The way of a reader to the reports that they may ask for. */
function CatalogLink() {
  const { t } = useTranslation()
  return (
    <Button component={PathLink} to="/catalogs">
      {t('reports.catalogs.title')}
    </Button>
  )
}

/** The first step of a manager whose business unit has no reports yet. */
function HomeStart() {
  const { t } = useTranslation()
  const { screens } = useSession()
  const mayConnect = useCan('workspace.read') && screens.has('powerbi/workspace')
  const { data } = useCallQuery(listWorkspaces, { size: 25 }, { enabled: mayConnect })
  const { data: welcome } = useCallQuery(readWelcome, {})
  // The report form starts with a workspace: without one it is useless.
  const needsWorkspace = data?.total === 0
  // The first steps above already lead to the workspaces.
  if (needsWorkspace && welcome?.done_steps && welcome.hints.includes('first_steps')) return null
  return (
    <Button component={PathLink} to={needsWorkspace ? '/powerbi/workspace' : '/report/add'}>
      {t(needsWorkspace ? 'sources.workspaces.title' : 'home.welcome.nothing.start')}
    </Button>
  )
}
