// The order of the reports of a subgroup: by dragging a line, or with its two buttons. Saved as a whole.
import { ActionIcon, Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useAsk, useTell } from '#platform/web/client/use-ask.ts'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listReports, orderReports, readOrder } from '../../contract.ts'
import classes from './subgroup-order.module.css'

type OrderDialogProps = { subgroup: { id: string; name: string } | null; onClose: () => void }

export function OrderDialog({ subgroup, onClose }: OrderDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      centered
      opened={subgroup !== null}
      onClose={onClose}
      title={subgroup === null ? '' : t('reports.order.title', { name: subgroup.name })}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
    >
      {subgroup === null ? null : <Loaded key={subgroup.id} id={subgroup.id} onClose={onClose} />}
    </Modal>
  )
}

function Loaded({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useAsk(readOrder, { subgroup_id: id }, { freshFor: 0 })
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} aria-label={t('general.state.loading')} />
  return <Order subgroupId={id} reports={data.data} onClose={onClose} />
}

type Ordered = ReceivedOf<typeof readOrder>['data'][number]

function Order({ subgroupId, reports, onClose }: { subgroupId: string; reports: Ordered[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [order, setOrder] = useState(reports)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const save = useTell(orderReports, {
    refreshes: [listReports],
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  const move = (id: string, to: number) => {
    const from = order.findIndex((report) => report.id === id)
    const report = order[from]
    if (!report || to < 0 || to >= order.length || from === to) return
    setOrder(order.toSpliced(from, 1).toSpliced(to, 0, report))
    setSaid(t('reports.order.moved', { name: report.name, place: to + 1, count: order.length }))
  }
  const over = (event: DragEvent, at: number) => {
    if (dragged === null) return
    event.preventDefault()
    move(dragged, at)
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('reports.order.text')}
      </Text>
      <ol className={classes.list}>
        {order.map(({ id, name, hidden }, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second way beside the two buttons of the line
          <li
            key={id}
            className={classes.line}
            data-dragged={dragged === id || undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(id)
            }}
            onDragOver={(event) => over(event, at)}
            onDragEnd={() => setDragged(null)}
            onDrop={(event) => event.preventDefault()}
          >
            <IconGripVertical className={classes.grip} size={16} stroke={1.8} aria-hidden />
            <span className={classes.name}>
              {name}
              {hidden ? <span className={classes.quiet}> · {t('reports.hiddenBadge')}</span> : null}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={at === 0}
              aria-label={t('reports.groups.moveUp', { name })}
              onClick={() => move(id, at - 1)}
            >
              <IconArrowUp size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={at === order.length - 1}
              aria-label={t('reports.groups.moveDown', { name })}
              onClick={() => move(id, at + 1)}
            >
              <IconArrowDown size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <div className={classes.said} aria-live="polite">
        {said}
      </div>
      <Group justify="space-between" mt="md">
        <Button
          variant="subtle"
          color="gray"
          onClick={() => setOrder(order.toSorted((a, b) => a.name.localeCompare(b.name)))}
        >
          {t('reports.order.byName')}
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
