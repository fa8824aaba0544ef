// Prints the report as it is on the screen: the frame keeps its size and is scaled to a landscape page. The page of the portal is printed
// and not the frame alone, so that the watermark is on paper, and reports of both services print alike.
import { type RefObject, useEffect } from 'react'

/** The printable part of an A4 page in landscape with margins of 1 cm, at 96 pixels per inch, below the line with the name. */
const sheet = { width: 1_046, height: 680 }

/** The factor by which the report is made smaller for paper; at most 1. */
export const printScale = (width: number, height: number): number =>
  Math.min(1, sheet.width / Math.max(1, width), sheet.height / Math.max(1, height))

/** Sets the size of `paper` in the style sheet while the browser prints, also after Ctrl P. */
export function usePrintSize(paper: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const measure = () => {
      const element = paper.current
      if (element === null) return
      const { clientWidth: width, clientHeight: height } = element
      element.style.setProperty('--print-width', `${width}px`)
      element.style.setProperty('--print-height', `${height}px`)
      element.style.setProperty('--print-scale', String(printScale(width, height)))
      document.documentElement.dataset['prints'] = 'report'
    }
    const forget = () => {
      delete document.documentElement.dataset['prints']
    }
    window.addEventListener('beforeprint', measure)
    window.addEventListener('afterprint', forget)
    return () => {
      window.removeEventListener('beforeprint', measure)
      window.removeEventListener('afterprint', forget)
      forget()
    }
  }, [paper])
}
