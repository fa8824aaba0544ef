// Scales a report to its recommended resolution: the frame is laid out in at least that many pixels, and drawn smaller or larger to fit.
import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'

export type Size = { width: number; height: number }

/** Parses a resolution such as `1920x1080`; null without one. */
export function sizeOf(resolution: string | null): Size | null {
  const [width = 0, height = 0] = (resolution ?? '').split('x').map(Number)
  return width > 0 && height > 0 ? { width, height } : null
}

/** The factor that fits `target` into `room`, and the size of the frame that then fills the room. */
export function scaleInto(room: Size, target: Size): Size & { scale: number } {
  const scale = Math.min(room.width / target.width, room.height / target.height)
  return { scale, width: room.width / scale, height: room.height / scale }
}

/** The style of the frame inside `container`; empty without a recommended resolution. */
export function useScale(container: RefObject<HTMLElement | null>, resolution: string | null): CSSProperties {
  const [room, setRoom] = useState<Size | null>(null)
  const target = sizeOf(resolution)
  const isScaled = target !== null
  useLayoutEffect(() => {
    const element = container.current
    if (!isScaled || element === null) return
    const updateRoom = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    updateRoom()
    const observer = new ResizeObserver(updateRoom)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isScaled, container])
  if (target === null || room === null || room.width === 0 || room.height === 0) return {}
  const { scale, width, height } = scaleInto(room, target)
  return { width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }
}
