// Full screen for the report. The whole page becomes full screen and the stage covers it. Search, toasts and dialogs are elements of the
// page, and would be hidden if the stage alone were full screen.
import { useCallback, useEffect, useState } from 'react'

export type FullScreen = { isOn: boolean; toggle: () => void }

/** Marks the stage. On a phone the frame of the portal then hides its own bar (apps/web/frame/frame.module.css). */
export const fillsWindow = { 'data-fills-window': true } as const

/** Whether the page is full screen, and the switch. */
export function useFullScreen(): FullScreen {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const updateFullScreen = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', updateFullScreen)
    return () => {
      document.removeEventListener('fullscreenchange', updateFullScreen)
      if (document.fullscreenElement !== null) void document.exitFullscreen()
    }
  }, [])
  const toggle = useCallback(() => {
    void (document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen())
  }, [])
  return { isOn, toggle }
}
