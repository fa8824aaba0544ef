import { Anchor, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { PathLink, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import type { Period } from '#platform/web/ui/period-chip.tsx'
import { UsageNumbers, UsagePeriod } from '#features/reports/usage/web/exports.tsx'
import { viewManagement } from '../contract.ts'
import { CostsPeriod, ManagementCosts } from './management-costs.tsx'
import { ManagementEmbedded } from './management-embedded.tsx'
import { managementPlace } from './management-place.ts'

/** One management report: the numbers of the person's business unit. */
export function ManagementViewPage() {
  const { t, i18n } = useTranslation()
  const id = usePathPart('id')
  const [period, setPeriod] = useState<Partial<Period>>({})
  const { data, error, refetch } = useCallQuery(viewManagement, { id, ...period }, { keep: true })
  return (
    <>
      <Anchor component={PathLink} to={managementPlace.path} size="sm">
        <IconArrowLeft size={14} stroke={1.8} aria-hidden /> {t('reports.management.page.back')}
      </Anchor>
      <PageHeader
        title={data ? inLanguage(data.title, i18n.language) : t('reports.management.noun')}
        text={data && inLanguage(data.description, i18n.language)}
      />
      {error && !data ? (
        <FailedState failure={error} {...(error.http === 404 ? {} : { onRetry: () => void refetch() })} />
      ) : data?.source === 'report' ? (
        <ManagementEmbedded id={id} title={inLanguage(data.title, i18n.language)} />
      ) : (
        <>
          {/* The only filter: a phone shows it without a button for more. */}
          <Group mb="md">
            {data?.source === 'costs' ? (
              <CostsPeriod period={period} onChange={setPeriod} />
            ) : (
              <UsagePeriod options={period} onChange={setPeriod} />
            )}
          </Group>
          {data?.costs ? (
            <ManagementCosts costs={data.costs} />
          ) : (
            <UsageNumbers
              usage={data?.usage ?? undefined}
              options={period}
              {...(data && data.source !== 'costs' && { shows: data.source })}
            />
          )}
        </>
      )}
    </>
  )
}
