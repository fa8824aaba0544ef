import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './qr-code.module.css'

type QrCodeProps = { text: string; label: string }

/** A QR code, dark on white also in the dark appearance, because many cameras read no inverted one. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawn, setDrawn] = useState<{ text: string; path: string; size: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 4 })
      if (isCurrent) setDrawn({ text, size, path: pathOf(data) })
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  if (drawn?.text !== text) return <Skeleton className={classes.qr} />
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={drawn.size} height={drawn.size} fill="#fff" />
      <path d={drawn.path} fill="#000" />
    </svg>
  )
}

/** One square for each dark module. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
