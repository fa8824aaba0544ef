// Grants reports to people who are chosen already: one call per report with all of them, so that the server checks each report by itself.
import { Progress, Stack } from '@mantine/core'
import { IconLockAccess } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import type { AddedDialogProps } from '#platform/web/pages/bulk/added-bulk.tsx'
import { BulkFailures } from '#platform/web/pages/bulk/bulk-bar.tsx'
import { useBulk } from '#platform/web/pages/bulk/use-bulk.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listReports } from '#features/reports/library/contract.ts'
import { type NamedReport, ReportsSelect } from '#features/reports/library/web/exports.tsx'
import { addAccess, maxGrants } from '../contract.ts'
import { useBulkGrant } from '#features/reports/grant-fields/web/exports.tsx'

/** The dialog that grants reports to people. The list of people adds it as an action, and the reports of one person open it. */
export default function PeopleGrantDialog({ records: people, onClose }: AddedDialogProps) {
  const { t } = useTranslation()
  const [reports, setReports] = useState<NamedReport[]>([])
  const [person] = people
  const only = people.length === 1 && person ? { user_id: person.id, group_id: null } : null
  const { reading, notifies, fields, isLoaded, check } = useBulkGrant(
    reports.map(({ id }) => id),
    { grantee: only },
  )
  /** Number of reports that earlier attempts granted. */
  const [grantedCount, setGrantedCount] = useState(0)
  const bulk = useBulk<Part>((_, failed) => {
    const left = reports.filter(({ id }) => failed.some(({ row }) => row.report_id === id))
    const all = grantedCount + reports.length - left.length
    setGrantedCount(all)
    if (left.length > 0) return setReports(left)
    toastDone(t('reports.access.people.done', { count: all }))
    onClose()
  })
  const grant = () => {
    if (!check()) return
    const action = {
      key: 'grant',
      label: t('reports.access.people.action'),
      icon: IconLockAccess,
      call: addAccess,
      refreshes: [listReports],
      allows: () => true,
      input: ({ report_id, user_ids }: Part) => ({
        report_id,
        grants: user_ids.map((user_id) => ({ user_id, group_id: null, ...reading })),
        tell: notifies,
      }),
    }
    void bulk.start(action, partsOf(reports, people), '')
  }
  const { running } = bulk
  return (
    <Dialog
      opened
      size="lg"
      onClose={onClose}
      title={
        people.length === 1
          ? t('reports.access.people.titleOne', { name: people[0]?.name })
          : t('reports.access.people.title', { count: people.length })
      }
    >
      <Stack>
        <ReportsSelect
          label={t('reports.access.people.reports')}
          description={t('reports.access.people.help')}
          value={reports}
          onChange={setReports}
        />
        {fields}
        <BulkFailures failed={bulk.failed} nameOf={({ name }) => name} onClose={bulk.forget} />
        {running === null ? null : (
          <Progress value={(100 * running.done) / running.total} aria-label={running.action.label} />
        )}
        <DialogButtons
          action={t('reports.access.people.action')}
          disabled={reports.length === 0 || !isLoaded}
          busy={running !== null}
          onCancel={onClose}
          onAct={grant}
        />
      </Stack>
    </Dialog>
  )
}

/** One call: a report with as many people as one call accepts. */
type Part = { id: string; name: string; report_id: string; user_ids: string[] }

function partsOf(reports: readonly NamedReport[], people: AddedDialogProps['records']): Part[] {
  const count = Math.ceil(people.length / maxGrants)
  const parts = Array.from({ length: count }, (_, index) => people.slice(index * maxGrants, (index + 1) * maxGrants))
  return reports.flatMap(({ id, name }) =>
    parts.map((part, index) => ({
      id: `${id} ${index}`,
      name,
      report_id: id,
      user_ids: part.map((person) => person.id),
    })),
  )
}
