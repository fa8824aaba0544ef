import { lazy, type ReactElement } from 'react'
import type { Choices, MenuButton } from './choice-menu-open.tsx'
import { LazyMenu } from './lazy-menu.tsx'

type ChoiceMenuProps = Choices & { children: (button: MenuButton) => ReactElement }

const load = () => import('./choice-menu-open.tsx')
const OpenMenu = lazy(() => load().then(({ ChoiceMenuOpen }) => ({ default: ChoiceMenuOpen })))

/** A choice from a menu below a button. */
export function ChoiceMenu({ children: button, ...choices }: ChoiceMenuProps) {
  return (
    <LazyMenu button={button} load={load}>
      <OpenMenu {...choices} button={button} />
    </LazyMenu>
  )
}
