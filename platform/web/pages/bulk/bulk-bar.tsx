// The bar of actions for all selected records, visible at any scroll position. Next: use-selection.ts, use-bulk.ts.
import { ActionIcon, Button, Group, Progress, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../ui/confirm-dialog.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { underToasts } from '../../ui/above-toasts.ts'
import { toastDone } from '../../ui/toasts.tsx'
import classes from './bulk-bar.module.css'
import type { Listed } from '../listed-record.ts'
import { type BulkAction, type BulkCall, type Failed, useBulk } from './use-bulk.ts'
import type { Selected } from './use-selection.ts'

type BulkBarProps<Row extends Listed> = {
  selection: Selected<Row>
  actions: BulkAction<Row>[]
  /** Returns the name by which people know a record. */
  nameOf: (row: Row) => string
  /** True for a list with infinite scrolling, whose page bar is at the bottom of the window. */
  scrolling: boolean
}

export function BulkBar<Row extends Listed>({ selection, actions, nameOf, scrolling }: BulkBarProps<Row>) {
  const { t } = useTranslation()
  const bulk = useBulk<Row>((done, failed) => {
    selection.drop(done)
    if (failed.length === 0 && done.length > 0) toastDone(t('general.bulk.done', { count: done.length }))
  })
  const { rows } = selection
  const rowCount = rows.length
  if (rowCount === 0) return null
  return (
    <section
      className={classes.bar}
      data-scrolling={scrolling || undefined}
      aria-label={t('general.bulk.bar')}
      {...underToasts}
    >
      <BulkFailures failed={bulk.failed} nameOf={nameOf} onClose={bulk.forget} />
      {bulk.running === null ? (
        <div className={classes.line}>
          <output className={classes.count}>{t('general.bulk.selected', { count: rowCount })}</output>
          {selection.all === true ? null : (
            <UnstyledButton className={classes.quiet} onClick={selection.toggleAll}>
              {t(scrolling ? 'general.bulk.allLoaded' : 'general.bulk.all')}
            </UnstyledButton>
          )}
          <Actions
            rows={rows}
            actions={actions}
            nameOf={nameOf}
            onStart={(action) => void bulk.start(action, rows, t('general.bulk.unable'))}
          />
          <ActionIcon
            className={classes.close}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('general.bulk.clear')}
            onClick={selection.clear}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      ) : (
        <div className={classes.line}>
          <output className={classes.count}>
            {t('general.bulk.running', {
              action: bulk.running.action.label,
              done: bulk.running.done,
              total: bulk.running.total,
            })}
          </output>
          <Progress
            className={classes.progress}
            value={(100 * bulk.running.done) / bulk.running.total}
            aria-label={bulk.running.action.label}
          />
          <Button variant="default" size="xs" onClick={bulk.stop}>
            {t('general.bulk.stop')}
          </Button>
        </div>
      )}
    </section>
  )
}

type ActionsProps<Row extends Listed> = {
  rows: Row[]
  actions: BulkAction<Row>[]
  nameOf: (row: Row) => string
  onStart: (action: BulkCall<Row>) => void
}

/** Actions that only some of the selected records allow, with their number; the others stay selected and are named. */
function Actions<Row extends Listed>({ rows, actions, nameOf, onStart }: ActionsProps<Row>) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [erasing, setErasing] = useState<BulkCall<Row> | null>(null)
  const [choosing, setChoosing] = useState<BulkAction<Row> | null>(null)
  const possible = actions.filter(({ allows }) => rows.some(allows))
  const erased = erasing === null ? [] : rows.filter(erasing.allows)
  const [only] = erased
  // The text that the person types to confirm: the name of one record, or the number of several records and their noun.
  const typedText = erased.length === 1 && only ? nameOf(only) : t('general.list.count', { count: erased.length })
  const choose = async (action: BulkAction<Row>) => {
    if ('renderDialog' in action) return setChoosing(action)
    if (action.erases) return setErasing(action)
    if (action.renderChoice) return setChoosing(action)
    if (action.question === undefined || (await confirm(action.question(rows.filter(action.allows).length))))
      onStart(action)
  }
  const chosenDialog = (action: BulkAction<Row>) => {
    const dialog = { rows: rows.filter(action.allows), close: () => setChoosing(null) }
    if ('renderDialog' in action) return action.renderDialog(dialog)
    const choose = (fields: object) => {
      onStart({ ...action, input: (row) => ({ ...action.input(row), ...fields }) })
      setChoosing(null)
    }
    return action.renderChoice?.({ ...dialog, choose })
  }
  const labelOf = ({ label, allows }: BulkAction<Row>) => {
    const rowCount = rows.filter(allows).length
    return rowCount === rows.length
      ? label
      : t('general.bulk.part', { action: label, count: rowCount, total: rows.length })
  }
  if (possible.length === 0) return <span className={classes.none}>{t('general.bulk.nothing')}</span>
  return (
    <Group gap="xs" className={classes.actions}>
      {possible.map((action) => (
        <Button
          key={action.key}
          variant="default"
          size="xs"
          {...('erases' in action && { c: 'var(--danger)' })}
          leftSection={<action.icon size={16} aria-hidden />}
          onClick={() => void choose(action)}
        >
          {labelOf(action)}
        </Button>
      ))}
      {choosing === null ? null : chosenDialog(choosing)}
      <DeleteDialog
        name={erasing === null ? null : typedText}
        text={erasing?.erases?.text}
        onClose={() => setErasing(null)}
        onDelete={() => {
          if (erasing) onStart(erasing)
          setErasing(null)
        }}
      />
    </Group>
  )
}

type FailuresProps<Row extends Listed> = { failed: Failed<Row>[]; nameOf: (row: Row) => string; onClose: () => void }

/** The records of a run that failed, each with the reason. */
export function BulkFailures<Row extends { id: string }>({ failed, nameOf, onClose }: FailuresProps<Row>) {
  const { t } = useTranslation()
  if (failed.length === 0) return null
  return (
    <div className={classes.failures} role="alert">
      <Group justify="space-between" wrap="nowrap">
        <b>{t('general.bulk.failed', { count: failed.length })}</b>
        <ActionIcon variant="subtle" color="gray" aria-label={t('general.action.close')} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ul className={classes.list}>
        {failed.map(({ row, message }) => (
          <li key={row.id}>
            <b>{nameOf(row)}</b> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
