// The items of a playlist: add a report, drag it or move it with the keyboard, change or remove it.
import { ActionIcon, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconX } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeWeek } from '#features/shifts/contract.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import { type PlaylistItem, selectSlideReports, slideSeconds } from '../contract.ts'
import { PlaylistItemDialog } from './playlist-item-dialog.tsx'
import classes from './playlist-items.module.css'

type ItemsProps = {
  items: PlaylistItem[]
  /** Names of the reports of stored items. */
  names: Record<string, string>
  error: string | undefined
  onChange: (items: PlaylistItem[]) => void
}

export function PlaylistItems({ items, names: stored, error, onChange }: ItemsProps) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<Record<string, string>>({})
  const [editing, setEditing] = useState<PlaylistItem | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const names = { ...stored, ...picked }
  const nameOf = ({ report_id }: PlaylistItem) => names[report_id] ?? t('reports.playlists.goneReport')
  const move = (from: number, to: number) => {
    const moved = items[from]
    if (!moved || to < 0 || to >= items.length || from === to) return
    const others = items.filter((_, at) => at !== from)
    onChange([...others.slice(0, to), moved, ...others.slice(to)])
  }
  /** The focus follows the item, so that a person can press the key again. */
  const moveByKey = (from: number, to: number, button: string) => {
    move(from, to)
    requestAnimationFrame(() => {
      const row = list.current?.children[to]
      const same = row?.querySelector<HTMLButtonElement>(`[data-move="${button}"]:not([disabled])`)
      ;(same ?? row?.querySelector<HTMLButtonElement>('[data-move]:not([disabled])'))?.focus()
    })
  }
  return (
    <>
      <RecordPicker
        call={selectSlideReports}
        name="items"
        label={t('reports.playlists.addItem')}
        error={error}
        detail={({ group, subgroup }) => `${group} › ${subgroup}`}
        exclude={[]}
        onPick={({ value, label }) => {
          setPicked({ ...picked, [value]: label })
          onChange([...items, newItem(value)])
        }}
      />
      {items.length === 0 ? <Text c="dimmed">{t('reports.playlists.noItems')}</Text> : null}
      <ol ref={list} className={classes.items} aria-label={t('reports.playlists.field.items')}>
        {items.map((item, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a shortcut for the buttons of the row
          <li
            key={item.id}
            draggable
            data-dragged={dragged === at || undefined}
            onDragStart={(event: DragEvent) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(at)
            }}
            onDragOver={(event: DragEvent) => {
              if (dragged === null) return
              event.preventDefault()
              if (dragged === at) return
              move(dragged, at)
              setDragged(at)
            }}
            onDragEnd={() => setDragged(null)}
          >
            <IconGripVertical className={classes.grip} size={16} stroke={1.7} aria-hidden />
            <span className={classes.number}>{at + 1}</span>
            <div className={classes.words}>
              <span className={classes.name}>{nameOf(item)}</span>
              <span className={classes.quiet}>
                <ItemWords item={item} />
              </span>
            </div>
            <div className={classes.actions}>
              <ActionIcon
                {...look}
                data-move="up"
                disabled={at === 0}
                aria-label={t('reports.playlists.moveUp', { name: nameOf(item) })}
                onClick={() => moveByKey(at, at - 1, 'up')}
              >
                <IconArrowUp size={16} stroke={1.8} aria-hidden />
              </ActionIcon>
              <ActionIcon
                {...look}
                data-move="down"
                disabled={at === items.length - 1}
                aria-label={t('reports.playlists.moveDown', { name: nameOf(item) })}
                onClick={() => moveByKey(at, at + 1, 'down')}
              >
                <IconArrowDown size={16} stroke={1.8} aria-hidden />
              </ActionIcon>
              <ActionIcon
                {...look}
                aria-label={t('reports.playlists.changeItem', { name: nameOf(item) })}
                onClick={() => setEditing(item)}
              >
                <IconPencil size={16} stroke={1.8} aria-hidden />
              </ActionIcon>
              <ActionIcon
                {...look}
                aria-label={t('reports.playlists.removeItem', { name: nameOf(item) })}
                onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
              >
                <IconX size={16} stroke={1.8} aria-hidden />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ol>
      {editing === null ? null : (
        <PlaylistItemDialog
          key={editing.id}
          item={editing}
          name={nameOf(editing)}
          onClose={() => setEditing(null)}
          onSave={(changed) => {
            onChange(items.map((item) => (item.id === changed.id ? changed : item)))
            setEditing(null)
          }}
        />
      )}
    </>
  )
}

const look = { variant: 'subtle', color: 'gray', size: 'lg' } as const

const newItem = (report_id: string): PlaylistItem => ({
  id: crypto.randomUUID(),
  report_id,
  page: null,
  page_name: null,
  seconds: slideSeconds.default,
  repetitions: 1,
  filters: [],
  hours: [],
})

/** What the item shows and when, in one line. */
function ItemWords({ item }: { item: PlaylistItem }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const parts = [
    item.page === null
      ? t('reports.playlists.everyPage')
      : t('reports.playlists.onePage', { page: item.page_name ?? item.page }),
    t('reports.playlists.forSeconds', { count: item.seconds }),
    ...(item.repetitions > 1 ? [t('reports.playlists.times', { count: item.repetitions })] : []),
    ...item.filters.map(({ column, values }) => `${column}: ${values.join(', ')}`),
    ...(item.hours.length > 0 ? [makeWeek(language).inWords(item.hours)] : []),
  ]
  return <>{parts.join(' · ')}</>
}
