// Keys that work on every page: `g` and a letter open an entry of the menu, `?` shows all keys.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useGo } from '#platform/web/routing/path.tsx'
import { isTaken } from '#platform/web/routing/taken-key.ts'
import type { MenuItem } from './menu.ts'

/** Loaded on first use, because dialogs are large. */
const KeysDialog = lazy(() =>
  import('#platform/web/pages/keys/keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })),
)

/** Milliseconds in which the letter follows the `g`. */
const jumpWithin = 1_500

export function KeyJumps({ items }: { items: readonly MenuItem[] }) {
  const go = useGo()
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  const armedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const isArmed = event.timeStamp - armedAt.current < jumpWithin
      armedAt.current = event.key === 'g' && !isArmed ? event.timeStamp : Number.NEGATIVE_INFINITY
      const item = isArmed ? items.find(({ jump }) => jump === event.key) : undefined
      if (item === undefined) return
      // The letter means something else to a list.
      event.stopImmediatePropagation()
      event.preventDefault()
      go(item.path)
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [items, go])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTaken(event)) return
      // A list has a dialog of its own, whichever of the two listens first.
      setTimeout(() => event.defaultPrevented || setState('open'))
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return state === 'untouched' ? null : (
    <Suspense>
      <KeysDialog opened={state === 'open'} onClose={() => setState('closed')} ofList={false} />
    </Suspense>
  )
}
