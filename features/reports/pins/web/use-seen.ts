import { type RefObject, useEffect, useState } from 'react'

/** How far outside of the window an element counts as in sight, so that it has loaded when a person scrolls to it. */
const margin = '200px'

/** True as soon as the element has been in sight once. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isSeen, element])
  return isSeen
}
