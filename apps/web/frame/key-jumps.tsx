// Keys that work on every page: `g` and a letter open an entry of the menu, `?` shows all keys.
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { KeysDialog } from '#platform/web/pages/keys/keys-dialog.tsx'
import { isTaken } from '#platform/web/pages/keys/use-row-keys.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import type { MenuItem } from './menu.ts'

/** Milliseconds in which the letter follows the `g`. */
const jumpWithin = 1_500

export function KeyJumps({ items }: { items: readonly MenuItem[] }) {
  const go = useGo()
  const [opened, setOpened] = useState(false)
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
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || isTaken(event)) return
    // A list has a dialog of its own, whichever of the two listens first.
    setTimeout(() => event.defaultPrevented || setOpened(true))
  })
  return <KeysDialog opened={opened} onClose={() => setOpened(false)} ofList={false} />
}
