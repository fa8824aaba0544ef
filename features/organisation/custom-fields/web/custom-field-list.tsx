import { Badge, Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PartnerFilter, useSeesPartners } from '#features/organisation/tenants/web/exports.tsx'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { queryText } from '#platform/web/routing/use-list.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { customFieldCalls } from '../contract.ts'
import { customFieldPlace } from './custom-field-place.ts'

type Row = RowOf<typeof customFieldCalls.list>

export function CustomFieldList() {
  const { t } = useTranslation()
  const isUnit = useSession().tenantId !== null
  return (
    <ListPage
      {...recordList(customFieldCalls, customFieldPlace)}
      icon={IconForms}
      columns={useColumns()}
      purpose={t(isUnit ? 'organisation.customFields.purpose' : 'organisation.customFields.purposeOfPartner')}
      renderBegin={({ options }) => <AddButton partner={options.parceiro_id} />}
      renderFilters={({ options, change }) => (
        <PartnerFilter value={options.parceiro_id} onChange={(parceiro_id) => change({ parceiro_id })} />
      )}
    />
  )
}

/** The button that adds a field to the partner whose fields are listed. */
function AddButton({ partner }: { partner: string | undefined }) {
  const { t } = useTranslation()
  if (!useCan('custom_field.add')) return null
  return (
    <Button
      renderRoot={(link) => <PathLink to={`/custom_fields/add${queryText({ parceiro_id: partner })}`} {...link} />}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('organisation.customFields.add')}
    </Button>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  const partner: Column<Row> = {
    key: 'partner',
    title: t('organisation.customFields.partner'),
    width: '18%',
    cell: ({ partner: name }) => name,
  }
  return [
    {
      key: 'name',
      title: t('organisation.customFields.field.name'),
      sort: 'name',
      width: '34%',
      cell: (row) => <Name row={row} />,
    },
    ...(useSeesPartners() ? [partner] : []),
    {
      key: 'kind',
      title: t('organisation.customFields.field.kind'),
      sort: 'kind',
      cell: ({ kind }) => t(`organisation.customFields.choice.kind.${kind}`),
    },
    {
      key: 'required',
      title: t('organisation.customFields.field.required'),
      width: '9rem',
      wideOnly: true,
      cell: ({ required }) => (required ? t('general.action.yes') : t('general.action.no')),
    },
    {
      key: 'people',
      title: t('organisation.customFields.people'),
      sort: 'people',
      width: '10rem',
      cell: ({ people }) => t('organisation.customFields.filled', { count: people, shown: number(people) }),
    },
  ]
}

/** The name of a field; a global field has a label, the unit's own fields have none. */
function Name({ row: { name, global, can } }: { row: Row }) {
  const { t } = useTranslation()
  if (!global || can.length > 0) return name
  return (
    <>
      {name}{' '}
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t('organisation.customFields.ofPartner')}
      </Badge>
    </>
  )
}
