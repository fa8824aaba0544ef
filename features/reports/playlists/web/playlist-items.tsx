// The items of a playlist: add a report, move, change or remove it.
import { ActionIcon, Text } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeWeek } from '#platform/contract/week.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { OrderedList } from '#platform/web/ui/ordered-list.tsx'
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
  const names = { ...stored, ...picked }
  const nameOf = ({ report_id }: PlaylistItem) => names[report_id] ?? t('reports.playlists.goneReport')
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
      <OrderedList
        label={t('reports.playlists.field.items')}
        entries={items}
        nameOf={nameOf}
        onChange={onChange}
        renderWords={(item) => (
          <div className={classes.words}>
            <span className={classes.name}>{nameOf(item)}</span>
            <span className={classes.quiet}>
              <ItemText item={item} />
            </span>
          </div>
        )}
        renderActions={(item) => (
          <>
            <ActionIcon
              {...buttonProps}
              aria-label={t('reports.playlists.changeItem', { name: nameOf(item) })}
              onClick={() => setEditing(item)}
            >
              <IconPencil size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
            <ActionIcon
              {...buttonProps}
              aria-label={t('reports.playlists.removeItem', { name: nameOf(item) })}
              onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </>
        )}
      />
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

const buttonProps = { variant: 'subtle', color: 'gray', size: 'lg' } as const

/** An item of a whole report with the default duration. */
export const newItem = (report_id: string): PlaylistItem => ({
  id: crypto.randomUUID(),
  report_id,
  page: null,
  page_name: null,
  seconds: slideSeconds.default,
  repetitions: 1,
  filters: [],
  hours: [],
})

/** The text of an item in the list: its content and hours in one line. */
function ItemText({ item }: { item: PlaylistItem }) {
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
