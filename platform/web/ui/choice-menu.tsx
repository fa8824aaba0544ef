import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { Choices, MenuButton } from './choice-menu-open.tsx'

type ChoiceMenuProps = Choices & { children: (button: MenuButton) => ReactElement }

/** Menus and their positioning are large, and the sign-in page has two: they are loaded on hover or focus. */
const load = () => import('./choice-menu-open.tsx')
const OpenMenu = lazy(() => load().then(({ ChoiceMenuOpen }) => ({ default: ChoiceMenuOpen })))
const comeNear = () => void load()

/** A choice from a menu below a button. */
export function ChoiceMenu({ children: button, ...choices }: ChoiceMenuProps) {
  const [used, setUsed] = useState(false)
  const closed = button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: comeNear,
    onFocus: comeNear,
    onClick: () => setUsed(true),
  })
  if (!used) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu {...choices} button={button} />
    </Suspense>
  )
}
