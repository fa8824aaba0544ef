import { lazy, Suspense } from 'react'

const SwitchModalOpen = lazy(() =>
  import('./switch-modal-open.tsx').then((module) => ({ default: module.SwitchModalOpen })),
)

type SwitchModalProps = {
  opened: boolean
  name: string | null
  /** Nothing is behind the dialog: a dark overlay would make an empty page grey. */
  isAlone?: boolean
}

/** The dialog that names for two seconds the business unit that opens. It cannot be closed, because the landing page follows. */
export function SwitchModal({ opened, name, isAlone = false }: SwitchModalProps) {
  return <Suspense>{opened ? <SwitchModalOpen name={name} isAlone={isAlone} /> : null}</Suspense>
}
