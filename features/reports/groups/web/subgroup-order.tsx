// The order of the reports of a subgroup, which is saved as a whole.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingBlock } from '#platform/web/ui/loading-block.tsx'
import { OrderedList } from '#platform/web/ui/ordered-list.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listReports, orderReports, readOrder } from '#features/reports/library/contract.ts'
import classes from './subgroup-order.module.css'

type OrderDialogProps = { subgroup: { id: string; name: string } | null; onClose: () => void }

export function OrderDialog({ subgroup, onClose }: OrderDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={subgroup !== null}
      onClose={onClose}
      title={subgroup === null ? '' : t('reports.library.order.title', { name: subgroup.name })}
    >
      {subgroup === null ? null : <LoadedSubgroups key={subgroup.id} id={subgroup.id} onClose={onClose} />}
    </Dialog>
  )
}

function LoadedSubgroups({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useCallQuery(readOrder, { subgroup_id: id }, { once: true })
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingBlock height={160} />
  return <Order subgroupId={id} reports={data.data} onClose={onClose} />
}

type Ordered = ReceivedOf<typeof readOrder>['data'][number]

function Order({ subgroupId, reports, onClose }: { subgroupId: string; reports: Ordered[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [order, setOrder] = useState(reports)
  const save = useCallMutation(orderReports, {
    refreshes: [listReports],
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('reports.library.order.text')}
      </Text>
      <OrderedList
        inDialog
        entries={order}
        nameOf={({ name }) => name}
        onChange={setOrder}
        renderWords={({ name, hidden }) => (
          <>
            {name}
            {hidden ? <span className={classes.quiet}> · {t('reports.library.hiddenBadge')}</span> : null}
          </>
        )}
      />
      <Group justify="space-between" mt="md">
        <Button
          variant="subtle"
          color="gray"
          onClick={() => setOrder(order.toSorted((a, b) => a.name.localeCompare(b.name)))}
        >
          {t('reports.library.order.byName')}
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('general.action.cancel')}
          </Button>
          <Button
            loading={save.isPending}
            onClick={() => save.mutate({ subgroup_id: subgroupId, ids: order.map(({ id }) => id) })}
          >
            {t('general.action.save')}
          </Button>
        </Group>
      </Group>
    </>
  )
}
