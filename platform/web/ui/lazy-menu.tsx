import { type ReactElement, type ReactNode, Suspense, useState } from 'react'
import type { MenuButton } from './choice-menu-open.tsx'

type LazyMenuProps = {
  button: (props: MenuButton) => ReactElement
  /** Loads the file of the menu. Called on hover and focus. */
  load: () => Promise<unknown>
  /** The menu, a lazy component with the same button. It is rendered after the first click. */
  children: ReactNode
}

/** A button whose menu is not part of the first page: menus and their positioning are large. */
export function LazyMenu({ button, load, children }: LazyMenuProps) {
  const [used, setUsed] = useState(false)
  const preload = () => void load()
  const closed = button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setUsed(true),
  })
  return used ? <Suspense fallback={closed}>{children}</Suspense> : closed
}
