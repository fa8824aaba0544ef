// For public pages of other features: the frame around a page without a session, in the theme of the host.
import type { ReactNode } from 'react'
import { SignInFrame } from './sign-in-frame.tsx'
import { useHostTheme } from './sign-in-theme.ts'

export function PublicFrame({ children }: { children: ReactNode }) {
  useHostTheme(Number.POSITIVE_INFINITY)
  return <SignInFrame>{children}</SignInFrame>
}
