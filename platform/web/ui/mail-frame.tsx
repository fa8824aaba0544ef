// Shows the HTML of a mail in a frame without permissions: no script runs, and it cannot reach the page.
import { useComputedColorScheme } from '@mantine/core'
import { readNonce } from '../theme/theme.ts'

type MailFrameProps = {
  html: string
  title: string
  className?: string | undefined
  /** The width of the frame, for the style sheet: desktop or phone. */
  width?: string
  /** The colours of the mail program; absent: those of the portal. */
  look?: 'light' | 'dark'
}

/** The frame inherits the page's Content Security Policy, so the style element of the mail needs the page's nonce. */
export function MailFrame({ html, title, className, width, look }: MailFrameProps) {
  const own = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const isDark = (look ?? own) === 'dark'
  const styled = html
    .replace('<style>', `<style nonce="${readNonce()}">`)
    // A frame follows the system, not the portal, so the mail's dark styles are switched on or off here.
    .replace('@media (prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all')
  return (
    <iframe
      className={className}
      data-width={width}
      data-look={isDark ? 'dark' : 'light'}
      title={title}
      sandbox=""
      srcDoc={styled}
      referrerPolicy="no-referrer"
    />
  )
}
