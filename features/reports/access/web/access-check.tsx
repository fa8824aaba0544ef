// Why a person opens a report, or why not: one sentence for each rule. An administrator can open a preview of the report as that person
// from this dialog.
import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconEye, IconUserSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingBlock } from '#platform/web/ui/loading-block.tsx'
import { explainAccess, type Grant } from '../contract.ts'
import { ReportPreview } from '#features/reports/stage/web/exports.tsx'
import classes from './access-check.module.css'
import { usePageNames, useRoleNames } from '#features/reports/grant-fields/web/exports.tsx'

type CheckProps = {
  reportId: string
  person: { id: string; name: string }
  /** The grants of a form with unsaved changes; null: the form has none. */
  drafts: Grant[] | null
  onClose: () => void
}

export function AccessCheck({ reportId, person, drafts, onClose }: CheckProps) {
  const { t } = useTranslation()
  // Nobody opens a preview as a third person in remote access.
  const mayPreview = useSession().remoteAccess === null
  const [isPreviewed, setPreviewed] = useState(false)
  if (isPreviewed) {
    return <ReportPreview reportId={reportId} person={person} drafts={drafts} onClose={() => setPreviewed(false)} />
  }
  return (
    <Dialog opened size="lg" onClose={onClose} title={t('reports.access.check.title', { name: person.name })}>
      <Explanation reportId={reportId} userId={person.id} />
      {drafts === null ? null : (
        <Text size="sm" c="dimmed" mt="md">
          {t('reports.access.check.unsaved')}
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('general.action.close')}
        </Button>
        {mayPreview ? (
          <Button
            leftSection={<IconUserSearch size={16} stroke={1.8} aria-hidden />}
            onClick={() => setPreviewed(true)}
          >
            {t('reports.access.check.preview')}
          </Button>
        ) : null}
      </Group>
    </Dialog>
  )
}

function Explanation({ reportId, userId }: { reportId: string; userId: string }) {
  const { t } = useTranslation()
  const accessQuestion = { report_id: reportId, user_id: userId }
  const { data, error, refetch } = useCallQuery(explainAccess, accessQuestion, { freshFor: 0 })
  const sentence = useRuleSentence(reportId)
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingBlock height={160} />
  const { opens, report, person, rules } = data
  return (
    <>
      <Text fw={600} mb="sm">
        {t(opens ? 'reports.access.check.opens' : 'reports.access.check.refused', { report, person })}
      </Text>
      <ul className={classes.rules}>
        {rules.map((rule) => {
          const Icon = icons[rule.verdict]
          return (
            <li key={JSON.stringify(rule)} data-verdict={rule.verdict}>
              <Icon className={classes.icon} size={18} stroke={1.8} aria-hidden />
              <span>
                <VisuallyHidden>{t(`reports.access.check.verdict.${rule.verdict}`)} </VisuallyHidden>
                {sentence(rule)}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const icons = { in: IconCheck, out: IconX, shows: IconEye }

type Rule = ReceivedOf<typeof explainAccess>['rules'][number]

function useRuleSentence(reportId: string): (rule: Rule) => string {
  const { t } = useTranslation()
  const { day: written } = useFormats()
  const list = useRoleNames()
  const pageName = usePageNames(reportId)
  return ({ rule, name, roles, pages, day }) => {
    const until = day === null ? '' : written(day)
    switch (rule) {
      case 'own_grant':
        return t(day === null ? 'reports.access.why.own_grant' : 'reports.access.why.own_grantUntil', { day: until })
      case 'group_grant':
        return t(day === null ? 'reports.access.why.group_grant' : 'reports.access.why.group_grantUntil', {
          group: name,
          day: until,
        })
      case 'ended_grant':
        return t(name === null ? 'reports.access.why.ended_own' : 'reports.access.why.ended_group', {
          group: name,
          day: until,
        })
      case 'overruled_grant':
        return t('reports.access.why.overruled_grant', { group: name })
      case 'ignored_rows':
      case 'unknown_role':
        return t(`reports.access.why.${rule}`, { role: name })
      case 'rows':
        return t('reports.access.why.rows', { count: roles.length, roles: list(roles), username: name })
      case 'some_pages':
        return t('reports.access.why.some_pages', { count: pages.length, pages: list(pages.map(pageName)) })
      default:
        return t(`reports.access.why.${rule}`)
    }
  }
}
