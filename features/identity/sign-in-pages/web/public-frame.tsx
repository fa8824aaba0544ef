import type { ReactNode } from 'react'
import { SignInFrame } from './frame.tsx'
import { useHostTheme } from './host-theme.ts'

/** The frame of a public page of another noun, in the theme of the host. */
export function PublicFrame({ children }: { children: ReactNode }) {
  useHostTheme(Number.POSITIVE_INFINITY)
  return <SignInFrame>{children}</SignInFrame>
}
