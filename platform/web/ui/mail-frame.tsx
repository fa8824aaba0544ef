// Shows the HTML of a mail in a frame without permissions: no script runs, and it cannot reach the page.
import { readNonce } from '../theme/theme.ts'

type MailFrameProps = {
  html: string
  title: string
  className?: string | undefined
  /** The width of the frame, for the style sheet: desktop or phone. */
  width?: string
}

/** The frame inherits the page's Content Security Policy, so the style element of the mail needs the page's nonce. */
export function MailFrame({ html, title, className, width }: MailFrameProps) {
  const styled = html.replace('<style>', `<style nonce="${readNonce()}">`)
  return (
    <iframe
      className={className}
      data-width={width}
      title={title}
      sandbox=""
      srcDoc={styled}
      referrerPolicy="no-referrer"
    />
  )
}
