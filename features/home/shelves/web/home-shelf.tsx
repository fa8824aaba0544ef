import { type KeyboardEvent, useId } from 'react'
import { type CardReport, HomeCard } from './home-card.tsx'
import classes from './home-shelf.module.css'

/** A titled row of reports. Arrow keys move along it and to the shelf above or below. */
export function HomeShelf({ title, reports }: { title: string; reports: readonly CardReport[] }) {
  const id = useId()
  if (reports.length === 0) return null
  return (
    <section aria-labelledby={id} className={classes.shelf} data-shelf>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the cards take the focus; the list only hears their keys */}
      <ul className={classes.row} data-few={reports.length <= 2 || undefined} onKeyDown={walk}>
        {reports.map((report) => (
          <li key={report.id} className={classes.item}>
            <HomeCard report={report} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const steps: Record<string, [shelf: number, card: number]> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (!step || !(event.target instanceof HTMLElement) || !event.target.matches('[data-card]')) return
  const shelves = [...document.querySelectorAll<HTMLElement>('[data-shelf]')]
  const cardsOf = (shelf: HTMLElement | undefined) => [...(shelf?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const shelf = shelves.findIndex((each) => each.contains(event.target as Node))
  const card = cardsOf(shelves[shelf]).indexOf(event.target)
  const nextCards = cardsOf(shelves[shelf + step[0]])
  const goal = nextCards[Math.min(card + step[1], nextCards.length - 1)]
  if (!goal || card + step[1] < 0) return
  event.preventDefault()
  goal.focus()
  goal.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
