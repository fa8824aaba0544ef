import { useLayoutEffect } from 'react'
import { toast } from 'react-toastify/unstyled'

/**
 * Keeps toasts from covering the elements of above-toasts.ts, through the custom properties `--toasts-top` and `--toasts-bottom`. While a
 * toast is shown the position is measured on every frame, because pages scroll, wrap and change.
 */
export function useToastPlace(): void {
  // Before the effects of the list, which shows the notices that waited for it.
  useLayoutEffect(() => {
    const visibleToasts = new Set<unknown>()
    let frame = 0
    const follow = () => {
      const { style } = document.documentElement
      style.setProperty('--toasts-top', `${topOfToasts()}px`)
      style.setProperty('--toasts-bottom', `${bottomOfToasts()}px`)
      frame = visibleToasts.size > 0 ? requestAnimationFrame(follow) : 0
    }
    const forget = toast.onChange(({ id, status }) => {
      if (status === 'removed') visibleToasts.delete(id)
      else visibleToasts.add(id)
      if (frame === 0) follow()
    })
    return () => {
      forget()
      cancelAnimationFrame(frame)
    }
  }, [])
}

const gap = 8

/** Over a dialog nothing of the page can be used, and the dialog is in the middle. */
function topOfToasts(): number {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return gap
  const bottoms = [...document.querySelectorAll('[data-above-toasts]')].map(
    (element) => element.getBoundingClientRect().bottom,
  )
  // Further down the page has no such element: the toast keeps its corner.
  return Math.max(0, ...bottoms.filter((bottom) => bottom < window.innerHeight / 2)) + gap
}

/** The distance to the bottom of the window. Bars in the upper half, and bars below the window, are not in the way. */
function bottomOfToasts(): number {
  const tops = [...document.querySelectorAll('[data-under-toasts]')].map(
    (element) => element.getBoundingClientRect().top,
  )
  const inTheWay = tops.filter((top) => top > window.innerHeight / 2 && top < window.innerHeight)
  return window.innerHeight - Math.min(window.innerHeight, ...inTheWay) + gap
}
