// Short notices: what to say. The list and its library load after the first page, or with the first notice. Next: toast-list.tsx.
import i18next from 'i18next'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ToastAction } from './toast-action.ts'

const load = () => import('./toast-list.tsx')
const ToastList = lazy(() => load().then((module) => ({ default: module.ToastList })))

/** A notice that the network is gone needs the list at hand: it is fetched with the first act, and at the latest after this time. */
const fetchAfterMs = 10_000
const acts = ['pointerdown', 'keydown'] as const

let want = (): void => undefined
const firstToast = new Promise<void>((resolve) => (want = resolve))

/** Rendered once per page. */
export function Toasts() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(want, fetchAfterMs)
    for (const act of acts) window.addEventListener(act, want, { once: true, passive: true })
    void firstToast.then(() => setWanted(true))
    return () => {
      clearTimeout(timer)
      for (const act of acts) window.removeEventListener(act, want)
    }
  }, [])
  return <Suspense>{isWanted ? <ToastList /> : null}</Suspense>
}

/** Notices wait for the list in their order. */
function show(what: (list: Awaited<ReturnType<typeof load>>) => void): void {
  want()
  void load().then(what)
}

/** Shows an error; a generic sentence when there is no better one. `trace` is copied with it, for the operator. */
export function toastFailure(
  message = i18next.t('general.toast.failed'),
  trace: string | null = null,
  action: ToastAction | null = null,
): void {
  show((list) => list.showFailure(message, trace, action))
}

/** Shows a success message: "Done successfully!" unless there is more to say. */
export function toastDone(message = i18next.t('general.toast.done')): void {
  show((list) => list.showDone(message))
}

/** Shows information. */
export function toastNotice(message: string): void {
  show((list) => list.showNotice(message))
}

/** Copies a text and shows whether that worked. */
export async function copyText(text: string): Promise<void> {
  want()
  await (await load()).copyAndConfirm(text)
}
