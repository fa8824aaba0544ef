import { lazy, Suspense } from 'react'

const SwitchModalOpen = lazy(() =>
  import('./switch-modal-open.tsx').then((module) => ({ default: module.SwitchModalOpen })),
)

/** Says for two seconds which business unit opens. It cannot be closed: the landing page follows. */
export function SwitchModal({ opened, name }: { opened: boolean; name: string | null }) {
  return <Suspense>{opened ? <SwitchModalOpen name={name} /> : null}</Suspense>
}
