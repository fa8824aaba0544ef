import { lazy, type ReactElement, type Ref, Suspense, useState } from 'react'

export type Choices = {
  value: string
  options: readonly { value: string; label: string; lang?: string }[]
  onChoose: (value: string) => void
}

/** What makes a button one that opens a menu. */
export type MenuButton = {
  ref?: Ref<HTMLButtonElement>
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onPointerEnter?: () => void
  onFocus?: () => void
  onClick?: () => void
}

type ChoiceMenuProps = Choices & { children: (button: MenuButton) => ReactElement }

/** Menus and what places them are heavy, and the page for signing in shows two: fetched when a hand or the focus comes near. */
const load = () => import('./choice-menu-open.tsx')
const OpenMenu = lazy(() => load().then(({ ChoiceMenuOpen }) => ({ default: ChoiceMenuOpen })))
const comeNear = () => void load()

/** One of a few, out of a menu below a button. */
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
