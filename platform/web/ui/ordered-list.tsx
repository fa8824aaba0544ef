// A list that a person orders: by dragging a line, or with the arrow buttons of the line.
import { VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoveButtons } from './move-buttons.tsx'
import classes from './ordered-list.module.css'

type OrderedListProps<Entry extends { id: string }> = {
  entries: Entry[]
  nameOf: (entry: Entry) => string
  onChange: (entries: Entry[]) => void
  label?: string
  /** Renders the content of a row; without it, the row shows the name of the entry. */
  renderWords?: (entry: Entry) => ReactNode
  /** Further buttons of a line, after the arrows. */
  renderActions?: (entry: Entry) => ReactNode
  /** The list scrolls in a dialog, so that the buttons below it stay in sight. */
  inDialog?: boolean
}

export function OrderedList<Entry extends { id: string }>({
  entries,
  nameOf,
  onChange,
  label,
  renderWords = nameOf,
  renderActions,
  inDialog,
}: OrderedListProps<Entry>) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const move = (id: string, to: number) => {
    const from = entries.findIndex((entry) => entry.id === id)
    const entry = entries[from]
    if (!entry || to < 0 || to >= entries.length || from === to) return
    onChange(entries.toSpliced(from, 1).toSpliced(to, 0, entry))
    setAnnouncement(t('general.order.moved', { name: nameOf(entry), place: to + 1, count: entries.length }))
  }
  const moveByButton = (id: string, from: number, to: number) => {
    move(id, to)
    requestAnimationFrame(() => focusArrow(list.current?.children[to], to > from ? 'down' : 'up'))
  }
  const dragOver = (event: DragEvent, at: number) => {
    if (dragged === null) return
    event.preventDefault()
    move(dragged, at)
  }
  return (
    <>
      <ol ref={list} className={classes.list} aria-label={label} data-in-dialog={inDialog || undefined}>
        {entries.map((entry, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a shortcut for the buttons of the line
          <li
            key={entry.id}
            className={classes.line}
            data-dragged={dragged === entry.id || undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(entry.id)
            }}
            onDragOver={(event) => dragOver(event, index)}
            onDragEnd={() => setDragged(null)}
            onDrop={(event) => event.preventDefault()}
          >
            <IconGripVertical className={classes.grip} size={16} stroke={1.8} aria-hidden />
            <span className={classes.number}>{index + 1}</span>
            <div className={classes.words}>{renderWords(entry)}</div>
            <div className={classes.actions}>
              <MoveButtons
                name={nameOf(entry)}
                at={index}
                count={entries.length}
                onMove={(to) => moveByButton(entry.id, index, to)}
              />
              {renderActions?.(entry)}
            </div>
          </li>
        ))}
      </ol>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  )
}

/** The focus follows the entry, so that a person can press the key again. At an end of the list the other arrow gets it. */
function focusArrow(line: Element | undefined, arrow: 'up' | 'down') {
  const same = line?.querySelector<HTMLButtonElement>(`[data-move="${arrow}"]:not([disabled])`)
  ;(same ?? line?.querySelector<HTMLButtonElement>('[data-move]:not([disabled])'))?.focus()
}
