// One group of the outline with its subgroups and their actions.
import { Menu, Skeleton, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { RowMenu } from '#platform/web/ui/row-menu.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { moveSubgroup, removeSubgroup } from '#features/reports/subgroups/contract.ts'
import { SubgroupDialog } from './subgroup-dialog.tsx'
import { listReportGroups, moveReportGroup, removeReportGroup } from '../contract.ts'
import { GroupDialog } from './group-dialog.tsx'
import classes from './group-outline.module.css'
import { GroupIcon } from './group-icon.tsx'
import { OrderDialog } from './subgroup-order.tsx'

export type Outlined = ReceivedOf<typeof listReportGroups>['data'][number]
type Subgroup = Outlined['subgroups'][number]

/** The position among the siblings, from 0; null if the list has another order. */
type Position = { index: number; total: number } | null

type GroupOutlineProps = { group: Outlined; position: Position; stale: boolean }

export function GroupOutline({ group, position, stale }: GroupOutlineProps) {
  const [dialog, setDialog] = useState<'rename' | 'remove' | 'add' | null>(null)
  const move = useCallMutation(moveReportGroup)
  const close = () => setDialog(null)
  return (
    <section className={classes.group} aria-labelledby={group.id} aria-busy={stale || move.isPending}>
      <header className={classes.head}>
        <GroupIcon icon={group.icon} size={18} className={classes.icon} />
        <h2 id={group.id} className={classes.name}>
          {group.name}
        </h2>
        <Reports count={group.reports} />
        <FolderMenu
          folder={group}
          position={position}
          onMove={(position) => move.mutate({ id: group.id, position })}
          onChange={() => setDialog('rename')}
          onRemove={() => setDialog('remove')}
        />
      </header>
      <Subgroups group={group} />
      <AddSubgroup onClick={() => setDialog('add')} />
      <GroupDialog group={dialog === 'rename' ? group : null} onClose={close} />
      <SubgroupDialog subgroup={dialog === 'add' ? { in: group } : null} onClose={close} />
      <GroupRemoval group={dialog === 'remove' ? group : null} onClose={close} />
    </section>
  )
}

function Subgroups({ group }: { group: Outlined }) {
  const { t } = useTranslation()
  const { subgroups } = group
  if (subgroups.length === 0) return <p className={classes.none}>{t('reports.groups.emptyGroup')}</p>
  return (
    <ul className={classes.subgroups} aria-label={t('reports.subgroups.list', { group: group.name })}>
      {subgroups.map((subgroup, index) => (
        <SubgroupLine
          key={subgroup.id}
          group={group}
          subgroup={subgroup}
          position={{ index, total: subgroups.length }}
        />
      ))}
    </ul>
  )
}

function SubgroupLine({ group, subgroup, position }: { group: Outlined; subgroup: Subgroup; position: Position }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'change' | 'remove' | 'order' | null>(null)
  const move = useCallMutation(moveSubgroup, { refreshes: [listReportGroups] })
  const remove = useCallMutation(removeSubgroup, { refreshes: [listReportGroups], onDone: () => toastDone() })
  const close = () => setDialog(null)
  return (
    <li className={classes.subgroup} aria-busy={move.isPending || remove.isPending}>
      <PathLink to={`/report?subgroup_id=${subgroup.id}`} className={classes.link}>
        {subgroup.name}
      </PathLink>
      <Reports count={subgroup.reports} />
      <FolderMenu
        folder={subgroup}
        position={position}
        change={t('reports.subgroups.change')}
        onMove={(position) => move.mutate({ id: subgroup.id, position })}
        onChange={() => setDialog('change')}
        onRemove={() => setDialog('remove')}
        {...(subgroup.reports > 1 ? { onOrder: () => setDialog('order') } : {})}
      />
      <OrderDialog subgroup={dialog === 'order' ? subgroup : null} onClose={close} />
      <SubgroupDialog subgroup={dialog === 'change' ? { ...subgroup, in: group } : null} onClose={close} />
      <DeleteDialog
        name={dialog === 'remove' ? subgroup.name : null}
        busy={remove.isPending}
        onClose={close}
        onDelete={() => remove.mutate({ id: subgroup.id })}
      />
    </li>
  )
}

function Reports({ count }: { count: number }) {
  const { t } = useTranslation()
  return <span className={classes.count}>{t('reports.groups.reports', { count })}</span>
}

type FolderMenuProps = {
  folder: { name: string; reports: number; can: string[] }
  position: Position
  /** The label of the edit action; “rename” unless there is more to change. */
  change?: string
  onMove: (position: number) => void
  onChange: () => void
  /** Opens the order of the reports in the subgroup. */
  onOrder?: () => void
  onRemove: () => void
}

/** The actions of a group or subgroup. The removal of one with reports is disabled and says why. */
function FolderMenu({ folder, position, change, onMove, onChange, onOrder, onRemove }: FolderMenuProps) {
  const { t } = useTranslation()
  const mayRemove = folder.can.includes('remove')
  if (!folder.can.includes('update')) return null
  return (
    <RowMenu name={folder.name}>
      <Menu.Item key="change" leftSection={<IconPencil size={16} aria-hidden />} onClick={onChange}>
        {change ?? t('reports.groups.rename')}
      </Menu.Item>
      {onOrder ? (
        <Menu.Item key="order" leftSection={<IconArrowsSort size={16} aria-hidden />} onClick={onOrder}>
          {t('reports.library.order.action')}
        </Menu.Item>
      ) : null}
      {position !== null && position.index > 0 && (
        <Menu.Item
          key="up"
          leftSection={<IconArrowUp size={16} aria-hidden />}
          aria-label={t('general.order.up', folder)}
          closeMenuOnClick={false}
          onClick={() => onMove(position.index - 1)}
        >
          {t('reports.groups.up')}
        </Menu.Item>
      )}
      {position !== null && position.index < position.total - 1 && (
        <Menu.Item
          key="down"
          leftSection={<IconArrowDown size={16} aria-hidden />}
          aria-label={t('general.order.down', folder)}
          closeMenuOnClick={false}
          onClick={() => onMove(position.index + 1)}
        >
          {t('reports.groups.down')}
        </Menu.Item>
      )}
      <Menu.Item
        key="remove"
        color="red"
        maw="18rem"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={!mayRemove}
        onClick={onRemove}
      >
        {t('general.action.remove')}
        {!mayRemove && folder.reports > 0 && <span className={classes.why}>{t('reports.groups.notEmpty')}</span>}
      </Menu.Item>
    </RowMenu>
  )
}

function AddSubgroup({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  if (!useCan('report_group.add')) return null
  return (
    <UnstyledButton className={classes.add} onClick={onClick}>
      <IconPlus size={16} stroke={1.8} aria-hidden />
      {t('reports.subgroups.add')}
    </UnstyledButton>
  )
}

function GroupRemoval({ group, onClose }: { group: Outlined | null; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useCallMutation(removeReportGroup, {
    onDone: () => {
      toastDone()
      onClose()
    },
  })
  return (
    <DeleteDialog
      name={group?.name ?? null}
      text={t('reports.groups.deleteText')}
      busy={remove.isPending}
      onClose={onClose}
      onDelete={() => group && remove.mutate({ id: group.id })}
    />
  )
}

/** Placeholders as tall as three groups with two subgroups. */
export function OutlineSkeleton() {
  const { t } = useTranslation()
  return (
    <section aria-busy aria-label={t('general.state.loading')}>
      {[0, 1, 2].map((index) => (
        <div key={index} className={classes.group}>
          <div className={classes.head}>
            <Skeleton height={14} width={`${9 + index * 3}rem`} radius="xl" />
          </div>
          {[0, 1].map((line) => (
            <div key={line} className={classes.subgroup}>
              <Skeleton height={12} width={`${11 - line * 3}rem`} radius="xl" />
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}
