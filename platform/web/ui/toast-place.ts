import { useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'

/** Put on what toasts stand below of: the bar of the frame, the primary action of a page, the tools of a report. */
export const aboveToasts = { 'data-above-toasts': true } as const

/**
 * Keeps toasts at the top right and yet off what a person reaches for there, by the custom property `--toasts-top`. While one is shown
 * it is measured with every picture: pages scroll, wrap, and change beneath a toast that says what was done on the one before.
 */
export function useToastPlace(): void {
  useEffect(() => {
    const shown = new Set<unknown>()
    let frame = 0
    const follow = () => {
      document.documentElement.style.setProperty('--toasts-top', `${topOfToasts()}px`)
      frame = shown.size > 0 ? requestAnimationFrame(follow) : 0
    }
    const forget = toast.onChange(({ id, status }) => {
      if (status === 'removed') shown.delete(id)
      else shown.add(id)
      if (frame === 0) follow()
    })
    return () => {
      forget()
      cancelAnimationFrame(frame)
    }
  }, [])
}

const gap = 8

/** Over a dialog nothing of the page is in reach, and the dialog keeps to the middle. */
function topOfToasts(): number {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return gap
  const bottoms = [...document.querySelectorAll('[data-above-toasts]')].map(
    (element) => element.getBoundingClientRect().bottom,
  )
  // Further down there is no top any more: a toast keeps its corner.
  return Math.max(0, ...bottoms.filter((bottom) => bottom < window.innerHeight / 2)) + gap
}
