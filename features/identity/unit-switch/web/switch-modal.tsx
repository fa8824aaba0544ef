import { lazy, Suspense } from 'react'

const SwitchModalOpen = lazy(() =>
  import('./switch-modal-open.tsx').then((module) => ({ default: module.SwitchModalOpen })),
)

/** The dialog that names for two seconds the business unit that opens. It cannot be closed, because the landing page follows. */
export function SwitchModal({ opened, name }: { opened: boolean; name: string | null }) {
  return <Suspense>{opened ? <SwitchModalOpen name={name} /> : null}</Suspense>
}
