// Bulk actions of the list of reports: move, change settings, grant. Each report is one call, which the server checks by itself.
import { Select, Stack, Text } from '@mantine/core'
import { IconAdjustments, IconFolderShare, IconLockAccess } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import type { BulkAction, BulkCall } from '#platform/web/pages/bulk/use-bulk.ts'
import { addAccess } from '#features/reports/access/contract.ts'
import { useBulkGrant } from '#features/reports/grant-fields/web/exports.tsx'
import { type listReports, orientations, updateReport } from '../contract.ts'
import { listReportGroups } from '#features/reports/groups/contract.ts'
import { SubgroupSelect } from '#features/reports/subgroups/web/exports.tsx'
import { type Grantee, GranteeChoice } from './grantee-choice.tsx'

type Row = RowOf<typeof listReports>
type BulkChoiceProps = Parameters<NonNullable<BulkCall<Row>['renderChoice']>>[0]

export function useReportBulk(): BulkAction<Row>[] {
  const { t } = useTranslation()
  const update = {
    call: updateReport,
    refreshes: [listReportGroups],
    allows: ({ can }: Row) => can.includes('update'),
    input: ({ id, version }: Row) => ({ id, version }),
  }
  return [
    {
      ...update,
      key: 'move',
      label: t('reports.library.bulk.move'),
      icon: IconFolderShare,
      renderChoice: (choiceProps) => <MoveDialog key="move" {...choiceProps} />,
    },
    {
      ...update,
      key: 'change',
      label: t('reports.library.bulk.change'),
      icon: IconAdjustments,
      renderChoice: (choiceProps) => <ChangeDialog key="change" {...choiceProps} />,
    },
    {
      key: 'grant',
      label: t('reports.library.bulk.grant'),
      icon: IconLockAccess,
      call: addAccess,
      allows: ({ can }) => can.includes('grant'),
      input: ({ id }) => ({ report_id: id }),
      renderChoice: (choiceProps) => <GrantDialog key="grant" {...choiceProps} />,
    },
  ]
}

type DialogProps = {
  title: string
  action: string
  able: boolean
  onDo: () => void
  close: () => void
  children: ReactNode
}

function BulkDialog({ title, action, able, onDo, close, children }: DialogProps) {
  return (
    <Dialog opened size="lg" onClose={close} title={title}>
      <Stack>
        {children}
        <DialogButtons action={action} disabled={!able} onCancel={close} onAct={onDo} />
      </Stack>
    </Dialog>
  )
}

function MoveDialog({ rows, choose, close }: BulkChoiceProps) {
  const { t } = useTranslation()
  const [subgroup, setSubgroup] = useState<string | null>(null)
  return (
    <BulkDialog
      title={t('reports.library.bulk.moveTitle', { count: rows.length })}
      action={t('reports.library.bulk.move')}
      able={subgroup !== null}
      onDo={() => choose({ subgroup_id: subgroup })}
      close={close}
    >
      <SubgroupSelect
        none={t('reports.library.places.none')}
        value={subgroup}
        error={undefined}
        onChange={setSubgroup}
      />
    </BulkDialog>
  )
}

const changed = [
  'show_on_catalog',
  'show_on_app',
  'show_page_navigation',
  'show_filter_pane',
  'show_toolbar',
  'show_visual_headers',
  'show_hidden_pages',
  'show_last_update',
  'show_mobile_background',
  'allow_comments',
  'allow_edit',
  'export',
  'hidden',
] as const

/** The dialog that changes settings of the chosen reports. A setting stays unchanged unless a value is chosen. */
function ChangeDialog({ rows, choose, close }: BulkChoiceProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Record<string, boolean | string>>({})
  const set = (field: string, value: boolean | string | null) => {
    const { [field]: _, ...others } = values
    setValues(value === null ? others : { ...others, [field]: value })
  }
  const stays = { value: '', label: t('reports.library.bulk.stays') }
  return (
    <BulkDialog
      title={t('reports.library.bulk.changeTitle', { count: rows.length })}
      action={t('general.action.save')}
      able={Object.keys(values).length > 0}
      onDo={() => choose(values)}
      close={close}
    >
      <Text size="sm" c="dimmed">
        {t('reports.library.bulk.changeText')}
      </Text>
      {changed.map((field) => (
        <Select
          key={field}
          label={t(`reports.library.field.${field}`)}
          data={[
            stays,
            { value: 'S', label: t('reports.library.yes') },
            { value: 'N', label: t('reports.library.no') },
          ]}
          value={field in values ? (values[field] === true ? 'S' : 'N') : ''}
          onChange={(value) => set(field, value === '' || value === null ? null : value === 'S')}
          allowDeselect={false}
        />
      ))}
      <Select
        label={t('reports.library.field.orientation')}
        data={[stays, ...orientations.map((value) => ({ value, label: t(`reports.library.orientations.${value}`) }))]}
        value={String(values['orientation'] ?? '')}
        onChange={(value) => set('orientation', value === '' ? null : value)}
        allowDeselect={false}
      />
    </BulkDialog>
  )
}

/** The dialog that adds one grant to all chosen reports. */
function GrantDialog({ rows, choose, close }: BulkChoiceProps) {
  const { t } = useTranslation()
  const [grantees, setGrantees] = useState<Grantee[]>([])
  const { reading, notifies, fields, isLoaded, check } = useBulkGrant(rows.map(({ id }) => id))
  const grants = grantees.map(({ user_id, group_id }) => ({ user_id, group_id, ...reading }))
  return (
    <BulkDialog
      title={t('reports.library.bulk.grantTitle', { count: rows.length })}
      action={t('reports.library.bulk.grant')}
      able={grantees.length > 0 && isLoaded}
      onDo={() => check() && choose({ grants, tell: notifies })}
      close={close}
    >
      <GranteeChoice grantees={grantees} onChange={setGrantees} />
      {fields}
    </BulkDialog>
  )
}
